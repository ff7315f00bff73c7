import { posix } from "node:path";
import type { Change } from "../action.ts";

const ITEM =
  /(?:^|[;{(&\n]|\s-c(?:ommand)?\s+["'])[ \t]*((?:New|Remove|Move|Rename|Copy)-Item)[ \t]+([^|;\n}]{1,500})/gi;
const WORD = /"([^"\n]*)"|'([^'\n]*)'|([^\s"',]+)|(,)/g;
/** Parameters without a value; all others have one. */
const SWITCH = /^-(?:Force|Recurse|PassThru|Verbose|Container|Confirm(?::.*)?)$/i;
const MOST = 50;

export function itemChanges(source: string): Change[] {
  return [...source.matchAll(ITEM)].slice(0, MOST).flatMap(([, name = "", words = ""]) => changesBy(name, words));
}

function changesBy(name: string, words: string): Change[] {
  const { named, rest } = readWords(words);
  const [first = [], second = []] = rest;
  const paths = named.get("path") ?? named.get("literalpath") ?? first;
  const [target] = named.get("destination") ?? named.get("newname") ?? (paths === first ? second : first);
  const perhaps = named.has("erroraction") || named.has("ea") ? { perhaps: true as const } : {};
  switch (name.slice(0, name.indexOf("-")).toLowerCase()) {
    case "new":
      return /^(?:file)?$/i.test((named.get("itemtype") ?? named.get("type"))?.[0] ?? "")
        ? (named.get("name") ?? [""]).flatMap((file) =>
            paths.map((path) => ({ type: "create", path: posix.join(path, file), ...perhaps })),
          )
        : [];
    case "remove":
      return paths.map((path) => ({ type: "delete", path, ...perhaps }));
    case "rename":
      return paths.flatMap((from) =>
        target === undefined ? [] : [{ type: "move", path: besides(from, target), from, ...perhaps }],
      );
    case "move":
      return paths.flatMap((from) =>
        target === undefined ? [] : [{ type: "move", path: into(target, from), from, ...perhaps }],
      );
    default:
      return paths.flatMap((from) =>
        target === undefined ? [] : [{ type: "create", path: into(target, from), ...perhaps }],
      );
  }
}

interface Words {
  readonly named: ReadonlyMap<string, readonly string[]>;
  readonly rest: readonly (readonly string[])[];
}

/** The values of each named parameter, and those without (`rest`). Commas join several into one list. */
function readWords(words: string): Words {
  const named = new Map<string, string[]>();
  const rest: string[][] = [];
  let open: string[] | undefined;
  let joins = false;
  for (const [, double, single, bare, comma] of words.matchAll(WORD)) {
    if (comma !== undefined) {
      joins = true;
      continue;
    }
    const value = double ?? single ?? bare?.replace(/[)"']{1,9}$/, "") ?? "";
    if (bare?.startsWith("-")) {
      open = undefined;
      if (!SWITCH.test(bare)) named.set(bare.slice(1).toLowerCase(), (open = []));
      joins = true;
    } else if (open && joins) open.push(value);
    else rest.push((open = [value]));
    if (!bare?.startsWith("-")) joins = false;
  }
  return { named, rest };
}

/** `Rename-Item src/a.ts b.ts` keeps the file in its folder. */
function besides(from: string, name: string): string {
  return posix.join(posix.dirname(from.replaceAll("\\", "/")), name);
}

function into(target: string, from: string): string {
  return /[\\/]$/.test(target)
    ? posix.join(target.replaceAll("\\", "/"), posix.basename(from.replaceAll("\\", "/")))
    : target;
}

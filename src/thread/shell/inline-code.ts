import { literally } from "../../text/strings.ts";
import type { Change } from "../action.ts";
import type { ShellCommand } from "./shell-command.ts";

const INTERPRETERS = /^(?:python[\d.]*|node|bun|deno|ruby|tsx|php)$/;
const MAX_CODE = 64 * 1024;

export function isInterpreter(name: string): boolean {
  return INTERPRETERS.test(name);
}

export function inlineCode(command: ShellCommand): string | undefined {
  if (!isInterpreter(command.name)) return undefined;
  const flag = command.args.findIndex(
    ({ text }) => /^(?:-c|-e|-p|-pe|--eval|--print|eval)$/.test(text) || (text === "-r" && command.name === "php"),
  );
  const code = flag === -1 ? command.redirects.find((redirect) => redirect.body !== undefined)?.body : undefined;
  return (code ?? (flag === -1 ? undefined : command.args[flag + 1]?.text))?.slice(0, MAX_CODE);
}

const STRING = `(?:[rbfu]{0,2})(['"\`])((?:(?!\\1)[^\\\\\\n]){1,300})\\1`;
const NAME = `(?<![\\w$])([A-Za-z_$][\\w$]{0,60})`;
/** Matches a literal path (groups 1 and 2) or a variable that was set to one (group 3), bare or as `Path(…)`. */
const TARGET = `(?:(?:pathlib\\.)?Path\\(\\s*)?(?:${STRING}|${NAME})\\s*\\)?`;

type Write = readonly [RegExp, Change["type"]];

/** Compiled at the first code that may write: most shell lines contain none. */
const makeWrites = (): readonly Write[] => [
  [new RegExp(`\\bopen\\(\\s*${TARGET}\\s*,\\s*(?:mode\\s*=\\s*)?['"][rbt]*[wax+]`, "g"), "create"],
  [new RegExp(`${TARGET}\\.(?:write_text|write_bytes)\\(`, "g"), "create"],
  [new RegExp(`\\b(?:writeFileSync|writeFile|Bun\\.write|writeTextFileSync)\\(\\s*${TARGET}\\s*,`, "g"), "create"],
  [new RegExp(`\\bFile\\.write\\(\\s*${TARGET}\\s*,`, "g"), "create"],
  [new RegExp(`\\b(?:appendFileSync|appendFile|file_put_contents)\\(\\s*${TARGET}\\s*,`, "g"), "edit"],
  [new RegExp(`\\b(?:os\\.remove|os\\.unlink|unlinkSync|rmSync|File\\.delete)\\(\\s*${TARGET}`, "g"), "delete"],
];
let writes: readonly Write[] | undefined;

/** The files that inline code writes, as far as their paths are literals in it. */
export function inlineCodeChanges(command: ShellCommand): readonly Change[] {
  const code = inlineCode(command);
  if (code === undefined || !/open|write|append|unlink|remove|rmSync|file_put/.test(code)) return [];
  const variables = literalVariables(code);
  const changes = new Map<string, Change>();
  for (const [pattern, type] of (writes ??= makeWrites())) {
    for (const match of code.matchAll(pattern)) {
      const path = match[2] ?? variables.get(match[3] ?? "");
      const readBefore = path !== undefined && isRead(code, path, match[3]);
      const real: Change["type"] = type === "create" && (readBefore || path === undefined) ? "edit" : type;
      changes.set(`${real} ${path ?? ""}`, path === undefined ? { type: real } : { type: real, path });
    }
  }
  return [...changes.values()];
}

function literalVariables(code: string): ReadonlyMap<string, string> {
  const pattern = new RegExp(
    `${NAME}\\s*(?::\\s*\\w+\\s*)?=\\s*(?:(?:pathlib\\.)?Path\\(\\s*)?${STRING.replaceAll("\\1", "\\2")}`,
    "g",
  );
  const found = new Map<string, string>();
  for (const match of code.matchAll(pattern)) if (match[1] && match[3]) found.set(match[1], match[3]);
  return found;
}

function isRead(code: string, path: string, variable: string | undefined): boolean {
  const quoted = literally(variable ?? path);
  const read = `(?:open|readFileSync|readFile|File\\.read)\\(\\s*['"\`]?${quoted}['"\`]?\\s*(?:\\)|,\\s*(?:encoding|\\{|['"](?:r[bt]?|utf)))`;
  return new RegExp(`${read}|${quoted}['"\`]?\\)?\\.read_text`).test(code);
}

import type { Change } from "../action.ts";
import { looksLikePatch, parsePatch } from "../patch.ts";
import { type ShellCommand, type ShellWord, operands, pathsOf } from "./shell-command.ts";

type Reader = (command: ShellCommand) => readonly Change[];

export const FILE_PROGRAMS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ["sed", editInPlace],
  ["gsed", editInPlace],
  ["perl", editInPlace],
  ["ruby", editInPlace],
  ["gawk", awkInPlace],
  ["awk", awkInPlace],
  ["yq", yqInPlace],
  ["sd", (command) => (hasWord(command, /^-[a-zA-Z]*p|^--preview$/) ? [] : each("edit", afterBoth(command)))],
  ["sponge", (command) => each("edit", operands(command.args))],
  ["truncate", (command) => each("edit", operands(command.args, new Set(["-s", "--size", "-r"])))],
  ["tee", (command) => each(hasWord(command, /^-a$|^--append$/) ? "edit" : "create", operands(command.args))],
  ["touch", touched],
  ["rm", (command) => each("delete", operands(command.args))],
  ["unlink", (command) => each("delete", operands(command.args))],
  ["del", deletedOnWindows],
  ["erase", deletedOnWindows],
  ["trash", (command) => each("delete", operands(command.args))],
  ["mv", moves],
  ["cp", copies],
  ["patch", (command) => (hasWord(command, /^--dry-run$|^-C$|^--check$/) ? [] : patched(command))],
  ["apply_patch", patched],
  ["applypatch", patched],
  ["curl", (command) => downloads(command, new Set(["-o", "--output"]))],
  ["wget", (command) => downloads(command, new Set(["-O", "--output-document"]))],
]);

export function each(type: Change["type"], words: readonly ShellWord[]): readonly Change[] {
  return words.flatMap(pathsOf).map((path) => (path === undefined ? { type } : { type, path }));
}

export function hasWord(command: ShellCommand, pattern: RegExp): boolean {
  return command.args.some((word) => pattern.test(word.text));
}

/** A move or copy of each source to the target. With several sources, the target is a directory. */
export function transfer(
  command: ShellCommand,
  args: readonly ShellWord[],
  change: (path: string, from: string) => Change,
): readonly Change[] {
  const [directory] = valuesOfFlag(command, new Set(["-t", "--target-directory"]));
  const words = operands(args, new Set(["-t", "--target-directory", "-S", "--suffix"])).map((word) => pathsOf(word));
  const target = directory ? directory.text : words.at(-1)?.[0];
  const sources = (directory ? words : words.slice(0, -1)).flat();
  if (sources.length > 1 && words.length === 2 && words[1]?.length === sources.length)
    return sources.map((from, index) => change(words[1]?.[index] ?? "", from ?? ""));
  if (target === undefined) return sources.length > 0 ? [{ type: "edit" }] : [];
  const intoDirectory = directory !== undefined || sources.length > 1 || /(?:^|\/)\.{0,2}\/?$/.test(target);
  return sources.map((from) => {
    if (from === undefined) return { type: "create", path: target };
    const base = from.replace(/(?<!\/)\/+$/, "").replace(/^.*\//, "");
    return change(intoDirectory ? `${target.replace(/(?<!\/)\/+$/, "")}/${base}` : target, from);
  });
}

export function patched(command: ShellCommand): readonly Change[] {
  const texts = [
    ...command.redirects.map((redirect) => redirect.body ?? ""),
    ...command.args.filter((word) => !word.dynamic).map((word) => word.text),
  ];
  const changes = texts.filter(looksLikePatch).flatMap(parsePatch);
  return changes.length > 0 ? changes : [{ type: "edit" }];
}

/** `del /q old.txt` */
function deletedOnWindows({ args }: ShellCommand): readonly Change[] {
  return each(
    "delete",
    operands(args).filter(({ text }) => !/^\/[a-z]$/i.test(text)),
  );
}

function moves(command: ShellCommand): readonly Change[] {
  return transfer(command, command.args, (path, from) => ({ type: "move", path, from }));
}

function copies(command: ShellCommand): readonly Change[] {
  return transfer(command, command.args, (path) => ({ type: "create", path }));
}

const SED_IN_PLACE = /^--in-place|^-[abElnrsuz]*i/;
/** Only switches without a value may stand before `i`: in `-MList::Util` and `-Ilib`, `i` is part of a name. */
const SCRIPT_IN_PLACE = /^-[acnplsSwWtTuUX0-9]*i/;

/** For `sed -i` and `perl -pi -e`: edits of the files after the script. */
function editInPlace(command: ShellCommand): readonly Change[] {
  const isSed = command.name.endsWith("sed");
  const files: ShellWord[] = [];
  let inPlace = false;
  let scriptSeen = false;
  for (let index = 0; index < command.args.length; index++) {
    const word = command.args[index];
    if (!word) continue;
    const { text } = word;
    if (!isSed && files.length > 0) {
      // After the script or the first file, every word belongs to the script, even if it looks like a flag.
      files.push(word);
    } else if ((isSed ? SED_IN_PLACE : SCRIPT_IN_PLACE).test(text)) {
      inPlace = true;
      // macOS: `sed -i '' …`
      if (text === "-i" && command.args[index + 1]?.text === "") index++;
      if (!isSed && /e$/i.test(text)) {
        scriptSeen = true;
        index++;
      }
    } else if (/^-[a-zA-Z0-9]*[eEf]$/.test(text) && !(isSed && text.endsWith("E"))) {
      scriptSeen = true;
      index++;
    } else if (/^--(?:expression|file)(?:=|$)/.test(text)) {
      scriptSeen = true;
      if (!text.includes("=")) index++;
    } else if (!text.startsWith("-") && text !== "") {
      files.push(word);
    }
  }
  if (!inPlace) return [];
  return each("edit", scriptSeen ? files : files.slice(1));
}

function awkInPlace(command: ShellCommand): readonly Change[] {
  const at = command.args.findIndex((word) => word.text === "inplace");
  if (at < 1) return [];
  return each("edit", operands(command.args.slice(at + 1), new Set(["-v", "-F", "-f"])).slice(1));
}

/** Edits of the files after the expression. `-pi` and `-oi` are not in-place flags: there, `i` names a format. */
function yqInPlace(command: ShellCommand): readonly Change[] {
  if (!hasWord(command, /^-[0CMNPYcejnrvy]*i|^--in-?place(?:=true)?$/)) return [];
  const words = operands(command.args, new Set(["-o", "--output-format", "-p", "--input-format", "-I", "--indent"]));
  return each("edit", words.slice(/^(?:e|ea|eval|eval-all)$/.test(words[0]?.text ?? "") ? 2 : 1));
}

function afterBoth(command: ShellCommand): readonly ShellWord[] {
  return operands(command.args, new Set(["-n", "--max-replacements", "-f", "--flags"])).slice(2);
}

function touched(command: ShellCommand): readonly Change[] {
  if (hasWord(command, /^-[afhm]*c|^--no-create$/)) return [];
  return each("create", operands(command.args, new Set(["-d", "-r", "-t"])));
}

/** For these programs `-` is the standard output; for `tee` it is a file of that name. */
function downloads(command: ShellCommand, flags: ReadonlySet<string>): readonly Change[] {
  return each("create", valuesOfFlag(command, flags)).filter(({ path }) => path !== "-");
}

function valuesOfFlag(command: ShellCommand, flags: ReadonlySet<string>): readonly ShellWord[] {
  return command.args.filter((_, index) => flags.has(command.args[index - 1]?.text ?? ""));
}

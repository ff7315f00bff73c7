import { type ShellWord, valuesOf } from "./shell-command.ts";

/** The words of a command that are neither flags nor values of flags. */
export function operands(args: readonly ShellWord[], valued: ReadonlySet<string> = NONE): readonly ShellWord[] {
  const found: ShellWord[] = [];
  for (let index = 0; index < args.length; index++) {
    const word = args[index];
    if (!word) continue;
    if (word.text === "--") return [...found, ...args.slice(index + 1)];
    if (word.text.startsWith("-") && word.text !== "-") {
      if (valued.has(word.text)) index++;
      continue;
    }
    found.push(word);
  }
  return found;
}

const NONE: ReadonlySet<string> = new Set();

/** The paths that a word stands for: its known values, a glob pattern as written, or one unknown path. */
export function pathsOf(word: ShellWord): readonly (string | undefined)[] {
  const values = valuesOf(word);
  if (values.length > 0) return values;
  const isPattern = /[*?[{]/.test(word.text) && !/[$`]/.test(word.text) && word.text !== "{}";
  return [isPattern ? word.text : undefined];
}

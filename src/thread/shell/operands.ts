import { type ShellWord, valuesOf } from "./shell-command.ts";

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

/** The words that `echo` prints, and whether it adds a new line. Flags count only in front of all other words. */
export function echoWords(texts: readonly string[]): { readonly words: readonly string[]; readonly endsLine: boolean } {
  const first = texts.findIndex((text) => !/^-[neE]+$/.test(text));
  const count = first === -1 ? texts.length : first;
  return { words: texts.slice(count), endsLine: !texts.slice(0, count).some((flag) => flag.includes("n")) };
}

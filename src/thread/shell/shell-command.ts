export interface ShellWord {
  readonly text: string;
  /** True when it holds an expansion, a substitution or a glob: the line does not tell what the program really gets. */
  readonly dynamic: boolean;
  /** The values that it can have, if the line itself tells them (`F=a; rm $F`, `for f in a b`, `{a,b}.ts`). */
  readonly values?: readonly string[];
}

export interface ShellRedirect {
  readonly operator: string;
  readonly descriptor?: number;
  readonly target?: ShellWord;
  readonly body?: string;
  /** True when the shell expands something in that text: the line does not tell what the program really reads. */
  readonly filledIn?: true;
}

export interface ShellAssignment {
  readonly name: string;
  readonly value: ShellWord;
}

/** The operator between a command and the one before it in the same list. A newline counts as `;`. */
export type ShellJoin = "start" | "&&" | "||" | ";" | "&" | "|";

/** `condition`: the tested part; `branch`: run only when a condition held; `fallback`: the right side of `||`. */
export type ShellScope = "subshell" | "substitution" | "condition" | "branch" | "fallback" | "loop" | "function";

/** What stands between a command's exit code and the exit code of the whole line. */
export type MaskKind =
  | "pipe"
  | "or"
  | "sequence"
  | "errexit-off"
  | "background"
  | "negated"
  | "condition"
  | "loop"
  | "substitution";

export interface Mask {
  readonly kind: MaskKind;
  /** The line prints the exit code between these texts. `shared`: of several commands; only a zero tells. */
  readonly echo?: { readonly before: string; readonly after: string; readonly shared?: true };
  /** What the line prints when the command succeeded (`… && echo ok || echo failed`). */
  readonly ifPassed?: string;
  readonly ifFailed?: string;
}

/** One simple command of a line, without the wrappers in front of it (`timeout`, `npx`, `bash -c`). */
export interface ShellCommand {
  readonly name: string;
  readonly rawName: string;
  readonly args: readonly ShellWord[];
  readonly env: readonly ShellAssignment[];
  readonly redirects: readonly ShellRedirect[];
  /** The directory in which the command runs, as far as the line tells; absent when it does not. */
  readonly cwd?: string;
  readonly wrappers: readonly string[];
  readonly join: ShellJoin;
  readonly negated: boolean;
  readonly pipeline: { readonly index: number; readonly length: number };
  readonly pipedInto: readonly string[];
  readonly scopes: readonly ShellScope[];
  /** Absent when a failure of this command makes the whole line fail. */
  readonly mask?: Mask;
  readonly text: string;
  /** Set on a marker that stands for a part the grammar could not read; every other field is then empty. */
  readonly unparsed?: true;
}

export function unparsedCommand(text: string): ShellCommand {
  return {
    name: "",
    rawName: "",
    args: [],
    env: [],
    redirects: [],
    wrappers: [],
    join: "start",
    negated: false,
    pipeline: { index: 0, length: 1 },
    pipedInto: [],
    scopes: [],
    text,
    unparsed: true,
  };
}

/** Every literal value that a word can have; empty when the line does not tell. */
export function valuesOf(word: ShellWord): readonly string[] {
  if (word.values) return word.values;
  return word.dynamic ? [] : [word.text];
}

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

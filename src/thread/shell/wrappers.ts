import type { ShellAssignment, ShellWord } from "./shell-command.ts";
import table from "./wrappers.json" with { type: "json" };

export interface Peeled {
  readonly wrapper: string;
  readonly words: readonly ShellWord[];
  readonly script?: string;
  /** The wrapper's own flags (`bash -eo pipefail -c …`). */
  readonly flags: readonly string[];
  readonly env: readonly ShellAssignment[];
}

/** Matches Python with a version, or a variable that holds the program. */
const PYTHON = /^(?:python3\.\d+|\$\{?PY(?:THON)?3?(?:_?(?:BIN|EXE|CMD))?\}?)$/i;

export function peelWrapper(words: readonly ShellWord[]): Peeled | undefined {
  const first = words[0]?.text;
  if (first === undefined || words.length < 2) return undefined;
  const name = first
    .slice(first.lastIndexOf("/") + 1)
    .replace(PYTHON, "python3")
    .replace(/\.(?:exe|cmd|bat)$/i, "");
  for (const wrapper of BY_PROGRAM.get(name) ?? []) {
    const peeled = peelAs(wrapper, words);
    if (peeled) return peeled;
  }
  return undefined;
}

interface Wrapper {
  readonly valued?: string;
  /** Flags whose value is a command line. */
  readonly script?: string;
  /** Flags that turn it into something else (`command -v`), or words that are no command (`go tool cover`). */
  readonly unless?: string;
  /** How many words of its own stand before the command (`timeout 60 …`). */
  readonly operands?: number;
  /** True when `A=b` words before the command set its environment. */
  readonly assignments?: boolean;
  /** True when the command gets more arguments from elsewhere (`xargs`). */
  readonly more?: boolean;
  /** True when only what follows `--` is the command. */
  readonly afterDashes?: boolean;
  /** Flags after which everything is the command (`python -m pytest`). */
  readonly rest?: string;
  /** True when everything that follows is one command line. */
  readonly line?: boolean;
  /** A wrapper only with a flag of `script` or `rest`; otherwise it is the command itself (`bash build.sh`). */
  readonly onlyFlagged?: boolean;
}

interface PreparedWrapper {
  /** Its name, then the sub-commands that have to follow; flags may stand in between. */
  readonly call: string;
  readonly subs: readonly string[];
  readonly rules: Wrapper;
  readonly valued: ReadonlySet<string>;
  readonly script: ReadonlySet<string>;
  readonly rest: ReadonlySet<string>;
  readonly unless: ReadonlySet<string>;
}

/** `go tool test2json` is missing among what `go tool` starts itself: it starts a program built from tests. */
const WRAPPERS: Readonly<Record<string, Wrapper>> = table;
const BY_PROGRAM = Map.groupBy(
  Object.entries(WRAPPERS).flatMap(([calls, rules]) => alternatives(calls).map((words) => prepared(words, rules))),
  ({ call }) => call.split(" ", 1).join(""),
);

/** `npm exec|x` is `npm exec` and `npm x`. */
function alternatives(calls: string): string[][] {
  return calls
    .split(" ")
    .reduce<string[][]>((all, word) => all.flatMap((words) => word.split("|").map((each) => [...words, each])), [[]]);
}

function prepared(words: readonly string[], rules: Wrapper): PreparedWrapper {
  return {
    call: words.join(" "),
    subs: words.slice(1),
    rules,
    valued: new Set(rules.valued?.split(" ")),
    script: new Set(rules.script?.split(" ")),
    rest: new Set(rules.rest?.split(" ")),
    unless: new Set(rules.unless?.split(" ")),
  };
}

function peelAs(wrapper: PreparedWrapper, words: readonly ShellWord[]): Peeled | undefined {
  const { rules } = wrapper;
  const env: ShellAssignment[] = [];
  const flags: string[] = [];
  let operands = rules.operands ?? 0;
  let position = afterSubs(wrapper, words);
  if (position === undefined) return undefined;

  for (; position < words.length; position++) {
    const word = words[position];
    if (!word) return undefined;
    if (word.text === "--") return inner(wrapper, words.slice(position + 1), flags, env);
    if (wrapper.unless.has(word.text)) return undefined;
    if (/^[-+]./.test(word.text)) {
      if (wrapper.rest.has(word.text)) return inner(wrapper, words.slice(position + 1), flags, env, word.text);
      flags.push(word.text);
      if (takesScript(wrapper, word.text)) {
        const script = words[position + 1]?.text;
        return script === undefined ? undefined : { wrapper: wrapper.call, words: [], script, flags, env };
      }
      if (takesValue(wrapper, word.text)) flags.push(words[++position]?.text ?? "");
      continue;
    }
    const assignment = rules.assignments ? assignmentOf(word) : undefined;
    if (assignment) env.push(assignment);
    else if (rules.afterDashes) continue;
    else if (operands > 0) operands--;
    else break;
  }
  if (rules.afterDashes) return undefined;
  const start = words[position]?.text === "--" ? position + 1 : position;
  return inner(wrapper, words.slice(start), flags, env);
}

/** The position after the name and its sub-commands; undefined when they are not there. */
function afterSubs(wrapper: PreparedWrapper, words: readonly ShellWord[]): number | undefined {
  let position = 1;
  for (const sub of wrapper.subs) {
    while (words[position]?.text.startsWith("-")) position += wrapper.valued.has(words[position]?.text ?? "") ? 2 : 1;
    if (words[position]?.text.toLowerCase() !== sub) return undefined;
    position++;
  }
  return position;
}

function inner(
  wrapper: PreparedWrapper,
  words: readonly ShellWord[],
  flags: readonly string[],
  env: readonly ShellAssignment[],
  flag?: string,
): Peeled | undefined {
  if (words.length === 0 || (wrapper.rules.onlyFlagged && flag === undefined)) return undefined;
  if (wrapper.rules.line)
    return { wrapper: wrapper.call, words: [], script: words.map((word) => word.text).join(" "), flags, env };
  const all = wrapper.rules.more ? [...words, { text: "{}", dynamic: true }] : words;
  const called = flag === undefined ? wrapper.call : `${wrapper.call} ${flag}`;
  return { wrapper: called, words: all, flags, env };
}

function takesValue(wrapper: PreparedWrapper, flag: string): boolean {
  return wrapper.valued.has(flag) || (wrapper.valued.has("-o") && isShell(wrapper) && /^[-+][a-z]+o$/i.test(flag));
}

/** True for `-c`, and in shells also for clusters that end in it (`-lc`, `-euxc`). */
function takesScript(wrapper: PreparedWrapper, flag: string): boolean {
  if (wrapper.script.has(flag)) return true;
  return isShell(wrapper) && /^-[a-z]+c$/i.test(flag);
}

function isShell(wrapper: PreparedWrapper): boolean {
  return wrapper.script.has("-c") && wrapper.rules.onlyFlagged === true;
}

function assignmentOf(word: ShellWord): ShellAssignment | undefined {
  const match = /^([A-Za-z_]\w*)=(.*)$/s.exec(word.text);
  if (match?.[1] === undefined) return undefined;
  return { name: match[1], value: { text: match[2] ?? "", dynamic: word.dynamic } };
}

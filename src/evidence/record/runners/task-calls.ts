import type { ShellCommand, ShellWord } from "../../../thread/shell/shell-command.ts";
import { splitFlag } from "./rules.ts";
import { TASK_TOOLS, type TaskTool } from "./task-tools.ts";

/** A call of a task by name: `npm run lint`, `make test`, `mise run fmt`. */
export interface TaskCall {
  /** Where the task is defined: the key of its table of scripts. */
  readonly source: string;
  readonly tool: string;
  readonly names: readonly string[];
  /** The arguments for the task itself. */
  readonly args: readonly ShellWord[];
  /** True when only a part of the project is meant: one workspace, one package. */
  readonly partial: boolean;
  /** Set when no task was named: then it is what the tool does by itself. */
  readonly byDefault?: true;
  readonly directory?: string;
}

const known = new Map<string, Lists>();

function listsFor(tool: TaskTool): Lists {
  const lists = known.get(tool.name) ?? listsOf(tool);
  known.set(tool.name, lists);
  return lists;
}

function listsOf(tool: TaskTool): Lists {
  return {
    run: listed(tool.run),
    tasks: listed(tool.tasks),
    builtins: listed(tool.builtins),
    valued: listed(tool.valued),
    narrows: listed(tool.narrows),
    directory: listed(tool.directory),
  };
}

function listed(words: string | undefined): ReadonlySet<string> {
  return new Set(words?.split(" ").filter((word) => word !== ""));
}

export function isTaskTool(program: string): boolean {
  return program === "nx" || TASK_TOOLS.has(program);
}

/** Reads a call of a task runner; undefined for other programs and for the runner's own commands. */
export function taskCall(command: ShellCommand): TaskCall | undefined {
  if (command.name === "nx") return nxCall(command);
  if (command.name === "node") return nodeRun(command);
  const tool = TASK_TOOLS.get(command.name);
  if (!tool) return undefined;
  const lists = listsFor(tool);
  let partial = false;
  let directory: string | undefined;
  const words: ShellWord[] = [];
  const flags: ShellWord[] = [];
  let rest: readonly ShellWord[] = [];
  for (let index = 0; index < command.args.length; index++) {
    const word = command.args[index];
    if (!word) continue;
    if (word.text === "--") {
      rest = command.args.slice(index + 1);
      break;
    }
    if (word.text.startsWith("-")) {
      const [flag, inline] = splitFlag(word.text);
      if (RUNS_NOTHING.has(flag) && command.name !== "npm") return undefined;
      const value = inline ?? (takesWord(lists, flag) ? command.args[++index]?.text : undefined);
      if (lists.directory.has(flag)) directory = value;
      else if (lists.narrows.has(flag)) partial = true;
      else if (!lists.valued.has(flag) && words.length > 0) flags.push(word);
    } else if (command.name === "yarn" && word.text === "workspace" && words.length === 0) {
      partial = true;
      index++;
    } else if (!(tool.many && /^\w+=/.test(word.text))) {
      words.push(word);
    }
  }
  const given = ofEachPackage(command.name, words, partial);
  const inner = tool.source === "package" && given[0] ? startedTool(command, given[0]) : undefined;
  if (inner) return { ...inner, partial: partial || inner.partial };
  const named = namesIn(tool, lists, given);
  if (!named) return undefined;
  return {
    source: tool.source,
    tool: command.name,
    names: named.names,
    args: [...flags, ...named.args, ...rest],
    partial,
    ...(given.length === 0 && { byDefault: true as const }),
    ...(directory !== undefined && { directory }),
  };
}

/** `yarn workspaces foreach -A run test`, `pnpm recursive test`, `bun --filter '*' test`: the script of each package. */
function ofEachPackage(program: string, words: readonly ShellWord[], filtered: boolean): readonly ShellWord[] {
  const [first] = words;
  if (program === "yarn" && first?.text === "workspaces") {
    const run = words.findIndex((word) => word.text === "run");
    return run === -1 ? words : words.slice(run);
  }
  if (program === "pnpm" && (first?.text === "recursive" || first?.text === "multi")) return words.slice(1);
  return program === "bun" && filtered && first?.text === "test" ? [{ ...first, text: "run" }, ...words] : words;
}

const RUNS_NOTHING = new Set(["-n", "--dry-run", "--just-print", "--list", "-l", "--summary", "--help"]);
const STARTED_BY_OTHERS = new Set(["turbo", "nx", "lerna", "rush", "moon", "gulp", "grunt"]);

/** `pnpm turbo run test`, `yarn nx test`: a task runner that a package manager starts. */
function startedTool(command: ShellCommand, name: ShellWord): TaskCall | undefined {
  if (!STARTED_BY_OTHERS.has(name.text)) return undefined;
  return taskCall({ ...command, name: name.text, args: command.args.slice(command.args.indexOf(name) + 1) });
}

type Lists = Readonly<Record<"run" | "tasks" | "builtins" | "valued" | "narrows" | "directory", ReadonlySet<string>>>;

function takesWord(lists: Lists, flag: string): boolean {
  return lists.directory.has(flag) || lists.narrows.has(flag) || lists.valued.has(flag);
}

function namesIn(
  tool: TaskTool,
  lists: Lists,
  words: readonly ShellWord[],
): { names: readonly string[]; args: readonly ShellWord[] } | undefined {
  const [first, ...others] = words;
  if (!first) return tool.otherwise === undefined ? undefined : { names: [tool.otherwise], args: [] };
  if (lists.run.has(first.text)) {
    if (others.length === 0) return undefined;
    if (tool.many) return { names: others.map((word) => word.text), args: [] };
    return { names: others.slice(0, 1).map((word) => word.text), args: others.slice(1) };
  }
  if (lists.tasks.has(first.text))
    return { names: [first.text === "t" || first.text === "tst" ? "test" : first.text], args: others };
  if (tool.builtins === undefined || lists.builtins.has(first.text)) return undefined;
  if (tool.many) {
    const isObject = ({ text }: ShellWord): boolean =>
      Array.from(tool.objects ?? "").some((letter) => text.includes(letter));
    return { names: words.filter((word) => !isObject(word)).map((word) => word.text), args: words.filter(isObject) };
  }
  return { names: [first.text], args: others };
}

/** `node --run test`. */
function nodeRun(command: ShellCommand): TaskCall | undefined {
  const at = command.args.findIndex((word) => word.text === "--run");
  const name = command.args[at + 1]?.text;
  if (at === -1 || name === undefined) return undefined;
  return { source: "package", tool: "node", names: [name], args: command.args.slice(at + 2), partial: false };
}

const NX_TARGETS = new Set(["-t", "--target", "--targets"]);
const NX_PROJECTS = new Set(["-p", "--project", "--projects"]);
const NX_OWN = new Set(
  "graph list reset report show format format:check format:write migrate generate g add init".split(" "),
);

function nxCall(command: ShellCommand): TaskCall | undefined {
  const words = command.args.map((word) => word.text);
  const [first = "", second = ""] = words.filter((word) => !word.startsWith("-"));
  const call = { source: "nx", tool: "nx", args: [] };
  if (first === "run") return { ...call, names: [second.split(":")[1] ?? second], partial: true };
  if (first === "run-many" || first === "affected") {
    const start = words.findIndex((word) => NX_TARGETS.has(splitFlag(word)[0]));
    if (start === -1) return undefined;
    const inline = words[start]?.split("=")[1];
    const listedNames = inline === undefined ? words.slice(start + 1) : [inline];
    const end = listedNames.findIndex((word) => word.startsWith("-"));
    const names = (end === -1 ? listedNames : listedNames.slice(0, end)).flatMap((word) => word.split(","));
    return {
      ...call,
      names,
      partial: first === "affected" || words.some((word) => NX_PROJECTS.has(splitFlag(word)[0])),
    };
  }
  return first === "" || NX_OWN.has(first) ? undefined : { ...call, names: [first], partial: second !== "" };
}

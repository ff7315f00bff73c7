import { listedBy, RulesByName } from "../../thread/shell/rules-by-name.ts";
import { type ShellCommand, type ShellWord } from "../../thread/shell/shell-command.ts";

/** A call of a task by name: `npm run lint`, `make test`, `mise run fmt`. */
export interface TaskCall {
  /** Where the task is defined: the key of its table of scripts. */
  readonly source: string;
  /** The program that runs it, for a reader of summaries. */
  readonly tool: string;
  readonly names: readonly string[];
  /** What is handed to the task. */
  readonly args: readonly ShellWord[];
  /** A part of the project only: one workspace, one package. */
  readonly partial: boolean;
  /** None was named: it is what the tool does by itself. */
  readonly byDefault?: true;
  readonly directory?: string;
}

interface TaskTool {
  readonly source: string;
  /** Sub-commands that take the task's name. */
  readonly run: string;
  /** Sub-commands that are tasks themselves. */
  readonly tasks?: string;
  /** A first word that is none of these is a task's name. */
  readonly builtins?: string;
  /** Every word that is no flag names a task. */
  readonly many?: boolean;
  /** Of those words, the ones that say what the tasks are done to. */
  readonly objects?: RegExp;
  readonly valued?: string;
  readonly narrows?: string;
  readonly directory?: string;
  /** What runs when no task is named. */
  readonly otherwise?: string;
}

const PACKAGE_BUILTINS =
  "install i add remove rm uninstall un update up upgrade dlx exec x link unlink list ls la ll outdated why audit publish pack store config init create patch patch-commit setup env import rebuild prune fetch deploy dedupe info view show login logout whoami cache bin root version versions set plugins node npm tag team search help ci global self-update workspaces workspace pm repl completions";

const TOOLS: Readonly<Record<string, TaskTool>> = {
  npm: {
    source: "package",
    run: "run run-script rum",
    tasks: "test t tst start",
    valued: "--loglevel",
    narrows: "-w --workspace",
    directory: "--prefix -C",
  },
  pnpm: {
    source: "package",
    run: "run",
    builtins: PACKAGE_BUILTINS,
    valued: "--reporter --workspace-concurrency",
    narrows: "-F --filter",
    directory: "-C --dir",
  },
  yarn: { source: "package", run: "run", builtins: PACKAGE_BUILTINS, directory: "--cwd" },
  bun: {
    source: "package",
    run: "run",
    builtins: `${PACKAGE_BUILTINS} test build`,
    narrows: "-F --filter",
    directory: "--cwd",
  },
  deno: { source: "package", run: "task", directory: "--cwd" },
  composer: {
    source: "composer",
    run: "run run-script exec",
    builtins:
      "install update require remove dump-autoload dumpautoload validate show outdated audit diagnose create-project global self-update init",
    directory: "-d --working-dir",
  },
  make: {
    source: "make",
    run: "",
    builtins: "",
    many: true,
    valued: "-j -f --file -o -W -I",
    directory: "-C --directory",
    otherwise: "build",
  },
  gmake: {
    source: "make",
    run: "",
    builtins: "",
    many: true,
    valued: "-j -f",
    directory: "-C --directory",
    otherwise: "build",
  },
  just: { source: "just", run: "", builtins: "", valued: "-f --justfile", directory: "-d --working-directory" },
  task: { source: "task", run: "", builtins: "", many: true, valued: "-t --taskfile", directory: "-d --dir" },
  mise: {
    source: "mise",
    run: "run r tasks:run",
    builtins:
      "install i use exec x activate ls list plugins settings trust doctor env current prune upgrade outdated which where reshim self-update tasks set unset config cache alias registry search version generate en link latest",
    valued: "-j --jobs",
    directory: "-C --cd",
  },
  rake: { source: "rake", run: "", builtins: "", many: true, otherwise: "test" },
  poe: { source: "poe", run: "", builtins: "", directory: "-C" },
  invoke: { source: "invoke", run: "", builtins: "", many: true },
  inv: { source: "invoke", run: "", builtins: "", many: true },
  hatch: { source: "hatch", run: "run" },
  gradle: {
    source: "gradle",
    run: "",
    builtins: "",
    many: true,
    valued: "-p -x --exclude-task -b -c -I",
    narrows: "--tests",
    directory: "-p --project-dir",
  },
  gradlew: {
    source: "gradle",
    run: "",
    builtins: "",
    many: true,
    valued: "-x --exclude-task -b -c -I",
    narrows: "--tests",
    directory: "-p --project-dir",
  },
  turbo: {
    source: "turbo",
    run: "run",
    builtins: "prune login logout link unlink daemon gen generate ls query scan bin info",
    many: true,
    narrows: "-F --filter",
    valued: "--concurrency --cache-dir --output-logs --log-order",
  },
  lerna: { source: "lerna", run: "run", narrows: "--scope --since" },
  wireit: { source: "package", run: "" },
  grunt: { source: "grunt", run: "", builtins: "", many: true, otherwise: "build" },
  gulp: { source: "gulp", run: "", builtins: "", many: true, otherwise: "build" },
  mage: { source: "mage", run: "", builtins: "", many: true },
  earthly: { source: "earthly", run: "", builtins: "" },
  pants: { source: "pants", run: "", builtins: "", many: true, objects: /[/:.]/ },
  rush: { source: "rush", run: "", builtins: "install update add remove", narrows: "-t --to -o --only" },
  moon: { source: "moon", run: "run r", tasks: "check" },
  melos: { source: "melos", run: "run exec", tasks: "test analyze" },
};

const LISTS = new RulesByName(
  listedBy(([name]) => name, Object.entries(TOOLS)),
  ([, tool]): Lists => ({
    run: listed(tool.run),
    tasks: listed(tool.tasks),
    builtins: listed(tool.builtins),
    valued: listed(tool.valued),
    narrows: listed(tool.narrows),
    directory: listed(tool.directory),
  }),
);

function listed(words: string | undefined): ReadonlySet<string> {
  return new Set(words?.split(" ").filter((word) => word !== ""));
}

/** Programs whose words are names of tasks. */
export function isTaskTool(program: string): boolean {
  return program === "nx" || Object.hasOwn(TOOLS, program);
}

/** Reads a call of a task runner; nothing for other programs and for the runner's own commands. */
export function taskCall(command: ShellCommand): TaskCall | undefined {
  if (command.name === "nx") return nxCall(command);
  if (command.name === "node") return nodeRun(command);
  const tool = TOOLS[command.name];
  const [lists] = LISTS.of(command.name);
  if (!tool || !lists) return undefined;
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
    const [flag = "", inline] = word.text.split(/=(.*)/s, 2);
    if (/^(?:-n|--dry-run|--just-print|--list|-l|--summary|--help)$/.test(flag) && command.name !== "npm")
      return undefined;
    if (word.text.startsWith("-")) {
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
  const inner = tool.source === "package" && words[0] ? startedTool(command, words[0]) : undefined;
  if (inner) return { ...inner, partial: partial || inner.partial };
  const named = namesIn(tool, lists, words);
  if (!named) return undefined;
  return {
    source: tool.source,
    tool: command.name,
    names: named.names,
    args: [...flags, ...named.args, ...rest],
    partial,
    ...(words.length === 0 && { byDefault: true as const }),
    ...(directory !== undefined && { directory }),
  };
}

/** `pnpm turbo run test`, `yarn nx test`: a task runner that a package manager starts. */
function startedTool(command: ShellCommand, name: ShellWord): TaskCall | undefined {
  if (!/^(?:turbo|nx|lerna|rush|moon|gulp|grunt)$/.test(name.text)) return undefined;
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
    const isObject = ({ text }: ShellWord): boolean => tool.objects?.test(text) ?? false;
    return {
      names: words.filter((word) => !isObject(word)).map((word) => word.text),
      args: words.filter(isObject),
    };
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

/** `nx test app`, `nx run app:test`, `nx run-many -t lint test`. */
function nxCall(command: ShellCommand): TaskCall | undefined {
  const words = command.args.map((word) => word.text);
  const [first = "", second = ""] = words.filter((word) => !word.startsWith("-"));
  const call = { source: "nx", tool: "nx", args: [] };
  if (first === "run") return { ...call, names: [second.split(":")[1] ?? second], partial: true };
  if (first === "run-many" || first === "affected") {
    const start = words.findIndex((word) => /^(?:-t|--targets?)(?:=|$)/.test(word));
    if (start === -1) return undefined;
    const inline = words[start]?.split("=")[1];
    const listedNames = inline === undefined ? words.slice(start + 1) : [inline];
    const end = listedNames.findIndex((word) => word.startsWith("-"));
    const names = (end === -1 ? listedNames : listedNames.slice(0, end)).flatMap((word) => word.split(","));
    return {
      ...call,
      names,
      partial: first === "affected" || words.some((word) => /^(?:-p|--projects?)(?:=|$)/.test(word)),
    };
  }
  return first === "" || /^(?:graph|list|reset|report|show|format|migrate|generate|g|add|init)/.test(first)
    ? undefined
    : { ...call, names: [first], partial: second !== "" };
}

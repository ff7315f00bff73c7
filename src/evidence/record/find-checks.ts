import { joinPath } from "../../thread/shell/builtins.ts";
import { inlineCode, isInterpreter } from "../../thread/shell/inline-code.ts";
import { type ShellCommand, type ShellWord, operands } from "../../thread/shell/shell-command.ts";
import type { Check, CheckKind } from "./check-run.ts";
import { baseName, roleOf, stemOf } from "./paths.ts";
import { type PreparedRule, rulesOf, splitFlag } from "./runners/rules.ts";
import { isTaskTool, type TaskCall, taskCall } from "./runners/task-calls.ts";
import { EVERYTHING, kindOfName, soundsLikeACheck } from "./runners/task-names.ts";

/** What a command checks; a call that only lists, explains or plans checks nothing. */
export function checksOf(command: ShellCommand): readonly Check[] {
  if (command.unparsed || command.name === "" || command.args.some(({ text }) => ASKS_ONLY.has(text))) return [];
  const byRule = checkByRule(command) ?? checkOfScript(command);
  if (byRule) return [byRule];
  const task = taskCall(command);
  if (task) return checksOfTask(task, command);
  const named = TASK_WRAPPERS.has(command.wrappers.at(-1) ?? "")
    ? checkByName(command.name, command, { tool: "task", partial: false })
    : undefined;
  const own = named ?? checkOfStartedFile(command) ?? checkBySubCommand(command);
  return own ? [own] : [];
}

export function spelled({ name, args }: ShellCommand): string {
  return [name, ...args.map(({ text }) => text)].join(" ").slice(0, LONGEST_COMMAND);
}

const LONGEST_COMMAND = 500;

/** Flags after which a program tells something about itself and checks nothing. */
const ASKS_ONLY = new Set(
  "--help --version --list --listTests --collect-only --co --list-tests --listTestsOnly --showConfig --show-config --print-config".split(
    " ",
  ),
);
/** Programs that run both commands and the project's own tasks. */
const TASK_WRAPPERS = new Set(
  "pdm run|pixi run|hatch run|pipenv run|rye run|poetry run|uv run|devbox run|esy|lando".split("|"),
);

function checkByRule(command: ShellCommand): Check | undefined {
  for (const rule of rulesOf(command.name)) {
    const check = applyRule(rule, command);
    if (check) return check;
  }
  return undefined;
}

function applyRule(rule: PreparedRule, command: ShellCommand): Check | undefined {
  const words = command.args;
  const at = rule.subs ? words.findIndex((word, index) => isOperand(word) && !isValue(rule, words, index)) : -1;
  const sub = words[at]?.text ?? "";
  if (rule.subs && !rule.subs.has(sub) && !rule.subs.has("")) return undefined;
  const named = sub !== "" && rule.subs?.has(sub) === true;
  const given = words.flatMap(({ text }) => [text, text.split("=", 1)[0] ?? text]);
  if (rule.with.size > 0 && !given.some((text) => rule.with.has(text))) return undefined;
  if (given.some((text) => rule.without.has(text))) return undefined;
  // `go install example.org/pot@latest` fetches a program and builds nothing of the project.
  if (sub === "install" && given.some((text) => text.includes("@"))) return undefined;
  const { targets, narrowed } = scopeOf(rule, named ? words.filter((_, index) => index !== at) : words);
  return checkOf(command, {
    kind: rule.kind,
    shows: [rule.kind, ...rule.also],
    runner: named ? `${command.name} ${sub}` : command.name,
    silent: rule.silent,
    scope: targets.length > 0 || narrowed ? "part" : "whole",
    targets,
  });
}

function checkOf(command: ShellCommand, part: Pick<Check, "kind" | "runner"> & Partial<Check>): Check {
  const flags = command.args.map(({ text }) => text);
  return {
    shows: [part.kind],
    silent: false,
    scope: "whole",
    targets: [],
    watches: flags.some((flag) => WATCH.has(flag) || (flag === "-w" && WATCHES_BY_W.has(command.name))),
    rewrites: flags.some((flag) => REWRITES.has(flag.replace("=true", ""))),
    command: spelled(command),
    ...(command.cwd !== undefined && { cwd: command.cwd }),
    ...part,
  };
}

const WATCH = new Set("--watch --watch=true --watchAll --watchAll=true -w=true".split(" "));
/** To others, -w names a workspace, a number of workers, or what is to be written. */
const WATCHES_BY_W = new Set(["ava", "mocha", "tsc", "vitest", "vue-tsc", "webpack"]);
const REWRITES = new Set(
  "--fix --write --apply --update-snapshot --update-snapshots --updateSnapshot --autofix --bless -u".split(" "),
);

function isOperand({ text }: ShellWord): boolean {
  return !text.startsWith("-") && !text.startsWith("+");
}

/** True when the word is the value of the flag before it. */
function isValue(rule: PreparedRule, words: readonly ShellWord[], index: number): boolean {
  return rule.valued.has(words[index - 1]?.text ?? "");
}

/** Words that name everything there is. */
const WHOLE =
  /^(?:\.{1,2}\/?|(?:\.\/)?\.\.\.|\/\/\.\.\.|::|(?:\.\/)?(?:src|tests?|spec|specs|lib|app|packages|cmd|internal)\/?(?:\.\.\.)?|[^\s]*\*{1,2}[^\s]*|run|test|all)$/;

function scopeOf(rule: PreparedRule, words: readonly ShellWord[]): { targets: string[]; narrowed: boolean } {
  const targets: string[] = [];
  let narrowed = false;
  for (let index = 0; index < words.length; index++) {
    const text = words[index]?.text ?? "";
    if (text === "--") continue;
    if (!text.startsWith("-")) {
      if (!rule.anyWords && !WHOLE.test(text)) targets.push(text);
      continue;
    }
    const [flag, inline] = splitFlag(text);
    if (rule.narrows.has(text) || rule.narrows.has(flag)) narrowed = true;
    if (rule.filters.has(flag)) targets.push(inline ?? words[++index]?.text ?? "");
    else if (rule.valued.has(flag) && inline === undefined) index++;
  }
  return { targets: targets.filter((target) => target !== ""), narrowed };
}

function checkOfScript(command: ShellCommand): Check | undefined {
  if (!isInterpreter(command.name)) return undefined;
  const at = command.args.findIndex(
    ({ text }, index) => !text.startsWith("-") && command.args[index - 1]?.text !== "-d",
  );
  const script = command.args[at]?.text;
  if (script === undefined || !isNamedScript(script)) return undefined;
  const file = baseName(script);
  const name = FRAMEWORK_SCRIPTS.has(file) ? file : file.replace(/^_|\.\w+$/g, "");
  return checkByRule({ ...command, name, args: command.args.slice(at + 1) });
}

const FRAMEWORK_SCRIPTS = new Set(["manage.py", "setup.py", "artisan"]);
const PROGRAM_FOLDERS = new Set(["bin", ".bin", "node_modules", "vendor"]);

function isNamedScript(script: string): boolean {
  const folders = script.split("/").slice(0, -1);
  return FRAMEWORK_SCRIPTS.has(baseName(script)) || folders.some((folder) => PROGRAM_FOLDERS.has(folder));
}

function checksOfTask(task: TaskCall, command: ShellCommand): readonly Check[] {
  const [first = ""] = task.names;
  if (task.source === "package") {
    // `pnpm tsc`, `bun run vitest`, `yarn jest`: the name of a program, not of a task.
    const program = checkByRule({ ...command, name: first, args: task.args });
    if (program) return [program];
  }
  return task.names.flatMap((name) => {
    const local = task.source === "gradle" ? name.slice(name.lastIndexOf(":") + 1) : name;
    return checkByName(local, command, task) ?? [];
  });
}

function checkByName(
  name: string,
  command: ShellCommand,
  task: Pick<TaskCall, "tool" | "partial"> & Partial<TaskCall>,
): Check | undefined {
  const named = kindOfName(name);
  if (!named) return undefined;
  const words = (task.args ?? []).map(({ text }) => text);
  const targets = words.filter((text) => !text.startsWith("-") && !WHOLE.test(text));
  const filtered = words.some((text) => FILTERS.has(splitFlag(text)[0]));
  const cwd = task.directory === undefined ? command.cwd : joinPath(command.cwd, task.directory);
  const gradle = task.tool.startsWith("gradle") && (named.kind === "test" || name === "build" || name === "check");
  const leavesOutTests = command.args.some(({ text }) => text === "-x" || text === "--exclude-task");
  const also: readonly CheckKind[] = gradle
    ? ["build", "typecheck", ...(leavesOutTests ? [] : (["test"] as const))]
    : [];
  const byWord = RUNS_BY_WORD.has(task.tool) && name !== "test" && name !== "start";
  return checkOf(command, {
    kind: named.kind,
    shows: [...new Set([named.kind, ...named.also, ...also])],
    ...(named.maybe && also.length === 0 && { maybe: named.maybe }),
    runner: byWord ? `${task.tool} run ${name}` : `${task.tool} ${name}`,
    scope: task.partial || targets.length > 0 || filtered ? "part" : "whole",
    targets,
    watches: named.watch || words.some((text) => WATCH.has(text)),
    rewrites: named.rewrites || words.some((text) => REWRITES.has(text.replace("=true", ""))),
    ...(cwd !== undefined && { cwd }),
  });
}

const FILTERS = new Set(["-t", "-k", "-g", "--grep", "--testNamePattern", "--filter", "-run", "--tests"]);
const RUNS_BY_WORD = new Set(["npm", "pnpm", "bun", "mise"]);

/** A script that is started by its path: a check when its name says so (`./scripts/test.sh`), or where it lies. */
function checkOfStartedFile(command: ShellCommand): Check | undefined {
  const file = startedFile(command);
  if (file === undefined || roleOf(file) === "scratch") return undefined;
  const [base, stem] = [baseName(file), stemOf(file)];
  if (GENERIC_NAME.test(stem)) {
    const named = kindOfName(stem);
    return (
      named &&
      checkOf(command, {
        kind: named.kind,
        shows: [named.kind, ...named.also],
        ...(named.maybe && { maybe: named.maybe }),
        runner: base,
      })
    );
  }
  // `tests/run.sh build`
  const isToldOther = command.args.some(({ text }) => OTHER_KINDS.has(text));
  const isTest = roleOf(file) === "test" && base.includes(".") && !isToldOther;
  if (isTest) return checkOf(command, { kind: "test", runner: base, scope: "part", targets: [file] });
  if (!isShellScript(base) || !soundsLikeACheck(stem)) return undefined;
  return checkOf(command, { kind: "test", runner: base, scope: "part", maybe: EVERYTHING });
}

const OTHER_KINDS = new Set(["build", "lint", "format", "fmt", "clean", "setup", "install"]);

function isShellScript(base: string): boolean {
  return base.endsWith(".sh") || !base.includes(".");
}

/** Names that stand for a project's checks. */
const GENERIC_NAME = /^(?:run[-_]?)?(?:all[-_]?)?(?:tests?|unit-tests?|lint|build|verify|ci)(?:[-_]?all)?$/i;

/** Unknown tools told to test in the usual way: `opa test`, `mill app.test`. */
function checkBySubCommand(command: ShellCommand): Check | undefined {
  if (rulesOf(command.name).length > 0 || isTaskTool(command.name) || NEVER_TEST.has(command.name)) return undefined;
  const first = command.args.find(isOperand)?.text ?? "";
  if (!/^(?:[\w-]+[.:])?(?:tests?|unittest|e2e|eunit)$/.test(first)) return undefined;
  return checkOf(command, { kind: "test", runner: `${command.name} test` });
}

/** Programs for which a word like `test` is a file, a folder or a name. */
const NEVER_TEST = new Set(
  (
    "git cat ls grep egrep rg head tail sed find fd wc echo cd pushd cp mv rm mkdir touch chmod tree du stat file diff code " +
    "open vim less source docker ssh scp rsync tar zip tmux kill pkill node python python3 ruby php perl bash sh zsh gh curl " +
    "wget export printf awk xargs tee which type test [ psql mysql sqlite3 command sudo jq kubectl and or not begin fish time builtin"
  ).split(" "),
);

/** The file an interpreter is given, or the program itself where it is called by a path. */
export function startedFile(command: ShellCommand): string | undefined {
  if (isInterpreter(command.name) || SHELLS.has(command.name)) {
    const [first, second] = operands(command.args, VALUED);
    const script = first?.text === "run" ? second : first;
    if (!script || script.dynamic || inlineCode(command) !== undefined) return undefined;
    return script.text.includes(".") || script.text.includes("/") ? script.text : undefined;
  }
  const path = command.rawName;
  if (!path.includes("/") || path.startsWith("$") || path.startsWith("~")) return undefined;
  return SYSTEM_FOLDERS.some((folder) => path.startsWith(folder)) ? undefined : path;
}

const SYSTEM_FOLDERS = ["/bin/", "/sbin/", "/usr/bin/", "/usr/sbin/", "/opt/", "/usr/opt/"];
const SHELLS = new Set("bash sh zsh pwsh ts-node npx swift Rscript julia lua elixir perl".split(" "));
const VALUED = new Set("-r --require --import --loader -W -X -I -m --tsconfig --env-file -O".split(" "));

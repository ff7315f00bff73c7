import { NameList } from "../../name-list.ts";
import { joinPath } from "../../thread/shell/builtins.ts";
import { isInterpreter } from "../../thread/shell/inline-code.ts";
import type { ShellCommand, ShellWord } from "../../thread/shell/shell-command.ts";
import { type Check, isWatching, namedTask, runOptions, spelled } from "./check.ts";
import { SILENT_WHEN_CLEAN, TELLS_FAILURE } from "../outcomes/read-outcome.ts";
import { programRun } from "./program-runs.ts";
import type { CheckKind } from "./receipt.ts";
import { type PreparedRule, rulesOf } from "../runners/rules.ts";
import { isTaskTool, type TaskCall, taskCall } from "../runners/task-calls.ts";
import { ALSO_IN_SESSION, kindOfSession } from "../runners/sessions.ts";
import { kindOfName } from "../runners/task-names.ts";
import { expression } from "../../patterns/expression.ts";
import { rememberingEach } from "../remembering.ts";

/** What a command checks, if anything; a call that only lists, explains or plans checks nothing. */
export function checksOf(command: ShellCommand): readonly Check[] {
  return readChecks(command);
}

const readChecks = rememberingEach((command: ShellCommand): readonly Check[] => {
  if (command.unparsed || command.name === "") return [];
  const found = knownChecks(command);
  const asksOnly = command.args.some((word) => ASKS_ONLY.has(word.text));
  const real = asksOnly ? found.filter((check) => check.kind === "run") : found;
  if (real.length > 0 || found.length > 0) return real;
  const run = programRun(command);
  return run ? [run] : [];
});

function knownChecks(command: ShellCommand): readonly Check[] {
  const byRule = ruledCheck(command) ?? scriptRuledCheck(command);
  if (byRule) return [byRule];
  const task = taskCall(command);
  if (task) return taskChecks(task, command);
  if (TASK_WRAPPERS.has(command.wrappers.at(-1) ?? "")) {
    const named = namedCheck(command.name, command, { tool: "task", partial: false });
    if (named) return [named];
  }
  return toldToTest(command) ? [testBySubCommand(command)] : [];
}

/** True for unknown tools told to test in the usual way: `opa test`, `mill app.test`, `clj -M:test`. */
function toldToTest(command: ShellCommand): boolean {
  if (rulesOf(command.name).length > 0 || isTaskTool(command.name) || NEVER_TEST.has(command.name)) return false;
  const first = command.args.find(isOperand);
  const flagged = command.args.some((word) => /^-[AMX](?::[\w-]+)*:test$/.test(word.text));
  return flagged || /^(?:[\w-]+[.:])?(?:tests?|unittest|e2e|eunit)$/.test(first?.text ?? "");
}

/** Programs for which a word like `test` is a file, a folder or a name. */
const NEVER_TEST = new NameList(
  "git cat ls grep egrep rg head tail sed find fd wc echo cd pushd cp mv rm mkdir touch chmod tree du stat file diff code open vim less source docker ssh scp rsync tar zip tmux kill pkill node python python3 ruby php perl bash sh zsh gh curl wget export printf awk xargs tee which type test [ psql mysql sqlite3",
);

function testBySubCommand(command: ShellCommand): Check {
  return namedTask(command, { kind: "test", runner: `${command.name} test` });
}

/** Flags after which a program tells something about itself and checks nothing. */
const ASKS_ONLY = new NameList(
  "--help --version --list --listTests --collect-only --co --list-tests --listTestsOnly --showConfig --show-config --print-config --dry-run=client",
);
/** Programs that run both commands and the project's own tasks. */
const TASK_WRAPPERS = new Set(
  "pdm run|pixi run|hatch run|pipenv run|rye run|poetry run|uv run|devbox run|esy|lando".split("|"),
);

function ruledCheck(command: ShellCommand): Check | undefined {
  const words = /^sbtn?$/.test(command.name) ? command.args.flatMap(sbtTasks) : command.args;
  for (const rule of rulesOf(command.name)) {
    const check = applyRule(rule, command, words);
    if (check) return check;
  }
  return undefined;
}

/** To sbt a word is a command, or several: `core/testOnly *Cart`, `;clean;test`, `+Test/compile`. */
function sbtTasks(word: ShellWord): readonly ShellWord[] {
  if (!isOperand(word) && !word.text.startsWith("+")) return [word];
  return word.text
    .split(";")
    .map((task) => task.trim().split(" ", 1)[0] ?? "")
    .flatMap((task) => (task === "" ? [] : { ...word, text: task.replace(/^\+?(?:.*[/:])?/, "") }));
}

function applyRule(rule: PreparedRule, command: ShellCommand, words: readonly ShellWord[]): Check | undefined {
  const at = rule.subs ? words.findIndex((word, index) => isOperand(word) && !isValue(rule, words, index)) : -1;
  const sub = words[at]?.text ?? "";
  if (rule.subs && !rule.subs.has(sub) && !rule.subs.has("")) return undefined;
  const named = rule.subs?.has(sub) && sub !== "";
  const rest = named ? [...words.slice(0, at), ...words.slice(at + 1)] : words;
  const texts = words.map((word) => word.text.split("=", 1)[0] ?? word.text);
  const exact = words.map((word) => word.text);
  const has = (flags: ReadonlySet<string>): boolean =>
    texts.some((text) => flags.has(text)) || exact.some((text) => flags.has(text));
  if (rule.with.size > 0 && !has(rule.with)) return undefined;
  if (has(rule.without)) return undefined;
  const { targets, narrowed } = readScope(rule, rest);
  const kinds = rule.sessions ? kindsOfSessions(rule, targets) : [rule.kind, ...rule.also];
  const [kind] = kinds;
  if (kind === undefined) return undefined;
  const runner = named ? `${command.name} ${sub}` : command.name;
  return {
    kind,
    supports: kinds,
    runner,
    reads: rule.reads ?? command.name,
    silent: silence(rule.reads ?? command.name),
    told: false,
    scope: targets.length > 0 || narrowed ? "partial" : "whole",
    targets,
    ...runOptions(command),
    command: spelled(command),
    ...(command.cwd !== undefined && { cwd: command.cwd }),
  };
}

/** What sessions check. `tox -e lint` checks what its name says, `tox -e migrate` nothing; any other may check all. */
function kindsOfSessions(rule: PreparedRule, targets: readonly string[]): readonly CheckKind[] {
  const kinds = targets.flatMap((names) => names.split(",")).map(kindOfSession);
  const named = kinds.flatMap((kind) => (kind === undefined || kind === "other" ? [] : kind));
  if (kinds.length === 0 || kinds.includes(undefined) || named.includes(rule.kind)) return [rule.kind, ...rule.also];
  return [...new Set([...named, ...named.flatMap((kind) => ALSO_IN_SESSION[kind] ?? [])])];
}

function isOperand({ text }: ShellWord): boolean {
  return !text.startsWith("-") && !text.startsWith("+");
}

/** True when the word is the value of the flag before it. */
function isValue(rule: PreparedRule, words: readonly ShellWord[], index: number): boolean {
  return rule.valued.has(words[index - 1]?.text ?? "");
}

/** Words that name everything there is. */
export const WHOLE = expression()`
  ^(?:
    \.{1,2}\/?|\.\/\.\.\.|\.\.\.|\/\/\.\.\.|::
    |(?:\.\/)?(?:src|tests?|spec|specs|lib|app|packages|cmd|internal)\/?(?:\.\.\.)?
    |(?:\.\/)?(?:[\w.-]+\/)*\*{1,2}(?:\/[\w.*{},-]+|[\w.*{},-]*)|run|test|all
  )$
`;

function readScope(rule: PreparedRule, words: readonly ShellWord[]): { targets: string[]; narrowed: boolean } {
  const targets: string[] = [];
  let narrowed = false;
  for (let index = 0; index < words.length; index++) {
    const text = words[index]?.text ?? "";
    if (text === "--") continue;
    if (!text.startsWith("-")) {
      if (!rule.anyWords && !WHOLE.test(text)) targets.push(text);
      continue;
    }
    const [flag = "", inline] = text.split(/=(.*)/s, 2);
    if (rule.narrows.has(text) || rule.narrows.has(flag)) narrowed = true;
    if (rule.filters.has(flag)) targets.push(inline ?? words[++index]?.text ?? "");
    else if (rule.valued.has(flag) && inline === undefined) index++;
  }
  return { targets: targets.filter((target) => target !== ""), narrowed };
}

/** `python manage.py test`, `php bin/phpunit`, `node node_modules/.bin/jest`: the script's name is the program. */
function scriptRuledCheck(command: ShellCommand): Check | undefined {
  if (!isInterpreter(command.name)) return undefined;
  const at = command.args.findIndex(
    (word, index) => !word.text.startsWith("-") && command.args[index - 1]?.text !== "-d",
  );
  const script = command.args[at];
  if (!script || !NAMED_SCRIPT.test(script.text)) return undefined;
  const file = script.text.slice(script.text.lastIndexOf("/") + 1);
  const name = /^(?:manage|setup)\.py$/.test(file) ? file : file.replace(/^_|\.\w+$/g, "");
  return ruledCheck({ ...command, name, args: command.args.slice(at + 1) });
}

const NAMED_SCRIPT = /^(?:.*\/)?(?:manage\.py|artisan|setup\.py)$|(?:^|\/)(?:bin|\.bin|node_modules|vendor)\/[^ ]+$/;

function taskChecks(task: TaskCall, command: ShellCommand): readonly Check[] {
  const [first = ""] = task.names;
  if (task.source === "package") {
    // `pnpm tsc`, `bun run vitest`, `yarn jest`: the name of a program, not of a task.
    const program = ruledCheck({ ...command, name: first, args: task.args });
    if (program) return [program];
    const file = /\.[cm]?[jt]sx?$/.test(first)
      ? programRun({ ...command, name: first, rawName: `./${first}`, args: task.args })
      : undefined;
    if (file) return [file];
  }
  return task.names.flatMap((name) => {
    const local = task.source === "gradle" ? name.slice(name.lastIndexOf(":") + 1) : name;
    return namedCheck(local, command, task) ?? [];
  });
}

function namedCheck(
  name: string,
  command: ShellCommand,
  task: Pick<TaskCall, "tool" | "partial"> & Partial<TaskCall>,
): Check | undefined {
  const named = kindOfName(name);
  if (!named) return undefined;
  const gradle = task.tool.startsWith("gradle");
  const targets = (task.args ?? [])
    .map((word) => word.text)
    .filter((text) => !text.startsWith("-") && !WHOLE.test(text));
  const filtered = (task.args ?? []).some((word) =>
    /^(?:-t|-k|-g|--grep|--testNamePattern|--filter|-run|--tests)(?:=|$)/.test(word.text),
  );
  const cwd = task.directory === undefined ? command.cwd : joinPath(command.cwd, task.directory);
  const also: CheckKind[] =
    gradle && (named.kind === "test" || name === "build" || name === "check")
      ? ["build", "typecheck", ...(leavesOutTests(command) ? [] : (["test"] as const))]
      : [];
  return namedTask(command, {
    kind: named.kind,
    supports: [...new Set([named.kind, ...named.also, ...also])],
    runner:
      RUNS_BY_WORD.has(task.tool) && name !== "test" && name !== "start"
        ? `${task.tool} run ${name}`
        : `${task.tool} ${name}`,
    reads: READERS[task.tool] ?? "task",
    told: TELLS_FAILURE.has(task.tool),
    scope: task.partial || targets.length > 0 || filtered ? "partial" : "whole",
    targets,
    watches: named.watch || isWatching(command),
    ...(cwd !== undefined && { cwd }),
  });
}

/** True for `gradle build -x test`. */
function leavesOutTests({ args }: ShellCommand): boolean {
  return args.some(
    ({ text }, index) => /^(?:-x|--exclude-task)$/.test(text) && /(?:^|:)test$/.test(args[index + 1]?.text ?? ""),
  );
}

function silence(reads: string): Check["silent"] {
  if (reads === "tsc") return "marked";
  return SILENT_WHEN_CLEAN.has(reads) ? "yes" : "no";
}

const RUNS_BY_WORD = new Set(["npm", "pnpm", "bun", "mise"]);
const READERS: Readonly<Record<string, string>> = {
  gradle: "gradle",
  gradlew: "gradle",
  make: "make",
  gmake: "make",
  turbo: "turbo",
  nx: "nx",
  lerna: "nx",
};

import type { Pattern } from "./language/language.ts";
import { inlineCode } from "../thread/shell/inline-code.ts";
import { parseCommandLine } from "../thread/shell/parse-command-line.ts";
import type { ShellCommand } from "../thread/shell/shell-command.ts";
import { isScratchPath } from "../thread/shell-changes.ts";
import type { Step } from "../thread/thread.ts";
import type { Check } from "./check.ts";
import { checksOf } from "./checks.ts";
import { topicOf } from "./claimed-checks.ts";
import type { Facts } from "./facts.ts";
import type { CheckKind } from "./receipt.ts";
import { inputTexts, talks } from "./unknown-tools.ts";
import { maybeChecks } from "./maybe-checks.ts";
import { baseName, samePath } from "./paths.ts";
import { startedFile } from "./program-runs.ts";
import { taskCall } from "./runners/task-calls.ts";
import { kindOfName, namesOtherWork } from "./runners/task-names.ts";

/** Places where a check very likely ran unseen: helpers, tools that check, hooks of git, the remote's pipeline. */
export function mayHaveRunUnseen(facts: Facts, kind?: CheckKind, after = 0): boolean {
  const about = kind === undefined ? /./ : topicOf(facts, kind);
  return facts.steps.some((step) => {
    if (step.number > after && isUnseenRun(facts, step, kind, about)) return true;
    return step.number >= after && isTests(kind) && ranByHook(step);
  });
}

function isTests(kind: CheckKind | undefined): boolean {
  return kind === undefined || kind === "test";
}

const HOOK_OF_HOST = /PostToolUse|AfterTool|hook_context|\bhook\b[^\n]{0,60}:/i;

/** A hook of the host runs after an edit, and its words come with the edit's result. */
function ranByHook({ action, result }: Step): boolean {
  if (!result || (action.kind !== "edit" && action.kind !== "create")) return false;
  return HOOK_OF_HOST.test(result.output.slice(0, END)) && saysSummary(result.output);
}

function isUnseenRun(facts: Facts, step: Step, check: CheckKind | undefined, about: Pattern): boolean {
  const { kind, command = "" } = step.action;
  if (kind === "subagent") return true;
  if (kind === "read" && /lints?$/i.test(step.tool)) return check !== "test";
  if (kind === "other") return mayCheck(step, check);
  const output = step.result?.output ?? "";
  if (kind === "read")
    return isTests(check) && step.action.paths.some(isLog) && isFresh(facts, step) && saysSummary(output);
  if (kind !== "execute") return false;
  if (RUNS_CHECKS.test(command)) return true;
  if (/\bgit\b[^&|;]*\b(?:commit|push)\b/.test(command)) {
    if (about.test(output) || HOOK_LINES.test(output) || tellsOfHook(facts, about)) return true;
    return isTests(check) && saysSummary(output);
  }
  if (!isTests(check)) return false;
  if (!MADE_UP.test(command)) return SUMMARY.test(output);
  return SHOWS_LOG.test(command) && isFresh(facts, step) && saysSummary(output);
}

/** Services and tools of git that check, or are told to run a check. */
const RUNS_CHECKS =
  /\bgh\s+(?:pr\s+checks|pr\s+view\b.*\bstatusCheckRollup|run\s+\w+|workflow\s+run|api\b.*\b(?:check-runs|check-suites|actions))|\bglab\s+ci|\b(?:pre-commit|lefthook|husky|act)\b|\bgit\b[^&|;]*\b(?:rebase\b[^&|;]*\s(?:--exec|-x)|bisect\s+run)\b/;

/** A tool of another maker checked this. */
export function checkedByTool({ steps }: Facts, kind: CheckKind): boolean {
  return steps.some((step) => step.action.kind === "other" && mayCheck(step, kind));
}

/** A tool of another maker: its name or a word of its input says so, it was handed the command of a check, or it prints a runner's end. */
function mayCheck(step: Step, check: CheckKind | undefined): boolean {
  if (step.result?.status === "rejected") return false;
  const output = step.result?.output ?? "";
  if (CHECKING_TOOL.test(step.tool) || (isTests(check) && saysSummary(output))) return true;
  if (STATUS_TOOL.test(step.tool)) return /success|pass|green/i.test(output.slice(-END));
  if (talks(step.tool)) return false;
  return inputTexts(step.input).some(
    (text) => text.length <= LONGEST_COMMAND && (/^\w+$/.test(text) ? CHECKING_WORD.test(text) : isCheckLine(text)),
  );
}

const CHECKING_TOOL = /test|check|verif|lint|build|diagnos|errors|problems|run|exec|ci\b/i;
/** Tools that tell how a pipeline stands. */
const STATUS_TOOL = /pull_request_read|get_pull_request|(?<!git_)status|workflow|pipeline/i;
const CHECKING_WORD = /test|check|verif|lint|build|diagnos/i;
const LONGEST_COMMAND = 500;

function isCheckLine(text: string): boolean {
  return maybeChecks(text) && parseCommandLine(text).some((command) => checksOf(command).some(isCheck));
}

/** A log can only tell of a run after the code was changed when it is read after that. */
function isFresh({ changes }: Facts, step: Step): boolean {
  return changes.every((change) => change.step < step.number || (change.role !== "code" && change.role !== "test"));
}

function isLog(path: string): boolean {
  return /\.(?:log|out|tap)$/i.test(path);
}

const SHOWS_LOG = /^\s*(?:cat|head|tail|grep|rg|sed|awk|less)\b.*\.(?:log|out|tap)\b/i;

/** Only the end is looked at: that is where a runner sums up, and outputs are long. */
function saysSummary(output: string): boolean {
  return SUMMARY.test(output.slice(-END));
}

const END = 4000;

/** The closing names a hook or a pipeline as the one who checked this. */
function tellsOfHook(facts: Facts, about: Pattern): boolean {
  const { byHook } = facts.language.closing;
  return facts.closing.prose.sentences.some(({ text }) => about.test(text) && byHook.test(text));
}

/** What tools that hang on git's hooks print. */
const HOOK_LINES =
  /\.{3,200}\s*(?:\([^)]*\))?(?:Passed|Skipped|Failed)\s*$|^\s*(?:✔|✓|🥊|┃|›)|lint-staged|husky|lefthook/m;
/** What a runner says at its end, whoever started it. */
const SUMMARY =
  /(?:\b|\\n)\d+ (?:tests?|specs?|examples?|assertions?)\b(?! (?:collected|found|discovered))|\b\d+ (?:passed|passing|failed)\b|\b(?:tests?|suites?):? +(?:passed|ok)\b|\bTests (?:run|passed|Passed): *\d|\btests? (?:succeeded|successful)\b|"(?:passed|failed)": ?\d|\bpassed=\d|^ok \d+ - |\bSuccess\/Total: \d|^(?:ok\s+\S+\s+(?:[\d.]+s|\(cached\))|PASS|--- PASS: .*)$/im;
/** Commands that print what they were told to print: echoes, inline scripts, files outside the project, files being shown. */
const MADE_UP =
  /^\s*(?:echo|printf|cat|head|tail|grep|rg|sed|awk|less|ls|find\b(?!.*-exec)|git|gh|curl|wget|jq)\b|<<|\s-[ce]\s|\/tmp\/|\/var\/folders\//;

/** A program ran of which we do not know what it does: it may have been the check. */
export function ranUnknown(facts: Facts, after = 0): boolean {
  return facts.steps.some(
    (step) =>
      step.number > after &&
      step.action.kind === "execute" &&
      step.result?.status === "done" &&
      step.action.command !== undefined &&
      parseCommandLine(step.action.command).some((command) => isUnknown(command) || runsWrittenScript(facts, command)),
  );
}

/** Something after a step may have been the same check once more, with another end. */
export function mayHaveRunAgain(facts: Facts, kind: CheckKind, after: number): boolean {
  return mayHaveRunUnseen(facts, kind, after) || ranUnknown(facts, after);
}

/** A throw-away script that calls a checker: what it ran is in the text that was written, not in the command. */
function runsWrittenScript(facts: Facts, command: ShellCommand): boolean {
  const names = [command.rawName, ...command.args.map((word) => word.text)].filter(isScratchPath);
  return facts.changes.some(
    ({ path, newText }) =>
      newText !== undefined &&
      names.includes(path) &&
      (TEST_CALL.test(newText) || parseCommandLine(newText).some((each) => checksOf(each).some(isCheck))),
  );
}

function isCheck({ kind }: Check): boolean {
  return kind !== "run" && kind !== "probe";
}

/** A script of the project itself ran to its end after a step: what it does, only the project knows. */
export function ranOwnScript(facts: Facts, after = 0): boolean {
  return facts.steps.some(
    (step) =>
      step.number > after &&
      step.action.kind === "execute" &&
      step.result?.status === "done" &&
      step.action.command !== undefined &&
      parseCommandLine(step.action.command).some((command) => isOwnScript(facts, command)),
  );
}

/** Neither thrown away, nor for other work, nor the product itself, nor what was just written. */
function isOwnScript(facts: Facts, command: ShellCommand): boolean {
  const [check] = checksOf(command);
  const file = check?.kind === "run" ? startedFile(command) : undefined;
  if (file === undefined || isScratchPath(file) || PRODUCT.test(file) || namesOtherWork(baseName(file))) return false;
  return !facts.changes.some((change) => samePath(change.path, file));
}

const PRODUCT =
  /(?:^|\/)(?:src|lib|app|dist|build|out|target|examples?|node_modules)\/|(?:^|\/)(?:main|index|app|server|cli|__main__|demo|manage|setup|artisan|rails|console)(?:\.\w+)?$/;

function isUnknown(command: ShellCommand): boolean {
  if (command.unparsed) return true;
  if (command.name === "" || command.pipeline.index > 0) return false;
  const code = inlineCode(command);
  if (code !== undefined) return TEST_CALL.test(code);
  const task = taskCall(command);
  if (task) return isOpenTask(command, task.names);
  const [check] = checksOf(command);
  if (check) return check.kind === "run" && isHouseScript(command);
  if (command.args.some((word) => LISTS_ONLY.has(word.text))) return false;
  if (command.args.some((word) => ENDS_WITH_TESTS.test(word.text))) return true;
  const name = command.name.toLowerCase();
  return !KNOWN_PROGRAMS.has(name) || (STARTERS.has(name) && command.args.some((word) => TEST_WORD.test(word.text)));
}

/** A task whose name says nothing, or the default of a tool that builds, checks and tests in one. */
function isOpenTask(command: ShellCommand, names: readonly string[]): boolean {
  if (command.args.every((word) => word.text.startsWith("-"))) return true;
  return names.some((name) => kindOfName(name) === undefined && !namesOtherWork(name));
}

/** A script of the project, or its own program told to test. Throw-away files are neither, nor is a script for other work. */
function isHouseScript(command: ShellCommand): boolean {
  const words = [command.rawName, ...command.args.map((word) => word.text)].filter((word) => !word.startsWith("-"));
  if (words.some(isScratchPath)) return false;
  if (words.some((word) => CHECKING_NAME.test(word) || /[a-z](?:Tests?|Specs?|Suite)$/.test(word))) return true;
  const script = words.find((word) => /\.(?:sh|bash|ps1|bat|mk)$/i.test(word));
  return script !== undefined && !namesOtherWork(script.slice(script.lastIndexOf("/") + 1));
}

const CHECKING_NAME =
  /(?:^|[^a-z])(?:tests?|specs?|unit|checks?|verify|ci|cibuild|qa|suites?|conformance|selftest|regress(?:ion)?)(?:[^a-z]|$)/i;
const TEST_WORD = /^(?:tests?|specs?|check|verify|ci)$|\s(?:tests?|specs?|check|pytest|jest|vitest|phpunit)\b/i;
/** Of the known programs, those that can be told to test. */
const STARTERS = new Set(
  "cargo go docker docker-compose podman uv poetry mix dotnet mvn gradle terraform tofu helm npm pnpm yarn ssh perl ruby php node python python3 bash sh".split(
    " ",
  ),
);
/** Containers that are started to end with the tests' own code. */
const ENDS_WITH_TESTS = /^--(?:exit-code-from|abort-on-container-exit)\b/;
const TEST_CALL = /\btest\w*\s*\(|::test|\.test\b|unittest|pytest/;
const LISTS_ONLY = new Set(
  "--help --version -h -V --collect-only --co --list --list-tests --listTests -list".split(" "),
);

/** Programs that look around, fetch, install, move things or talk to services, and never run a project's checks. */
const KNOWN_PROGRAMS = new Set(
  (
    "git cat ls grep egrep fgrep rg ag head tail sed find fd wc echo pwd cd which where whereis sort uniq cut awk gawk tr diff " +
    "file stat tree nl less more jq yq du df ps printf mkdir rmdir touch cp mv rm ln chmod chown gh glab date sleep true false " +
    "export unset set alias basename dirname realpath readlink type test [ read wait kill pkill killall pgrep lsof tee xargs " +
    "seq env printenv source . exit return trap eval exec command time clear tput uname whoami id hostname nproc " +
    "npm pnpm yarn bun npx deno pip pip3 pipx uv poetry pdm conda mamba cargo rustup go gem bundle bundler composer mix dotnet " +
    "mvn gradle brew apt apt-get yum dnf apk choco winget nvm fnm volta asdf mise corepack direnv " +
    "docker docker-compose podman kubectl helm terraform tofu aws gcloud az flyctl vercel netlify wrangler heroku " +
    "psql mysql sqlite3 redis-cli mongosh createdb dropdb pg_dump prisma alembic rails artisan " +
    "curl wget http xh ping nc dig host openssl base64 md5sum shasum sha256sum xxd od hexdump cmp comm column paste tar zip " +
    "unzip gzip gunzip rsync scp ssh-keygen open xdg-open code nano tmux screen " +
    "python python3 py node ruby php perl bash sh zsh java javac gcc cc g++ clang make cmake " +
    "prettier black gofmt goimports rustfmt isort autopep8 shfmt protoc sqlc " +
    "get-content get-childitem set-content select-string select-object write-host write-output test-path remove-item " +
    "copy-item move-item new-item get-location set-location out-file dir findstr ver history cal tac rev fold nohup"
  ).split(" "),
);

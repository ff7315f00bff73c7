import type { Pattern } from "../language/pattern.ts";
import { leavesHooksOut, mayStartHooks } from "../../thread/shell/git-hooks.ts";
import { inlineCode } from "../../thread/shell/inline-code.ts";
import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import type { ShellCommand } from "../../thread/shell/shell-command.ts";
import { isScratchPath } from "../../thread/shell-changes.ts";
import type { Step } from "../../thread/thread.ts";
import { checksOf } from "../receipts/checks.ts";
import { topicOf } from "../check-names.ts";
import type { Facts } from "../facts.ts";
import { lookingPrograms } from "../receipts/looking-programs.ts";
import type { CheckKind } from "../receipts/receipt.ts";
import { callsTests, fedLines, isCheck, isCheckLine, isUnknown, commandWords } from "./unknown-commands.ts";
import { typedTexts } from "./typed-texts.ts";
import { inputTexts, talks } from "./unknown-tools.ts";
import { opensTests } from "./opened-pages.ts";
import { END_OF_OUTPUT, saysPassed, saysSummary, SUMMARY } from "./printed-summaries.ts";
import { maybeChecks } from "../receipts/maybe-checks.ts";
import { readOutcome } from "../outcomes/read-outcome.ts";
import { baseName, isOutside, placedPath, samePath } from "../changes/paths.ts";
import { startedFile } from "../receipts/program-runs.ts";
import { namesOtherWork } from "../runners/task-names.ts";

/** True when a check very likely ran unseen: in a subagent, a tool that checks, a git hook or a remote pipeline. */
export function mayHaveRunUnseen(facts: Facts, kind?: CheckKind, after = 0): boolean {
  const about = kind === undefined ? /./ : topicOf(facts, kind);
  return facts.steps.some((step) => {
    if (step.number > after && isUnseenRun(facts, step, kind, about)) return true;
    return step.number >= after && ranByHook(step, kind, about);
  });
}

function isTests(kind: CheckKind | undefined): boolean {
  return kind === undefined || kind === "test";
}

const HOOK_OF_HOST = /PostToolUse|AfterTool|hook_context|\bhook\b[^\n]{0,60}:/i;

/** True when a hook of the host tells of this check: it runs after an edit, and prints into the edit's result. */
function ranByHook(step: Step, kind: CheckKind | undefined, about: Pattern): boolean {
  const output = step.result?.output ?? "";
  return spokeHook(step) && (isTests(kind) ? saysSummary(output) : about.test(output.slice(0, END_OF_OUTPUT)));
}

/** True when a hook of the host ran after this edit, and printed something. */
export function spokeHook({ action, result }: Step): boolean {
  if (!result || (action.kind !== "edit" && action.kind !== "create")) return false;
  return HOOK_OF_HOST.test(result.output.slice(0, END_OF_OUTPUT));
}

function isUnseenRun(facts: Facts, step: Step, check: CheckKind | undefined, about: Pattern): boolean {
  const { kind, command = "" } = step.action;
  if (kind === "subagent") return true;
  if (kind === "read" && /lints?$/i.test(step.tool)) return check !== "test";
  if (kind === "other") return mayCheck(step, check);
  if (kind === "fetch") return isTests(check) && opensTests(step);
  if (kind === "read")
    return (
      isTests(check) && step.action.paths.some(isLog) && isFresh(facts, step) && saysPassed(step.result?.output ?? "")
    );
  if (kind !== "execute") return false;
  if (wasTyped(step)) return true;
  if (RUNS_CHECKS.test(command) || runsHooks(command)) return true;
  const isGit = mayStartHooks(command);
  if (!isGit && !isTests(check)) return false;
  const output = step.result?.output ?? "";
  if (isGit) {
    if (HOOK_LINES.test(output)) return true;
    if ((about.test(output) || tellsOfHook(facts, about)) && !leavesHooksOut(parseCommandLine(command))) return true;
    return isTests(check) && saysSummary(output);
  }
  const receipt = facts.receipts.find((candidate) => candidate.step === step.number && candidate.kind === "test");
  if (receipt) return receipt.outcome === "unknown" && readOutcome("task", "test", output)?.status === "passed";
  if (SHOWS_LOG.test(command)) return isFresh(facts, step) && saysPassed(output);
  return maybeChecks(command) && SUMMARY.test(output) && mayHaveTested(facts, command);
}

/** True when the step typed into an open session or fetched its output. An earlier turn may have begun what runs. */
export function isOfSession({ action, tool }: Step): boolean {
  return (action.kind === "execute" && action.command === undefined) || /output/i.test(tool);
}

/** True when a check was typed into an open session, and the output shows no failure. */
function wasTyped(step: Step): boolean {
  return (
    typedTexts(step).some(isCheckLine) && readOutcome("task", "test", step.result?.output ?? "")?.status !== "failed"
  );
}

/** True when some command of the line may have run tests itself and printed their summary. */
function mayHaveTested(facts: Facts, line: string): boolean {
  return parseCommandLine(line).some((command) => !isMadeUp(facts, command));
}

/** True when the command prints what it was told to: an echo, a shown file, an inline script, a temporary file. */
function isMadeUp(facts: Facts, command: ShellCommand): boolean {
  if (command.unparsed) return false;
  if (command.name === "" || SHOWING.has(command.name)) return true;
  const code = inlineCode(command);
  if (code !== undefined) return !callsTests(code);
  const fed = fedLines(command);
  if (fed !== undefined) return !mayHaveTested(facts, fed);
  if (runsWrittenScript(facts, command)) return false;
  return commandWords(command).some(
    (word) => isThrownAway(facts, word) && (SOURCE.test(word) || wasWritten(facts, word)),
  );
}

function wasWritten({ changes }: Facts, file: string): boolean {
  return changes.some(({ path, newText }) => newText !== undefined && samePath(path, file));
}

/** True when the path lies in a temporary folder, and not in the project. */
function isThrownAway({ thread }: Facts, path: string): boolean {
  return isScratchPath(path) && isOutside(placedPath(path, thread.cwd), thread.cwd);
}

/** Texts that a program reads, not programs by themselves. */
const SOURCE =
  /\.(?:[cm]?[jt]sx?|py|rb|php|pl|lua|go|rs|sh|bash|zsh|ps1|java|kts?|swift|exs?|[cdm]|cc|cpp|cxx|cs|hs|zig|txt|json|md)$/i;

/** Commands of services and of git that check, or are told to run a check. */
const RUNS_CHECKS =
  /\bgh\s+(?:(?:cs|codespace)\s+ssh|pr\s+checks|pr\s+view\b.{0,300}\bstatusCheckRollup|run\s+\w+|workflow\s+run|api\b.{0,300}\b(?:check-runs|check-suites|actions))|\bg?lab\s+ci|\b(?:gcloud\s+(?:\w+\s+)?builds|aws\s+codebuild|az\s+pipelines)\s|\bgit\b[^&|;]{0,200}\b(?:rebase\b[^&|;]{0,200}\s(?:--exec|-x)|bisect\s+run|hook\s+run)\b/;

/** True when the line starts a program that runs the checks of hooks or pipelines. Its mere name does not count. */
function runsHooks(line: string): boolean {
  if (!/\b(?:pre-commit|lefthook|husky|act)\b/.test(line)) return false;
  return parseCommandLine(line).some(({ name, args }) => {
    const program = /^(?:npx|bunx|pnpx|uvx|pipx)$/.test(name) ? (args[0]?.text ?? "") : name;
    return /^(?:pre-commit|lefthook|husky|act)$/.test(program);
  });
}

/** True when a third-party tool may have run a check of this kind. */
export function checkedByTool({ steps }: Facts, kind: CheckKind): boolean {
  return steps.some((step) => step.action.kind === "other" && mayCheck(step, kind));
}

/** True when a third-party tool may have checked: by its name, a word or a command of its input, or its output. */
function mayCheck(step: Step, check: CheckKind | undefined): boolean {
  if (step.result?.status === "rejected") return false;
  if (CHECKING_TOOL.test(step.tool)) return true;
  const output = step.result?.output ?? "";
  if (isTests(check) && (saysSummary(output) || opensTests(step))) return true;
  if (STATUS_TOOL.test(step.tool)) return /success|pass|green|^\W*ok\W*$/i.test(output.slice(-END_OF_OUTPUT));
  if (talks(step.tool)) return false;
  return inputTexts(step.input).some(
    (text) =>
      text.length <= LONGEST_COMMAND &&
      (/^\w+$/.test(text) ? CHECKING_WORD.test(text) : isCheckLine(text) || callsTests(text)),
  );
}

/** True when a third-party tool that watches something said, after a step, only that all is well: maybe of a check. */
export function answeredWell({ steps }: Facts, after = 0): boolean {
  return steps.some(
    ({ number, tool, action, result }) =>
      number > after &&
      action.kind === "other" &&
      result?.status === "done" &&
      WELL.test(result.output.slice(0, END_OF_OUTPUT)) &&
      WATCHING_TOOL.test(tool) &&
      !talks(tool),
  );
}

const WELL =
  /^\W*(?:(?:status|state|result|conclusion)\W+)?(?:ok(?:ay)?|pass(?:ed)?|success(?:ful)?|succeeded|green|completed?|done)\W*$/i;
/** Names of tools that start something or wait for its end, and do not say what it was. */
const WATCHING_TOOL =
  /monitor|watch|trigger|dispatch|gate|quality|sonar|scan|audit|validat|inspect|nightly|pipeline|workflow|remote|poll|job/i;

const CHECKING_TOOL =
  /(?:^|[^a-z])(?:tests?|check|verif|lint|build|diagnos|errors|problems|run|exec|ci|eval|pre_?commit)|(?:Test|Check|Verif|Lint|Build|Diagnos|Errors|Problems|Run|Exec)(?![a-z]*(?:Release))/;
/** Tools that tell how a pipeline stands. */
const STATUS_TOOL = /pull_request_read|get_pull_request|(?<!git_)status|workflow|pipeline/i;
const CHECKING_WORD = /test|check|verif|lint|build|diagnos/i;
const LONGEST_COMMAND = 500;

/** True when the step came after all changes of code: only then can a log that it reads be of the changed code. */
function isFresh({ changes }: Facts, step: Step): boolean {
  return changes.every((change) => change.step < step.number || (change.role !== "code" && change.role !== "test"));
}

function isLog(path: string): boolean {
  return /\.(?:log|out|tap)$/i.test(path);
}

const SHOWS_LOG =
  /(?:^|[;&|])\s*(?:cat|head|tail|grep|rg|sed|awk|less)\b[^;&|]*\.(?:log|out|tap)\b|^\s*(?:sleep|wait)\b/i;

/** True when the closing says that a hook or a pipeline checked this. */
function tellsOfHook(facts: Facts, about: Pattern): boolean {
  const { byHook } = facts.language.closing;
  return facts.closing.prose.sentences.some(({ text }) => about.test(text) && byHook.test(text));
}

/** What tools that run git hooks print. */
const HOOK_LINES =
  /(?<!\.)\.{3,200}[ \t]*(?:\([^)\n]{0,200}\))?(?:Passed|Skipped|Failed)\s*$|^[ \t]*(?:✔|✓|🥊|┃|›)|lint-staged|husky|lefthook/m;
/** Programs that print what they were told to print, or what stands in a file. */
const SHOWING = lookingPrograms("more git curl wget yq tee pushd popd set unset source . cp ln");

/** True when a program ran and we do not know what it does: it may have been the check. */
export function ranUnknown(facts: Facts, after = 0): boolean {
  return ranToEnd(
    facts,
    after,
    (command) =>
      isUnknown(command) ||
      isCheckOfProject(facts, command) ||
      runsWrittenScript(facts, command) ||
      runsBuiltProgram(facts, command),
  );
}

/** True when the command's full path looks temporary, but by its path in the project it is a check, or may be one. */
function isCheckOfProject(facts: Facts, command: ShellCommand): boolean {
  const seen = seenFromProject(facts, command);
  return seen !== command && (isUnknown(seen) || checksOf(seen).some(isCheck));
}

/** The command with paths seen from the project. If the project lies in a temporary folder, its own files are kept. */
function seenFromProject(facts: Facts, command: ShellCommand): ShellCommand {
  const { cwd = "" } = facts.thread;
  if (!isScratchPath(cwd)) return command;
  const seen = (text: string): string =>
    isScratchPath(text) && !isThrownAway(facts, text) ? `./${placedPath(text, cwd)}` : text;
  const args = command.args.map((word) => ({ ...word, text: seen(word.text) }));
  return { ...command, rawName: seen(command.rawName), args };
}

/** True when a line with such a command ran to its end after a step. */
function ranToEnd({ steps }: Facts, after: number, is: (command: ShellCommand) => boolean): boolean {
  return steps.some(
    ({ number, action, result }) =>
      number > after &&
      action.kind === "execute" &&
      result?.status === "done" &&
      action.command !== undefined &&
      parseCommandLine(action.command).some(is),
  );
}

/** True when something after a step may have been the same check again, with another result. */
export function mayHaveRunAgain(facts: Facts, kind: CheckKind, after: number): boolean {
  return mayHaveRunUnseen(facts, kind, after) || ranUnknown(facts, after);
}

/** True for a temporary program that this turn built from files of the project, perhaps from its tests. */
function runsBuiltProgram(facts: Facts, command: ShellCommand): boolean {
  if (command.pipeline.index > 0 || SHOWING.has(command.name)) return false;
  const started = commandWords(command).find((word) => isThrownAway(facts, word) && !SOURCE.test(word));
  if (started === undefined || checksOf(command).some(isCheck)) return false;
  return facts.steps.some(
    ({ action }) =>
      action.command !== undefined &&
      /\/(?:tmp|folders|shm)\//.test(action.command) &&
      parseCommandLine(action.command).some((other) => other !== command && builds(facts, other, started)),
  );
}

function builds(facts: Facts, command: ShellCommand, program: string): boolean {
  if (!checksOf(command).some(({ kind }) => kind === "build") && command.name !== "cmake") return false;
  const words = commandWords(command);
  if (words.some((word) => isThrownAway(facts, word) && SOURCE.test(word))) return false;
  return words.some((word) => word === program || word.endsWith(`=${program}`) || program.startsWith(`${word}/`));
}

/** True for a temporary script that calls a checker: what it ran is in the text of the script, not in the command. */
function runsWrittenScript(facts: Facts, command: ShellCommand): boolean {
  const names = commandWords(command).filter(isScratchPath);
  if (names.length === 0) return false;
  return facts.changes.some(
    ({ path, newText }) =>
      newText !== undefined &&
      names.includes(path) &&
      (callsTests(newText) || parseCommandLine(newText).some((each) => checksOf(each).some(isCheck))),
  );
}

/** True when a script of the project itself ran to its end after a step: what it does, only the project knows. */
export function ranOwnScript(facts: Facts, after = 0): boolean {
  return ranToEnd(facts, after, (command) => isOwnScript(facts, seenFromProject(facts, command)));
}

/** True for a script that is not temporary, not for other work, not the product itself, and not just written. */
function isOwnScript(facts: Facts, command: ShellCommand): boolean {
  const [check] = checksOf(command);
  const file = check?.kind === "run" ? startedFile(command) : undefined;
  if (file === undefined || isScratchPath(file) || PRODUCT.test(file) || namesOtherWork(baseName(file))) return false;
  return !facts.changes.some((change) => samePath(change.path, file));
}

const PRODUCT =
  /(?:^|\/)(?:src|lib|app|dist|build|out|target|examples?|node_modules)\/|(?:^|\/)(?:main|index|app|server|cli|__main__|demo|manage|setup|artisan|rails|console)(?:\.\w+)?$/;

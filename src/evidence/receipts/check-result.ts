import { literally } from "../../literally.ts";
import { NameList } from "../../name-list.ts";
import type { Mask, ShellCommand } from "../../thread/shell/shell-command.ts";
import type { Check } from "./check.ts";
import { isUnreached, mayFail, standingInChain } from "./failing-part.ts";
import type { LineEnd, LineRun } from "./line-run.ts";
import { summaryOf } from "./line-summary.ts";
import { viewOf, type View } from "./line-view.ts";
import { endsNotFound, neverStarted } from "./never-started.ts";
import { isPlainPass, type Outcome } from "../outcomes/outcome.ts";
import { saysTaskFailed } from "../outcomes/read-outcome.ts";
import type { CheckCounts, CheckOutcome, RunEnd } from "./receipt.ts";

/** What the end of its line proves about one check. */
export interface CheckResult {
  readonly ended: RunEnd;
  readonly outcome: CheckOutcome;
  readonly exitCode?: number;
  readonly counts: CheckCounts;
  readonly cached?: true;
}

const NO_COUNTS: CheckCounts = {};

/** Decides by the exit code where it is the check's own, else by the runner's summary, and otherwise not at all. */
export function resultOf(run: LineRun): CheckResult {
  const { placed, commands, end } = run;
  const command = commands[placed.index];
  const ended = endOf(end);
  if (!command || ended === "running" || ended === "interrupted")
    return { ended, outcome: "unknown", counts: NO_COUNTS };
  const view = viewOf(commands, placed.index, end.output);
  const told = believedSummary(run, command, view);
  switch (ended) {
    case "timed-out":
      return resultOfWhole(run, told) ?? { ended, outcome: "unknown", counts: NO_COUNTS };
    case "background":
      return laterResult(run) ?? stillRunning(told);
    case "done":
      return command.mask?.kind === "background" && !told ? stillRunning(told) : resultOfDone(run, command, view, told);
  }
}

/** What the runner says of the check, where the output shows enough of it and nothing speaks against it. */
function believedSummary(run: LineRun, command: ShellCommand, view: View): Outcome | undefined {
  const { placed, line, commands, end } = run;
  const summary = view.hidden ? undefined : summaryOf(placed, line, command, end.output);
  if (!summary || !trusted(summary, placed.check, view) || mayBeFirstTry(summary, commands, end)) return undefined;
  if (isOfOneTask(summary, placed.check) && line.length > 1) return undefined;
  return isPlainPass(summary) && endedBadly(end) ? undefined : summary;
}

function shownBy(told: Outcome | undefined): Pick<CheckResult, "counts" | "cached"> {
  return { counts: told?.counts ?? NO_COUNTS, ...(told?.cached && { cached: true as const }) };
}

/** Only the program was stopped where its summary means that the run was over. */
function resultOfWhole({ placed }: LineRun, told: Outcome | undefined): CheckResult | undefined {
  return told && isWholeRun(placed.check) ? { ended: "done", outcome: told.status, ...shownBy(told) } : undefined;
}

function stillRunning(told: Outcome | undefined): CheckResult {
  return { ended: "background", outcome: "unknown", ...shownBy(told) };
}

function resultOfDone(run: LineRun, command: ShellCommand, view: View, told: Outcome | undefined): CheckResult {
  const { placed, end } = run;
  if (isUnreached(run)) return { ended: "done", outcome: "nothing-ran", counts: NO_COUNTS };
  if (listsFiles(run)) return { ended: "done", outcome: "failed", counts: NO_COUNTS };
  const code = ownCode(run);
  const provesNothing = code === 0 && endsWellAlways(placed.check);
  if (code === undefined || provesNothing) return resultByWords(run, command, view, told);
  if (isStop(code)) return resultOfWhole(run, told) ?? stopped(code, told);
  return { ended: "done", outcome: byCode(code, told, end.output), exitCode: code, ...shownBy(told) };
}

function stopped(code: number, told: Outcome | undefined): CheckResult {
  const ended = code === 124 ? "timed-out" : "interrupted";
  return { ended, outcome: "unknown", exitCode: code, ...shownBy(told) };
}

/** The result where no exit code is the check's own. */
function resultByWords(run: LineRun, command: ShellCommand, view: View, told: Outcome | undefined): CheckResult {
  const outcome = byWords(run, view, told);
  const isDenied = outcome === "failed" && endedWell(command, run.end) && !endsWellAlways(run.placed.check);
  return { ended: "done", outcome: isDenied ? "unknown" : outcome, ...shownBy(told) };
}

/**
 * The result when the host told the exit code of a background line later. Its output is not seen here, so the code
 * counts only where it is the check's own. A watcher's code proves nothing: somebody ended it.
 */
function laterResult(run: LineRun): CheckResult | undefined {
  const { placed, commands, end } = run;
  if (end.exitCode === undefined || commands[placed.index]?.mask || placed.check.watches) return undefined;
  const told: LineEnd = { ...end, status: end.exitCode === 0 ? "done" : "error", output: "" };
  const code = ownCode({ ...run, end: told });
  if (code === undefined || isStop(code) || endsWellAlways(placed.check)) return undefined;
  return { ended: "done", outcome: byCode(code, undefined, ""), exitCode: code, counts: NO_COUNTS };
}

/** False where the line ended well and passes the check's own code on: then no output can make it a failure. */
export function mayHaveFailed(run: LineRun): boolean {
  const { placed, commands, end } = run;
  const command = commands[placed.index];
  if (listsFiles(run)) return true;
  return !command || !runsAlways(command) || endsWellAlways(placed.check) || !endedWell(command, end);
}

/** True when a summary means that the whole run was over: if the run hung or waited after it, only that was stopped. */
function isWholeRun(check: Check): boolean {
  return check.watches || !LISTS_PARTS.has(check.reads);
}

function endOf(end: LineEnd): RunEnd {
  switch (end.status) {
    case "timed-out":
      return "timed-out";
    case "interrupted":
    case "rejected":
      return "interrupted";
    case "background":
      return "background";
    case "running":
      return "running";
    case "done":
    case "error":
      return "done";
  }
}

/** True for the codes of a stopped run: 124 is `timeout`; 130, 137 and 143 are a program stopped from outside. */
export function isStop(code: number | undefined): code is number {
  return code === 124 || code === 130 || code === 137 || code === 143;
}

/**
 * True when the visible output is enough to believe the summary. A list of packages that passed proves nothing when the
 * lines of those that failed may be cut away (hooks have no last line that would tell of them). "No tests" proves
 * nothing when parts with tests may be cut away: `cargo test | tail` ends with the examples of the documentation.
 */
function trusted(summary: Outcome, check: Check, view: View): boolean {
  if (summary.status === "nothing-ran") return !view.cut && !(view.partial && sumsPartsUp(check));
  if (summary.status !== "passed") return true;
  if (view.cut && FAILURES_LAST.has(check.reads)) return false;
  if (ENDS_WITH_ALL.has(check.reads)) return true;
  if (!LISTS_PARTS.has(check.reads)) return !(view.cut && sumsPartsUp(check));
  if (check.reads === "pre-commit" && view.partial) return false;
  return !view.cut && view.filtered !== "other";
}

/** True when the failure may be of an earlier try: a loop that breaks at the first pass prints the failed tries too. */
function mayBeFirstTry(summary: Outcome, commands: readonly ShellCommand[], end: LineEnd): boolean {
  return summary.status === "failed" && end.status === "done" && commands.some((command) => command.name === "break");
}

/** True when the summary says that one task found nothing to run: it does not say which task of the line that was. */
function isOfOneTask({ status }: Outcome, { reads }: Check): boolean {
  return status === "nothing-ran" && reads === "task";
}

function endedBadly({ status, exitCode }: LineEnd): boolean {
  return status === "error" || (exitCode ?? 0) !== 0;
}

/** True when the tool sums up one part after the other: packages, projects, modules, binaries. */
function sumsPartsUp({ reads, command }: Check): boolean {
  return ONE_BY_ONE.has(reads) || /\s(?:-r|--recursive|-ws|--workspaces|workspaces)\b/.test(command);
}

const ONE_BY_ONE = new NameList("go cargo dotnet maven gradle sbt swift mix turbo nx make");
/** Tools that say at the very end whether all parts went well, however many there are. */
const ENDS_WITH_ALL = new Set(["gradle", "maven"]);
const LISTS_PARTS = new Set(["go", "task", "make", "pre-commit", "turbo", "nx"]);
/** Runners that print the failures below the passes, and nothing there without failures: a cut end may hide them. */
const FAILURES_LAST = new Set(["mocha", "bun", "cypress"]);

/** The exit code of the check itself, where the line lets it through or prints it. */
function ownCode(run: LineRun): number | undefined {
  const { placed, commands, end } = run;
  const command = commands[placed.index];
  if (!command) return undefined;
  if (command.mask) return echoedCode(command.mask, end.output);
  if (end.endUntold) return undefined;
  const lineCode = end.exitCode ?? (end.status === "done" ? 0 : 1);
  if (lineCode === 0) return runsAlways(command) ? 0 : undefined;
  if (lineCode === 1 && end.output.includes(WROTE_TO_STDERR)) return undefined;
  if (mayFail(commands).every((index) => index === placed.index)) return lineCode;
  const standing = standingInChain(run);
  return standing === undefined ? undefined : standing ? 0 : lineCode;
}

/** Windows PowerShell treats the first line on standard error as a failure of the program, whatever the line says. */
export const WROTE_TO_STDERR = "NativeCommandError";

/** True for test functions of PowerShell and R that end with 0 even when tests fail. */
const endsWellAlways = ({ reads }: Check): boolean => reads === "pester" || reads === "testthat";

/** True when `gofmt -l` or clang-format listed files: it ends with 0 all the same. No other command may list files. */
function listsFiles({ placed, commands, end }: LineRun): boolean {
  if (placed.check.reads !== "lists" || end.status !== "done") return false;
  const pipe = commands[placed.index]?.pipedInto ?? [];
  const alone = commands.every((command, index) => {
    const { name, args, join } = command;
    if (index === placed.index || PRINTS_NOTHING.has(name)) return true;
    if (PASSES_ON.has(name)) return index > placed.index && join === "|" && pipe.includes(name);
    return name === "echo" && args.every(({ text, dynamic }) => !dynamic && !NAME_OF_LISTED.test(text));
  });
  return alone && LISTED.test(end.output);
}

const PRINTS_NOTHING = new NameList("cd set true");
const PASSES_ON = new NameList("head sort tail tee");
const NAME_OF_LISTED = /\.(?:go|sh|bash|zig|tf|tfvars)$/m;
const LISTED =
  /^(?:[^\s:]+\.(?:go|sh|bash|zig|tf|tfvars)|@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@.*|.*\[-Wclang-format-violations\])\r?$/m;

/** True when the line ended well and hides no code of this command: printed failures are of others, or were mended. */
function endedWell(command: ShellCommand, end: LineEnd): boolean {
  return !command.mask && !end.endUntold && end.status === "done" && (end.exitCode ?? 0) === 0;
}

/** False for the right side of `||` and the body of an `if`: they may not have run at all. */
function runsAlways(command: ShellCommand): boolean {
  return !command.scopes.includes("fallback") && !command.scopes.includes("branch");
}

function echoedCode(mask: Mask, output: string): number | undefined {
  if (!mask.echo) return undefined;
  const { before, after } = mask.echo;
  const pattern = new RegExp(
    `${before.trim() === "" ? "^[ \\t]*" : `${literally(before.trimEnd())}\\s*`}(\\d{1,3})(?!\\d)${literally(after.trimEnd())}`,
    "gm",
  );
  const found = [...output.matchAll(pattern)].at(-1)?.[1];
  if (found === undefined || (mask.echo.shared && Number(found) !== 0)) return undefined;
  return Number(found);
}

/** The outcome by exit code. When code and summary contradict each other they prove nothing: we do not see all. */
export function byCode(code: number, summary: Outcome | undefined, output: string): CheckOutcome {
  if (summary?.status === "nothing-ran") return "nothing-ran";
  if (code === 0) return summary?.status === "failed" ? "unknown" : "passed";
  if (summary && !isPlainPass(summary)) return summary.status === "failed" ? "failed" : "unknown";
  return code === 127 || code === 126 || neverStarted(output) ? "nothing-ran" : "failed";
}

function byWords({ placed, line, commands, end }: LineRun, view: View, summary: Outcome | undefined): CheckOutcome {
  const mask = commands[placed.index]?.mask;
  const alone = line.length === 1;
  const announced = mask && announcedOutcome(mask, end.output);
  if (announced && (!summary || summary.status === announced || summary.status === "nothing-ran"))
    return summary?.status ?? announced;
  if (summary) return announced && announced !== summary.status ? "unknown" : summary.status;
  if (alone && endsNotFound(end.output)) return "nothing-ran";
  if (alone && saysTaskFailed(end.output)) return byCode(1, undefined, end.output);
  if (DIED_IN_NODE.test(end.output) && (!view.cut || STACK.test(end.output)))
    return alone && isOfTheProject(placed.check) ? "failed" : "unknown";
  if (mask?.kind !== "pipe") return "unknown";
  const isPassed = isClean(placed.check, view, end) || (alone && isUncontradicted(placed.check, view, end));
  return isPassed ? "passed" : "unknown";
}

/** The last line that Node prints after an uncaught error. */
const DIED_IN_NODE = /^Node\.js v\d+\.\d+\.\d+\s*$(?![\s\S])/m;

/** A program may print its version of Node first: cut there, the line stands last as well. */
const STACK = /^ {4}at /m;

/** False for a program started by hand: the agent may want to see how it fails. */
const isOfTheProject = ({ kind }: Check): boolean => kind !== "run" && kind !== "probe";

function announcedOutcome(mask: Mask, output: string): "passed" | "failed" | undefined {
  const said = (text: string | undefined): boolean =>
    text !== undefined && new RegExp(`^[ \\t]*${literally(text)}`, "m").test(output);
  const [passed, failed] = [said(mask.ifPassed), said(mask.ifFailed)];
  if (passed === failed) return undefined;
  return passed ? "passed" : "failed";
}

/** True when a program that prints only what is wrong printed nothing; what a task runner echoes does not count. */
function isClean(check: Check, view: View, end: LineEnd): boolean {
  if (check.silent === "no" || view.filtered === "other" || view.single) return false;
  const own = end.output.replace(ECHO, "").trim();
  if (own === "" || (own.length < 200 && /^\(.*no (?:output|content).*\)$/i.test(own))) return true;
  return check.silent === "marked" && view.filtered === "no" && !view.cut && end.status === "done";
}

/** True when the task tool would have said that the check failed, and all of the output is visible. */
function isUncontradicted(check: Check, view: View, end: LineEnd): boolean {
  const whole = view.filtered === "no" && !view.cut && !view.hidden && view.errorsShown;
  return check.told && whole && end.status === "done" && end.output.trim() !== "";
}

const ECHO = /^(?:\$ .*|> .*|\[[\w:.-]+\] (?:\$ .*|Finished in .*)|yarn run v.*|Done in .*|Finished in .*)$/gm;

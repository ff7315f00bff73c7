import { literally } from "../../text/strings.ts";
import type { ToolResult } from "../../thread/message.ts";
import type { Mask, ShellCommand } from "../../thread/shell/shell-command.ts";
import { endsInChain } from "./chain-ends.ts";
import type { Check, Counts, Ended, UnknownReason, CheckKind, RunEnd } from "./check-run.ts";
import type { PlacedCheck } from "./line-checks.ts";
import { isShown, outputOf } from "./line-output.ts";
import { failedTask, lacksBanner, lacksNext, printsDiff } from "./shown-commands.ts";
import { bySilence, endsUnfailed, showsNoError, wouldHaveSaid } from "./silent-ends.ts";
import { summariesIn, type Summary, together, ownOf, ownSummary } from "./summary.ts";
import { PART_BY_PART } from "./summary-forms.ts";

export type LineEnd = Pick<ToolResult, "status" | "exitCode" | "endUntold" | "mayRun" | "output"> & {
  readonly line?: string;
};

const NO_COUNTS: Counts = {};

function unknown(why: UnknownReason, counts: Counts = NO_COUNTS): Ended {
  return { end: "unknown", why, counts };
}

/** How each check of a line ended, in their order. */
export function howTheyEnded(
  commands: readonly ShellCommand[],
  checks: readonly PlacedCheck[],
  end: LineEnd | undefined,
): readonly Ended[] {
  const parts = checks.map((placed) => ({ placed, output: outputOf(placed, checks, commands, end?.output ?? "") }));
  const lastShown = checks.length > 1 ? (checks.findLast((each) => showsItself(each, checks, end))?.index ?? -1) : -1;
  const ended = parts.map(({ placed, output }) => endOf(placed, commands, checks, end, output, lastShown));
  return endsInChain({ commands, checks, ended, end });
}

function endOf(
  placed: PlacedCheck,
  commands: readonly ShellCommand[],
  checks: readonly PlacedCheck[],
  end: LineEnd | undefined,
  output: string,
  lastShown: number,
): Ended {
  const command = commands[placed.index];
  if (!end || !command) return unknown("no result in the record");
  const printed = isShown(command, commands) ? summariesIn(output, placed.check.kind) : [];
  const isApart = output !== end.output;
  const others = checks.filter((other) => other !== placed && (!isApart || isOneCall(other, placed, commands)));
  const summaries = printed
    .filter(({ form }) => form !== "diff" || !commands.some(printsDiff))
    .flatMap((summary) => ownOf(summary, placed, others) ?? []);
  const summary = ownSummary(summaries, command, output, end.line ?? "");
  if (end.status === "rejected") return { ...unknown("interrupted"), notReached: true };
  if (end.status === "running" || end.status === "interrupted") return stopped(end.status, summary, placed.check);
  if (end.status === "timed-out") return stopped("timed-out", summary, placed.check);
  if (isLeftRunning(command, commands, end)) return stopped("background", summary, placed.check);
  if (end.mayRun && (!summary || (isOfAPart(summary) && summary.status !== "failed")))
    return unknown("exit code hidden");
  const code = ownCode(placed, commands, lastShown, end, summaries);
  if (code === undefined) return byWords(commands, placed, checks, end, summary, output);
  if (code === 124 || code === 130 || code === 137 || code === 143)
    return { ...stopped(code === 124 ? "timed-out" : "interrupted", summary, placed.check), exitCode: code };
  return { ...byCode(code, summary, output), exitCode: code };
}

function isOneCall(one: PlacedCheck, other: PlacedCheck, commands: readonly ShellCommand[]): boolean {
  return commands[one.index]?.text === commands[other.index]?.text;
}

function isLeftRunning({ mask }: ShellCommand, commands: readonly ShellCommand[], end: LineEnd): boolean {
  if (mask?.kind === "background") return !commands.some(({ name }) => name === "wait");
  return end.status === "background" && end.exitCode === undefined;
}

/** A runner that found no test, and says so in numbers alone. */
function isEmpty({ passed, failed = 0, skipped = 0 }: Counts): boolean {
  return passed === 0 && failed === 0 && skipped === 0;
}

/** The end by the exit code, with what the program says. Where both disagree nobody knows. */
export function byCode(code: number, summary: Summary | undefined, output: string): Ended {
  const counts = summary?.counts ?? NO_COUNTS;
  // That it counted to zero and failed is a failure: what should have run could not.
  const isNothing =
    (code === 0 && isEmpty(counts)) ||
    (summary?.status === "nothing-ran" && (code === 0 || counts.passed === undefined));
  if (isNothing || (code === 0 && onlySkips(output))) return { end: "nothing-ran", counts };
  if (code === 0)
    return summary?.status === "failed" && !summary.weak
      ? unknown("exit code and output disagree")
      : { end: "passed", counts };
  if (code === 126 || code === 127 || didNotStart(output)) return { end: "nothing-ran", counts: NO_COUNTS };
  // Passes are told, and the program failed all the same: a threshold, a teardown, an error outside of the tests.
  return { end: "failed", counts: summary?.status === "failed" || (counts.failed ?? 0) === 0 ? counts : NO_COUNTS };
}

/** `go test -v` where every test that was chosen skips itself: it says `PASS`. */
function onlySkips(output: string): boolean {
  if (!output.includes("--- SKIP: ") || output.includes("--- PASS: ") || output.includes("--- FAIL: ")) return false;
  return `\n${output}`.split("\nok ", 3).length < 3;
}

function stopped(
  how: "running" | "background" | "interrupted" | "timed-out",
  summary: Summary | undefined,
  check: Check,
): Ended {
  // A watcher, or a program that hangs after its summary, has said how the check stands.
  if (summary && summary.status !== "nothing-ran" && !isOfAPart(summary) && (check.watches || how !== "interrupted"))
    return { end: summary.status, counts: summary.counts };
  if (how === "timed-out") return unknown("timed out");
  return unknown(how === "interrupted" ? "interrupted" : "still running");
}

/** True when more of the check may follow what is summed up here. */
function isOfAPart({ weak, form }: Summary): boolean {
  return weak || PART_BY_PART.has(form);
}

/** The exit code of the check itself, where the line lets it through or prints it. */
function ownCode(
  { index }: PlacedCheck,
  commands: readonly ShellCommand[],
  lastShown: number,
  end: LineEnd,
  summaries: readonly Summary[],
): number | undefined {
  const command = commands[index];
  if (!command) return undefined;
  if (command.mask) return codePrinted(command.mask, end.output);
  if (end.endUntold) return undefined;
  const code = end.exitCode ?? (end.status === "error" ? undefined : 0);
  if (code === 0) return runsAlways(command) ? 0 : undefined;
  // Windows PowerShell treats the first line on standard error as a failure of the program, whatever the line says.
  if (code === 1 && end.output.includes("NativeCommandError")) return undefined;
  const failing = commands.flatMap((each, at) => (mayFail(each) ? [at] : []));
  if (failing.every((at) => at === index)) return code ?? 1;
  const says = together(summaries)?.status;
  // A later check of the chain showed something, so this one passed.
  if (says === undefined && lastShown > index && failing.at(-1) !== index) return 0;
  if (says === "passed" && failing.at(-1) !== index) return 0;
  return says === "failed" ? (code ?? 1) : undefined;
}

function showsItself(placed: PlacedCheck, checks: readonly PlacedCheck[], end: LineEnd | undefined): boolean {
  const others = checks.filter((other) => other !== placed);
  return summariesIn(end?.output ?? "", placed.check.kind).some((each) => ownOf(each, placed, others) !== undefined);
}

const NEVER_FAILS = new Set(
  (
    "cd echo printf export true : set pwd sleep mkdir source . pushd popd unset date local exit wait clear tail head cat tee " +
    "trap umask ulimit nvm conda module"
  ).split(" "),
);

/** True when a failure of the command is one of its line. */
function mayFail({ mask, name }: ShellCommand): boolean {
  return !mask && name !== "" && !NEVER_FAILS.has(name);
}

/** False for the right side of `||` and the body of an `if`: they may not have run at all. */
function runsAlways({ scopes }: ShellCommand): boolean {
  return !scopes.includes("fallback") && !scopes.includes("branch");
}

function codePrinted({ echo }: Mask, output: string): number | undefined {
  if (!echo) return undefined;
  const { before, after } = echo;
  const lead = before.trim() === "" ? "^[ \\t]{0,20}" : `${literally(before.trimEnd())}\\s{0,20}`;
  const pattern = new RegExp(`${lead}(\\d{1,3})(?!\\d)${literally(after.trimEnd())}`, "gm");
  const found = [...output.matchAll(pattern)].at(-1)?.[1];
  if (found === undefined || (echo.shared && Number(found) !== 0)) return undefined;
  return Number(found);
}

function byWords(
  commands: readonly ShellCommand[],
  { check, index }: PlacedCheck,
  checks: readonly PlacedCheck[],
  end: LineEnd,
  summary: Summary | undefined,
  output: string,
): Ended {
  const command = commands[index];
  if (!command) return unknown("no result in the record");
  const announced = command.mask && announcedEnd(command.mask, end.output);
  if (announced && (!summary || summary.status === announced))
    return { end: announced, counts: summary?.counts ?? NO_COUNTS };
  if (announced && summary) return unknown("exit code and output disagree");
  const alone = checks.length === 1;
  if (alone && summary?.form === "go" && summary.status === "failed" && didNotStart(output))
    return { end: "nothing-ran", counts: NO_COUNTS };
  if (summary)
    return summary.status === "failed" && isDenied(command, end)
      ? unknown("exit code and output disagree")
      : endOfSummary(summary);
  if (failedTask(command, end.output)) return { end: "failed", counts: NO_COUNTS };
  if (alone && (didNotStart(output) || endsNotFound(output))) return { end: "nothing-ran", counts: NO_COUNTS };
  const well =
    bySilence(command, check, output, end) ||
    showsNoError(index, commands, check, end) ||
    (alone ? wouldHaveSaid(command, check, output, end) : endsUnfailed(index, commands, check, end));
  const isMarkedOff = output !== end.output && isPlainSequence(index, commands);
  const mayTell = command.mask?.kind === "pipe" || (end.endUntold && !command.mask) || isMarkedOff;
  const isApart = !lacksBanner(command, commands, end.output) && !lacksNext(commands, index, end.output);
  if (mayTell && well && isApart) return { end: "passed", counts: NO_COUNTS };
  if (!command.mask && !end.endUntold && end.status === "done" && !runsAlways(command))
    return unknown("perhaps not run");
  return unknown(command.mask || end.endUntold ? "exit code hidden" : "one exit code for several commands");
}

/** `echo == fmt; gofmt -l .; echo == vet`: it surely ran, and nothing waits for it. */
function isPlainSequence(index: number, commands: readonly ShellCommand[]): boolean {
  const command = commands[index];
  if (command?.mask?.kind !== "sequence" || command.scopes.length > 0) return false;
  const start = commands.findLastIndex(({ join }, at) => at <= index && join !== "&&" && join !== "|");
  return commands.slice(start, index).every(({ name }) => name === "cd" || name === "echo");
}

function endOfSummary({ status, counts }: Summary): Ended {
  return { end: status, counts };
}

/** True when the line ended well and hides no code of this command: printed failures are of others, or were mended. */
function isDenied({ mask, scopes }: ShellCommand, end: LineEnd): boolean {
  return !mask && !end.endUntold && end.status === "done" && (end.exitCode ?? 0) === 0 && scopes.length === 0;
}

function announcedEnd({ ifPassed, ifFailed }: Mask, output: string): "passed" | "failed" | undefined {
  const said = (text: string | undefined): boolean =>
    text !== undefined && text.trim() !== "" && new RegExp(`^[ \\t]{0,20}${literally(text)}`, "m").test(output);
  const [well, badly] = [said(ifPassed), said(ifFailed)];
  if (well === badly) return undefined;
  return well ? "passed" : "failed";
}

/** True where the check's task, or a program or module that it needs, is not there. */
function didNotStart(output: string): boolean {
  return NOT_STARTED.test(output) || NO_TASK.some((start) => output.startsWith(start) || output.includes(`\n${start}`));
}

const NO_TASK = [
  "npm ERR! Missing script: ",
  "npm error Missing script: ",
  "npm ERR! could not determine executable to run",
  "npm error could not determine executable to run",
  "error: Script not found ",
  "make: *** No rule to make target ",
  "error: could not find `Cargo.toml`",
  "error: no such command: ",
  "go: go.mod file not found ",
  "go: cannot find main module",
  "main module (",
];
const NOT_STARTED =
  /^(?:.{0,200}\bpython[\d.]*: No module named |npm (?:ERR!|error) enoent .{0,200}package\.json|.{0,40}ERR_PNPM_(?:RECURSIVE_RUN_)?NO_(?:SCRIPT|IMPORTER_MANIFEST_FOUND)|error Command "\S+" not found|pattern \S{1,200}: (?:lstat|directory prefix) |\(eval\):cd:\d+: no such file)/m;

/** True when the last thing that was printed is that a program or module is not there. */
function endsNotFound(output: string): boolean {
  const last = output.trimEnd().split("\n").slice(-3).join("\n");
  return last.length < 2000 && NOT_FOUND.test(last);
}

const NOT_FOUND =
  /^(?:.{0,200}: (?:line \d+: )?\S{1,200}: (?:command )?not found|.{0,100}: No module named \S+|.{0,60}command not found: \S+)\s*$/m;

/** What the end of a command says about its check; the command is known to do nothing else. */
export function readCheckEnd(
  kind: CheckKind,
  exitCode: number,
  output: string,
): { readonly outcome: RunEnd; readonly counts: Counts } {
  const { end, counts } = byCode(exitCode, together(summariesIn(output, kind)), output);
  return { outcome: end, counts: withCounts(counts) };
}

function withCounts(counts: Counts): Counts {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== undefined));
}

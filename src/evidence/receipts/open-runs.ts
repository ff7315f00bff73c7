import type { ShellCommand } from "../../thread/shell/shell-command.ts";
import type { Step } from "../../thread/thread.ts";
import { fieldsOf } from "../../thread/tool-input.ts";
import { isWatching } from "./check.ts";
import { byCode, isStop } from "./check-result.ts";
import { mayFail } from "./failing-part.ts";
import { outputFile } from "./line-view.ts";
import { isPlainPass, type Outcome } from "../outcomes/outcome.ts";
import { readLastOutcome, readOutcome } from "../outcomes/read-outcome.ts";
import type { Receipt } from "./receipt.ts";

/** A run whose end was not seen: where a later step may show it. */
export interface OpenRun {
  readonly step: number;
  readonly command: string;
  readonly kind: Receipt["kind"];
  /** The exit code, if the host told it before any output was seen. */
  readonly exitCode?: number;
  /** The id of a background task or session. */
  readonly task?: string;
  /** The file it writes to. */
  readonly file?: string;
  /** The file holds what was written to it before, too. */
  readonly appends?: true;
  /** It runs again by itself after every change. */
  readonly watches?: true;
  /** When the line fails, another part of the line may be what failed. */
  readonly sharesCode?: true;
}

export type ShownEnd = Pick<Receipt, "ended" | "outcome" | "counts"> & Partial<Pick<Receipt, "exitCode">>;

/** Something to wait for, when the end of a receipt is not known yet and its output is elsewhere. */
export function openRunOf(
  step: Step,
  receipt: Receipt,
  command: ShellCommand | undefined,
  commands: readonly ShellCommand[] = [],
): OpenRun | undefined {
  const written = command && outputFile(command, commands);
  if (written === undefined && !mayBeElsewhere(step, command)) return undefined;
  const isElsewhere = step.result?.status === "background";
  if ((receipt.outcome !== "unknown" && !isElsewhere) || receipt.expectedFailure || receipt.baseline) return undefined;
  const output = step.result?.output ?? "";
  const isRunning = isElsewhere || receipt.ended === "background" || receipt.ended === "running";
  const task = isRunning ? taskId(output) : undefined;
  const file = written ?? WRITTEN_TO_FILE.exec(output)?.[1];
  if (task === undefined && file === undefined) return undefined;
  return {
    step: receipt.step,
    command: receipt.command,
    kind: receipt.kind,
    ...(receipt.exitCode !== undefined && { exitCode: receipt.exitCode }),
    ...(task !== undefined && { task }),
    ...(file !== undefined && { file }),
    ...(command && appends(command, commands) && { appends: true as const }),
    ...(watches(receipt, command) && { watches: true as const }),
    ...(command && sharesCode(command, commands) && { sharesCode: true as const }),
  };
}

function appends({ redirects, pipedInto }: ShellCommand, commands: readonly ShellCommand[]): boolean {
  const isAppending = ({ name, args }: ShellCommand): boolean =>
    name === "tee" && args.some(({ text }) => text === "-a" || text === "--append");
  return (
    redirects.some(({ operator }) => operator.includes(">>")) ||
    (pipedInto.includes("tee") && commands.some(isAppending))
  );
}

function sharesCode(command: ShellCommand, commands: readonly ShellCommand[]): boolean {
  return command.mask !== undefined || mayFail(commands).some((index) => commands[index] !== command);
}

const WRITTEN_TO = "Output is being written to: ";
const WRITTEN_TO_FILE = /Output is being written to: (\S+)/;

/** True when the output may be elsewhere. Asked before any output is read: most runs ended, and showed it. */
function mayBeElsewhere({ result }: Step, command: ShellCommand | undefined): boolean {
  if (!result || (result.status !== "done" && result.status !== "error")) return true;
  return command?.mask?.kind === "background" || result.output.includes(WRITTEN_TO);
}

function watches(receipt: Receipt, command: ShellCommand | undefined): boolean {
  return (command !== undefined && isWatching(command)) || /\bwatch\b/.test(receipt.runner);
}

/** OpenHands has one terminal, and prints this when a command has not ended yet. */
const STILL_IN_TERMINAL = /\[The command (?:has no new output|timed out) after [\d.]+ seconds\./;
const TERMINAL = "terminal";

function taskId(output: string): string | undefined {
  if (STILL_IN_TERMINAL.test(output.slice(-1000))) return TERMINAL;
  return /(?:background with ID:?|terminal with ID[:=]?|session ?ID:?|shellId:?|task_id>|Task ID:?)\s*([\w-]+)/i.exec(
    output,
  )?.[1];
}

/** True when the one terminal took another command, so what ran there before has ended, and nobody saw how. */
export function isLeftBehind({ task }: OpenRun, { action, result }: Step): boolean {
  return task === TERMINAL && action.command !== undefined && result?.status !== "rejected";
}

/** What this step shows of a run: its task was looked at, or its file was printed. */
export function shownEnd(run: OpenRun, step: Step, commands: readonly ShellCommand[]): ShownEnd | undefined {
  const output = step.result?.output ?? "";
  if (run.task !== undefined && asksForTask(step, run.task)) return endOfTask(run, step, output);
  if (run.file === undefined || !readsFile(step, commands, run.file)) return undefined;
  if (run.watches || WAITS.test(output)) return lastRound(run, output);
  const summary = readOutcome("task", run.kind, output);
  if (run.appends && summary?.status === "failed") return undefined;
  return summary && endBy(run.exitCode, summary, output);
}

function endOfTask(run: OpenRun, step: Step, output: string): ShownEnd | undefined {
  const status = step.result?.status;
  if (status === "interrupted" && run.task === TERMINAL) return cutOff(readOutcome("task", run.kind, output));
  if (
    status === "background" ||
    status === "running" ||
    /Process running with session ID|<status>running<\/status>/.test(output)
  )
    return run.watches || WAITS.test(output) ? lastRound(run, output) : undefined;
  const code = step.result?.exitCode ?? numberIn(CODE_TOLD.exec(output)) ?? run.exitCode;
  const summary = readOutcome("task", run.kind, output);
  return run.sharesCode && code ? besideOthers(code, summary) : endBy(code, summary, output);
}

/** The end when some part of the line failed: only the run's own summary tells whether it was this run. */
function besideOthers(code: number, summary: Outcome | undefined): ShownEnd {
  if (summary && !isPlainPass(summary)) return told(summary);
  return { ended: isStop(code) ? "interrupted" : "done", outcome: "unknown", counts: {} };
}

const CODE_TOLD =
  /<exit_code>(-?\d+)<\/exit_code>|Process exited with code (\d+)|(?:exited|completed) with (?:exit )?code (\d+)/;

/** The end by exit code and summary, as for runs whose end was seen at once: see check-result.ts. */
function endBy(code: number | undefined, summary: Outcome | undefined, output: string): ShownEnd | undefined {
  if (code === undefined) return summary && told(summary);
  const said = summary && isPlainPass(summary) && code !== 0 ? undefined : summary;
  if (isStop(code) && !said) return { ended: "interrupted", outcome: "unknown", exitCode: code, counts: {} };
  return { ended: "done", outcome: byCode(code, said, output), exitCode: code, counts: said?.counts ?? {} };
}

/** The end by the summary alone. */
function told({ status, counts = {} }: Outcome): ShownEnd {
  return { ended: "done", outcome: status, counts };
}

/** A pass counts, as runners may hang after it. A failure may be left on the screen by an earlier command. */
function cutOff(summary: Outcome | undefined): ShownEnd {
  if (summary?.status !== "passed") return { ended: "interrupted", outcome: "unknown", counts: {} };
  return told(summary);
}

/** A watcher never ends; what it said since the last change is how the check stands. */
function lastRound(run: OpenRun, output: string): ShownEnd | undefined {
  const rounds = (output.split(NEXT_ROUND).at(-1) ?? output).replaceAll(END_OF_ROUND, "$&\0").split("\0");
  const summary = rounds.flatMap((round) => readOutcome("task", run.kind, round) ?? []).at(-1);
  // Some watchers never say that a new round begins.
  if (summary?.status === "failed" && readLastOutcome("task", run.kind, rounds.join(""))?.status !== "failed")
    return undefined;
  const shown = summary && endBy(run.exitCode, summary, "");
  return shown && { ...shown, ended: "running" };
}

/** What runners print after each round when they watch without being told to. */
const WAITS = /\b(?:Waiting|Watching) for file changes\b|^Watch Usage\b/m;
const END_OF_ROUND = /\b(?:Waiting|Watching) for file changes\b|^Watch Usage\b/gm;
const NEXT_ROUND = /^.*\b(?:RERUN|File change detected|Starting (?:incremental )?compilation|Change detected)\b.*$/m;

function numberIn(match: RegExpExecArray | null): number | undefined {
  const digits = match?.slice(1).find((group) => group !== undefined);
  return digits === undefined ? undefined : Number(digits);
}

const ID_FIELDS = ["bash_id", "task_id", "shell_id", "shellId", "session_id", "sessionId", "id"];

function asksForTask(step: Step, task: string): boolean {
  if (step.action.command !== undefined && step.action.command !== "") return false;
  const fields = fieldsOf(step.input);
  if (task === TERMINAL && step.action.kind === "execute" && "command" in fields) return true;
  return ID_FIELDS.some(
    (name) => fields[name] === task || (typeof fields[name] === "number" && `${fields[name]}` === task),
  );
}

function readsFile(step: Step, commands: readonly ShellCommand[], file: string): boolean {
  if (step.action.kind === "read") return step.action.paths.includes(file);
  return (
    commands.some((command) => command.args.some((word) => word.text === file)) ||
    (step.action.command?.includes(file) ?? false)
  );
}

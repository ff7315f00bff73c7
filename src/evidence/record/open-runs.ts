import type { ToolResult } from "../../thread/message.ts";
import type { ShellCommand } from "../../thread/shell/shell-command.ts";
import type { Step } from "../../thread/thread.ts";
import { fieldsOf } from "../../thread/tool-input.ts";
import type { CheckKind, CheckRun, Ended } from "./check-run.ts";
import { byCode } from "./how-it-ended.ts";
import { writtenTo } from "./line-output.ts";
import { summariesIn, together } from "./summary.ts";

/** A run whose end was not seen: where a later step may show it. */
export interface OpenRun {
  readonly step: number;
  readonly command: string;
  readonly kind: CheckKind;
  /** The id of a background task or session. */
  readonly task?: string;
  /** The file it writes to. */
  readonly file?: string;
  /** It runs again by itself after every change. */
  readonly watches: boolean;
  /** When the line fails, another part of the line may be what failed. */
  readonly sharesCode: boolean;
}

export function openRunOf(
  step: Step,
  run: CheckRun,
  command: ShellCommand | undefined,
  line: readonly ShellCommand[],
): OpenRun | undefined {
  if (run.end !== "unknown" || run.onOtherCode) return undefined;
  const output = step.result?.output ?? "";
  const task = run.why === "still running" || run.why === "no result in the record" ? taskId(output) : undefined;
  const file = (command && (writtenTo(command) ?? teed(command, line))) ?? WRITTEN_TO.exec(output)?.[1];
  if (task === undefined && file === undefined) return undefined;
  return {
    step: run.step,
    command: run.command,
    kind: run.kind,
    ...(task !== undefined && { task }),
    ...(file !== undefined && { file }),
    watches: run.watches,
    sharesCode: command?.mask !== undefined || line.length > 1,
  };
}

const WRITTEN_TO = /Output is being written to: (\S+)/;

function teed(command: ShellCommand, line: readonly ShellCommand[]): string | undefined {
  if (!command.pipedInto.includes("tee")) return undefined;
  return line.find(({ name }) => name === "tee")?.args.find(({ text }) => !text.startsWith("-"))?.text;
}

/** OpenHands has one terminal, and prints this when a command has not ended yet. */
const STILL_IN_TERMINAL = /\[The command (?:has no new output|timed out) after [\d.]{1,12} seconds\./;
const TERMINAL = "terminal";

function taskId(output: string): string | undefined {
  if (STILL_IN_TERMINAL.test(output.slice(-1000))) return TERMINAL;
  return TASK_ID.exec(output)?.[1];
}

const TASK_ID =
  /(?:background with ID:?|terminal with ID[:=]?|running with session ID|session ?ID:?|shellId:?|task_id>|Task ID:?|session )\s{0,4}([\w-]{1,80})/i;

/** True when the one terminal took another command, so what ran there before has ended, and nobody saw how. */
export function isLeftBehind({ task }: OpenRun, { action, result }: Step): boolean {
  return task === TERMINAL && action.command !== undefined && result?.status !== "rejected";
}

/** What this step shows of a run: its task was looked at, or its file was printed. */
export function shownEnd(run: OpenRun, step: Step, commands: readonly ShellCommand[]): Ended | undefined {
  const output = step.result?.output ?? "";
  if (run.task !== undefined && asksForTask(step, run.task)) return endOfTask(run, step, output);
  if (run.file === undefined || !readsFile(step, commands, run.file)) return undefined;
  const summary = together(summariesIn(output, run.kind));
  return summary && { end: summary.status, counts: summary.counts };
}

function endOfTask(run: OpenRun, step: Step, output: string): Ended | undefined {
  const status = step.result?.status;
  const summary = together(summariesIn(output, run.kind));
  const isRunning = status === "background" || status === "running" || STILL_RUNNING.test(output);
  if (isRunning) return run.watches && summary ? { end: summary.status, counts: summary.counts } : undefined;
  const told = CODE_TOLD.exec(output)
    ?.slice(1)
    .find((group) => group !== undefined);
  const code = step.result?.exitCode ?? (told === undefined ? undefined : Number(told));
  if (code === undefined || (run.sharesCode && code !== 0))
    return summary && { end: summary.status, counts: summary.counts };
  return { ...byCode(code, summary, output), exitCode: code };
}

const STILL_RUNNING = /Process running with session ID|<status>running<\/status>|still running/i;

/** True when a call says at its end that the command goes on, whatever its host made of that. */
export function saysItRuns({ exitCode, output }: ToolResult): boolean {
  const end = output.slice(-1000);
  return exitCode === undefined && (LEFT_RUNNING.test(end) || STILL_IN_TERMINAL.test(end));
}

const LEFT_RUNNING = /^(?:Process|Command) (?:is )?(?:still )?running (?:with session ID|in (?:the )?background)/im;
const CODE_TOLD =
  /<exit_code>(-?\d{1,6})<\/exit_code>|Process exited with code (\d{1,6})|(?:exited|completed) with (?:exit )?code (\d{1,6})/;

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
  const named = commands.some(({ args }) => args.some(({ text }) => text === file));
  return named || (step.action.command?.includes(file) ?? false);
}

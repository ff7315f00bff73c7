import { asRecord, asText, type Loose } from "../../text/loose.ts";
import { done, exitCodeFrom, exited, type ToolOutcome } from "../reading/tool-outcome.ts";

/** The last line of a shell tool's answer tells the state of the command. */
const COMPLETED = /\n?<(?:shellId: \S+ completed|exited|command completed) with exit code (-?\d{1,10})>\s*$/;
const RUNNING =
  /<(?:command with (?:shellId|id|sessionId): \S+ is still running|command started in (?:the )?background|shellId: \S+ is still running)[^<>]*>\s*$/;
const REFUSED =
  /\b(?:rejected by (?:the )?user|user (?:rejected|denied|declined)|denied by|permission denied and could not request)/i;

/** `running` is the shell in which a command was left running. */
export interface CopilotOutcome extends ToolOutcome {
  readonly running?: string;
}

const SHELL_NAME = /\b(?:shellId|id|sessionId): ([^\s<>]{1,80})/;

/** The shell that a call reads from, writes to or ends. */
export function shellAskedAbout(tool: string, input: unknown): string | undefined {
  const shell = asRecord(input)?.["shellId"] ?? asRecord(input)?.["sessionId"];
  return /^(?:read|write|stop)_(?:bash|powershell|shell)$/.test(tool) ? shellName(shell) : undefined;
}

/** What such a call tells of the command in its shell; undefined when it tells nothing. */
export function sinceThen(tool: string, outcome: CopilotOutcome): ToolOutcome | undefined {
  const { status, exitCode } = outcome;
  if (tool.startsWith("stop_")) return status === "done" ? { status: "interrupted", output: "" } : undefined;
  return status === "background" || exitCode !== undefined ? outcome : undefined;
}

export function endNoticed(kind: Loose | undefined): { readonly shell: string; readonly end: ToolOutcome } | undefined {
  const shell = shellName(kind?.["shellId"]);
  const exitCode = kind?.["exitCode"];
  if (kind?.["type"] !== "shell_completed" || shell === undefined || typeof exitCode !== "number") return undefined;
  return { shell, end: exited("", exitCode) };
}

function shellName(value: unknown): string | undefined {
  return typeof value === "number" ? String(value) : asText(value);
}

export function readCompletion(data: Loose): CopilotOutcome {
  const result = asRecord(data["result"]);
  const error = asRecord(data["error"]);
  const text = asText(result?.["content"]) ?? asText(result?.["detailedContent"]) ?? "";
  if (data["success"] !== true) return failureOf(text, error);
  const running = RUNNING.exec(text.slice(-1000))?.[0];
  if (running !== undefined) {
    const shell = SHELL_NAME.exec(running)?.[1];
    return { status: "background", output: text, ...(shell !== undefined && { running: shell }) };
  }
  const completed = COMPLETED.exec(text.slice(-200));
  const output = completed ? text.slice(0, text.length - completed[0].length) : text;
  const stated = asRecord(data["shellExecution"])?.["exitCode"];
  const exitCode = typeof stated === "number" ? stated : exitCodeFrom(completed?.[1]);
  return exitCode === undefined ? done(output) : exited(output, exitCode);
}

function failureOf(text: string, error: Loose | undefined): ToolOutcome {
  const message = asText(error?.["message"]) ?? "";
  const output = [text, message].filter((part) => part !== "").join("\n");
  const code = asText(error?.["code"]) ?? "";
  if (/reject|denied/.test(code) || REFUSED.test(message)) return { status: "rejected", output };
  if (/abort|cancel|interrupt/.test(code)) return { status: "interrupted", output };
  return /timeout|timed_out/.test(code) ? { status: "timed-out", output } : { status: "error", output };
}

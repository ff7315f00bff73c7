import { asRecord, asText, type Loose } from "../../loose.ts";
import { done, exitCodeFrom, exited, type ToolOutcome } from "../reading/tool-outcome.ts";

/** The last line of a shell tool's answer tells the state of the command. */
const COMPLETED = /\n?<(?:shellId: \S+ completed|exited|command completed) with exit code (-?\d{1,10})>\s*$/;
const RUNNING =
  /<(?:command with (?:shellId|id|sessionId): \S+ is still running|command started in (?:the )?background|shellId: \S+ is still running)[^<>]*>\s*$/;
const REFUSED =
  /\b(?:rejected by (?:the )?user|user (?:rejected|denied|declined)|denied by|permission denied and could not request)/i;

export function readCompletion(data: Loose): ToolOutcome {
  const result = asRecord(data["result"]);
  const error = asRecord(data["error"]);
  const text = asText(result?.["content"]) ?? asText(result?.["detailedContent"]) ?? "";
  if (data["success"] !== true) return failureOf(text, error);
  if (RUNNING.test(text.slice(-1000))) return { status: "background", output: text };
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

import { asRecord, asText, type Loose } from "../../text/loose.ts";
import { done, exitCodeFrom, exited, failed, type ToolOutcome } from "../reading/tool-outcome.ts";

/** What OpenHands reports about a command, separated from what the command printed. */
interface TerminalReport {
  readonly text: string;
  /** What its terminal adds: how the command ended, or that it still runs. */
  readonly remark: string;
  readonly exitCode: number | undefined;
  readonly isError: boolean;
  /** What was typed, as far as the report tells. */
  readonly command: string;
}

/** Reads the report. The fields are in `extras` of old observations, and in the observation itself in newer ones. */
export function terminalReport(fields: Loose | undefined, text: string, summary = ""): TerminalReport {
  const metadata = asRecord(fields?.["metadata"]);
  const code = metadata?.["exit_code"] ?? fields?.["exit_code"];
  const remark = asText(metadata?.["suffix"]) ?? "";
  return {
    text,
    remark,
    exitCode: typeof code === "number" ? code : exitCodeFrom(CODE.exec(`${text.slice(-400)}${remark}${summary}`)?.[1]),
    isError: fields?.["is_error"] === true,
    command: (asText(fields?.["command"]) ?? "").trim(),
  };
}

const CODE = /(?:\[The command completed|\[Command finished|` executed) with exit code (-?\d{1,10})\b/;
/** Its shell runs one command at a time. */
const NOT_EXECUTED = / is NOT executed\. The previous command is still running/;
const INTERRUPTED = /\[The command was interrupted|CTRL\+C was sent/;
const STOPPED = /Command timed out\. Sending SIGINT/;

/** The outcome of a command. An exit code of -1 means that it still runs; later input shows more of it. */
export function terminalOutcome({ text, remark, exitCode, isError, command }: TerminalReport): ToolOutcome {
  if (NOT_EXECUTED.test(remark) || NOT_EXECUTED.test(text)) return { status: "rejected", output: text + remark };
  if (command === "C-c" || INTERRUPTED.test(remark)) return { status: "interrupted", output: text + remark };
  if (STOPPED.test(text)) return { status: "timed-out", output: text };
  if (exitCode === -1 && !isError) return { status: "background", output: text + remark };
  if (exitCode !== undefined && exitCode !== -1) return exited(text, exitCode);
  return isError ? failed(text) : done(text);
}

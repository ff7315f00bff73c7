import { recordFrom } from "../../text/loose.ts";
import { done, exitCodeFrom, exited, failed, type ToolOutcome } from "../reading/tool-outcome.ts";

/** The person's decision about a call, as Roo Code reports it: a line of JSON, then the tool's output if it ran. */
export interface Decision {
  readonly isDenied: boolean;
  readonly given: string;
}

const HEAD = /^\{"status":"(?:denied|approved|guidance)"[,}]/;

function decisionIn(text: string): Decision | undefined {
  if (!HEAD.test(text)) return undefined;
  const end = text.indexOf("\n");
  const report = recordFrom(end === -1 ? text : text.slice(0, end));
  if (!report) return undefined;
  return { isDenied: report["status"] === "denied", given: end === -1 ? "" : text.slice(end).trimStart() };
}

const REFUSED = /^The user denied this operation\b/;
const FAILED =
  /^(?:The tool execution failed with the following error|Tool \[\w+\] was not executed|\{"status":"error"|Working directory '[^\n]*' does not exist\.$|Command failed to execute in terminal due to a shell integration error)/;
const STILL_RUNNING = /^Command is still running in /;
const TIMED_OUT = /^The command was terminated after exceeding a user-configured \S+ timeout\b/;
const STOPPED =
  /^(?:The command was cancelled by the user\.|Command executed in [^\n]*\. Process terminated by signal )/;
/** Long output is saved elsewhere, and only its beginning and end are shown. */
const ENDED =
  /^Command executed in [^\n]*?(?:\n|\. )Exit code: (-?\d{1,10})\n(?:Output:\n|\nOutput \([^\n()]{1,20}\) persisted\.[^\n]*\n\nPreview:\n)/;
const RAN = /^Command executed\.(?:\nOutput:\n|$)/;

/** Tools of MCP servers can print anything, also text that looks like a decision. */
const FOREIGN = /^(?:use_mcp_tool|access_mcp_resource|mcp--)/;

/** The outcome of a tool in older tasks. For a command, Cline says only that it ran; Roo Code says how it ended. */
export function olderOutcome(text: string, isError: boolean, tool: string | undefined): ToolOutcome {
  if (FOREIGN.test(tool ?? "")) return given(text, isError);
  const decision = decisionIn(text);
  if (decision?.isDenied || REFUSED.test(text)) return { status: "rejected", output: text };
  const outcome = given(decision?.given ?? text, isError);
  const isUntold = tool === "execute_command" && outcome.status === "done" && outcome.exitCode === undefined;
  return isUntold ? { ...outcome, endUntold: true } : outcome;
}

function given(text: string, isError: boolean): ToolOutcome {
  if (isError || FAILED.test(text)) return failed(text);
  if (isStillRunning(text)) return { status: "background", output: text };
  if (TIMED_OUT.test(text)) return { status: "timed-out", output: text };
  if (STOPPED.test(text)) return { status: "interrupted", output: text };
  const ended = ENDED.exec(text);
  const exitCode = exitCodeFrom(ended?.[1]);
  if (ended && exitCode !== undefined) return exited(text.slice(ended[0].length), exitCode);
  const ran = RAN.exec(text);
  return done(ran ? text.slice(ran[0].length) : text);
}

function isStillRunning(text: string): boolean {
  return STILL_RUNNING.test(text);
}

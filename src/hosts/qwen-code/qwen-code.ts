import { type Host, IGNORED, type LineReading } from "../host.ts";
import { asRecord, type Loose, asList, asText, asWord, asCount } from "../../text/loose.ts";
import * as z from "zod/mini";
import type { Delta } from "../../thread/delta.ts";
import { growBranch, Branch, NO_BRANCH } from "../reading/branch.ts";
import { OpenCalls, openCall, takeCall } from "../reading/calls.ts";
import { withoutElement } from "../reading/content.ts";
import {
  compacted,
  readingOf,
  spoken,
  stamp,
  threadStarted,
  userMessage,
  type AssistantContent,
  guidanceDiscovered,
  inferenceCompleted,
  likelyStop,
  toolData,
  usageOf,
} from "../reading/deltas.ts";
import {
  imagesIn,
  isShellNote,
  partsOf,
  textIn,
  contextFiles,
  outcomeOf,
  responsesIn,
  responseText,
} from "../gemini-cli/parts.ts";
import { recordReader, storedAs } from "../reading/stored.ts";
import { guidanceShown } from "../reading/guidance.ts";
import { exited, type ToolOutcome } from "../reading/tool-outcome.ts";

const HOST_NAME = "qwen-code";

const State = z.object({
  threadId: z.optional(z.string()),
  cwd: z.optional(z.string()),
  /** Set when the whole file belongs to a subagent. */
  agentId: z.optional(z.string()),
  calls: OpenCalls,
  branch: Branch,
});

const STATE = storedAs(State, { branch: NO_BRANCH });

/** Messages of Google's API. Only a `rewind` record goes back: other gaps come from how the tree is written. */
export const createReader = recordReader(STATE, readRecord);

export const qwenCode: Host = {
  name: HOST_NAME,
  title: "Qwen Code",
  detect: (lines) => lines.some((line) => isOfThisHost(asRecord(line))),
  createReader,
};

/** True for a record with its place in a tree, as in Claude Code's files, and messages in the form of Google's API. */
function isOfThisHost(line: Loose | undefined): boolean {
  if (!line || typeof line["uuid"] !== "string" || typeof line["sessionId"] !== "string") return false;
  switch (line["type"]) {
    case "user":
    case "assistant":
    case "tool_result":
      return Array.isArray(asRecord(line["message"])?.["parts"]);
    case "system":
      return typeof line["subtype"] === "string" && asRecord(line["systemPayload"]) !== undefined;
    default:
      return false;
  }
}

type ReaderState = z.output<typeof State>;

const TYPES = new Set(["user", "assistant", "tool_result", "system"]);

function readRecord(record: Loose, state: ReaderState): LineReading {
  const type = asText(record["type"]) ?? "untyped";
  if (!TYPES.has(type)) return { type: "unknown", event: type };
  if (isSubagents(record, state)) return IGNORED;
  const at = asText(record["timestamp"]);
  const id = asText(record["uuid"]);
  const parent = record["subtype"] === "rewind" ? record["parentUuid"] : state.branch.leaf;
  const deltas = growBranch(state.branch, { id, parent, at }, () => {
    switch (type) {
      case "user":
        return readUser(id ?? "unknown", record, at);
      case "assistant":
        return readAnswer(id ?? "unknown", record, state.calls, at);
      case "tool_result":
        return readResults(record, state.calls, at);
      default:
        return readSystem(record, at);
    }
  });
  return tell(deltas, record, state, at);
}

/** A subagent's record in its parent's file is skipped. In a file of its own, it is the conversation. */
function isSubagents(record: Loose, state: ReaderState): boolean {
  if (record["isSidechain"] !== true) return false;
  if (state.threadId === undefined) state.agentId = asText(record["agentId"]) ?? "unknown";
  return state.agentId === undefined;
}

const HOOK_CONTEXT = "qwen:user-prompt-submit-context";
const MID_TURN = /^\s*\[User message received during tool execution\]: /;
/** Subtypes of turns that the program starts by itself. */
const OWN_SUBTYPES = new Set(["notification", "cron", "goal_runtime", "background_task_completed", "realtime_message"]);

function readUser(id: string, record: Loose, at: string | undefined): Delta[] {
  const parts = partsOf(asRecord(record["message"])?.["parts"]);
  const shown = asText(asRecord(record["systemPayload"])?.["displayText"])?.trim();
  const text = shown || withoutElement(textIn(parts), HOOK_CONTEXT).replace(MID_TURN, "").trim();
  const content = spoken(text, imagesIn(parts));
  if (content.length === 0) return [];
  const subtype = asText(record["subtype"]);
  const provenance = asText(record["provenance"]) ?? "real_user";
  const own = provenance !== "real_user" || isShellNote(text) || (subtype !== undefined && OWN_SUBTYPES.has(subtype));
  return [userMessage(id, own ? "host" : subtype === "mid_turn_user_message" ? "queue" : "user", content, at)];
}

function readSystem(record: Loose, at: string | undefined): Delta[] {
  const payload = asRecord(record["systemPayload"]);
  switch (record["subtype"]) {
    case "chat_compression": {
      const [first] = asList(payload?.["compressedHistory"]);
      return [compacted(textIn(partsOf(asRecord(first)?.["parts"])), at)];
    }
    case "turn_result":
      return CANCELLED.has(asWord(payload?.["status"] ?? payload?.["stopReason"]))
        ? [{ ...stamp(at), type: "cancelled", reason: "interrupted by the user" }]
        : [];
    default:
      return [];
  }
}

const CANCELLED = new Set(["cancelled", "canceled", "aborted", "interrupted"]);

/** Gives the deltas. The thread starts with the first record that says something; a later one may add its directory. */
function tell(deltas: readonly Delta[], record: Loose, state: ReaderState, at: string | undefined): LineReading {
  if (deltas.length === 0) return IGNORED;
  const cwd = asText(record["cwd"]);
  if (state.threadId !== undefined && (state.cwd !== undefined || cwd === undefined)) return readingOf(deltas);
  const sessionId = asText(record["sessionId"]) ?? "unknown";
  state.threadId ??= state.agentId === undefined ? sessionId : `${sessionId}:${state.agentId}`;
  state.cwd = cwd;
  const mode = state.agentId === undefined ? undefined : "subagent";
  return readingOf([threadStarted({ threadId: state.threadId, host: HOST_NAME, cwd, mode }, at), ...deltas]);
}

function readAnswer(id: string, record: Loose, calls: OpenCalls, at: string | undefined): Delta[] {
  const content: AssistantContent = partsOf(asRecord(record["message"])?.["parts"]).flatMap((part) => {
    const text = asText(part["text"]);
    if (text?.trim()) return [{ type: part["thought"] === true ? ("thinking" as const) : ("text" as const), text }];
    const call = asRecord(part["functionCall"]);
    return openCall(calls, call?.["id"], call?.["name"], call?.["args"]);
  });
  const model = asText(record["model"]);
  const tokens = asRecord(record["usageMetadata"]);
  const usage =
    tokens &&
    usageOf(model, {
      input: tokens["promptTokenCount"],
      output: asCount(tokens["candidatesTokenCount"]) + asCount(tokens["thoughtsTokenCount"]),
      cached: tokens["cachedContentTokenCount"],
      reasoning: tokens["thoughtsTokenCount"],
    });
  return [inferenceCompleted({ id, content, stopReason: likelyStop(content), model, usage }, at)];
}

/** Reads results: what the model got, and beside it what the program knows about the call. */
function readResults(record: Loose, calls: OpenCalls, at: string | undefined): Delta[] {
  const details = asRecord(record["toolCallResult"]);
  return responsesIn(partsOf(asRecord(record["message"])?.["parts"])).flatMap((response): Delta[] => {
    const id = asText(response["id"]) ?? asText(details?.["callId"]);
    if (id === undefined) return [];
    const call = takeCall(calls, id);
    const outcome = outcomeIn(call?.name ?? asText(response["name"]) ?? "", response, details);
    const files = [...guidanceShown(call, outcome), ...contextFiles(outcome.output)];
    return [toolData(id, outcome, at), ...guidanceDiscovered(files, at)];
  });
}

function outcomeIn(tool: string, response: Loose, details: Loose | undefined): ToolOutcome {
  const text = responseText(response);
  const failed = asRecord(response["response"])?.["error"] !== undefined;
  const stated = asText(details?.["status"]) ?? (failed ? "error" : "success");
  const outcome = outcomeOf(tool, stated, text) ?? { status: "error" as const, output: text };
  const shell = asRecord(details?.["resultDisplay"]);
  if (shell?.["type"] !== "shell_result") return outcome;
  const output = asText(shell["output"]) ?? outcome.output;
  switch (shell["outcome"]) {
    case "timed_out":
    case "timeout":
      return { status: "timed-out", output };
    case "cancelled":
    case "aborted":
      return { status: "interrupted", output };
    case "background":
    case "backgrounded":
    case "promoted":
      return { status: "background", output };
    default:
      return typeof shell["exitCode"] === "number" ? exited(output, shell["exitCode"]) : { ...outcome, output };
  }
}

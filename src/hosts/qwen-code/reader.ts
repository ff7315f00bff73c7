import * as z from "zod/mini";
import type { Delta } from "../../thread/delta.ts";
import { growBranch, Branch, NO_BRANCH } from "../reading/branch.ts";
import { OpenCalls } from "../reading/calls.ts";
import { withoutElement } from "../reading/content.ts";
import { compacted, readingOf, spoken, stamp, threadStarted, userMessage } from "../reading/deltas.ts";
import { imagesIn, isShellNote, partsOf, textIn } from "../gemini-cli/parts.ts";
import { IGNORED, type LineReading } from "../host.ts";
import { asList, asRecord, asText, asWord, type Loose } from "../../text/loose.ts";
import { recordReader, storedAs } from "../reading/stored.ts";
import { readAnswer, readResults } from "./model-record.ts";

const State = z.object({
  threadId: z.optional(z.string()),
  cwd: z.optional(z.string()),
  /** Set when the whole file belongs to a subagent. */
  agentId: z.optional(z.string()),
  calls: OpenCalls,
  branch: Branch,
});
export type ReaderState = z.output<typeof State>;

export const STATE = storedAs(State, { branch: NO_BRANCH });

export const HOST_NAME = "qwen-code";

/** Messages of Google's API. Only a `rewind` record goes back: other gaps come from how the tree is written. */
export const createReader = recordReader(STATE, readRecord);

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

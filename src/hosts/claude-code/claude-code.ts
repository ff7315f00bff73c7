import { type Host, IGNORED, type LineReading, type TranscriptReader } from "../host.ts";
import { asRecord, type Loose, asList, asText, recordFrom } from "../../text/loose.ts";
import { utf8, fingerprint } from "../../text/strings.ts";
import type { Delta } from "../../thread/delta.ts";
import { anchorAfter } from "../reading/branch.ts";
import { guidanceDiscovered, readingOf, threadStarted, unknownPrompt, userText, stamp } from "../reading/deltas.ts";
import { readAssistantLine } from "./assistant-line.ts";
import { attachedGuidance } from "./guidance.ts";
import { typedShell } from "./markup.ts";
import { readQueuedCommand, readQueueLine } from "./queue.ts";
import { type ReaderState, restoreState, storeState, type Line, type LivePrompt } from "./state.ts";
import { announceCompaction, readUserLine } from "./user-line.ts";

const HOST_NAME = "claude-code";

export const claudeCode: Host = {
  name: HOST_NAME,
  title: "Claude Code",
  detect: (lines) => lines.some((line) => isOfThisHost(asRecord(line))),
  createReader: (state) => createReader(state),
  readDocument,
  onlyLists: true,
};

/** A printed run that was saved as one list, as claude-code-action leaves it. */
function readDocument(document: unknown): readonly unknown[] | undefined {
  const records = asList(document);
  return records.some((record) => isStreamStart(asRecord(record) ?? {})) ? records : undefined;
}

/** A line that no other host writes: with its place in the tree, or one of the notes around it. */
function isOfThisHost(line: Loose | undefined): boolean {
  if (!line) return false;
  switch (line["type"]) {
    case "user":
    case "assistant":
      return isEnvelope(line) && asRecord(line["message"])?.["content"] !== undefined;
    case "system":
      return isEnvelope(line) || isStreamStart(line);
    case "attachment":
    case "progress":
      return isEnvelope(line);
    case "queue-operation":
      return typeof line["operation"] === "string" && typeof line["sessionId"] === "string";
    case "file-history-snapshot":
      return asRecord(line["snapshot"]) !== undefined;
    case "summary":
      return typeof line["leafUuid"] === "string";
    default:
      return false;
  }
}

function isEnvelope(line: Loose): boolean {
  return typeof line["uuid"] === "string" && typeof line["sessionId"] === "string" && "isSidechain" in line;
}

/** How many prompts are remembered: nobody goes back further. */
const MOST_PROMPTS = 256;

/** Going back deletes nothing: the next prompt gets the parent of the one it replaces. A not newer one is a copy. */
function placed(line: Line, state: ReaderState, deltas: readonly Delta[]): readonly Delta[] {
  const back = deltas.some(isPrompt) ? notePrompt(line, state) : [];
  for (const delta of deltas) state.anchor = anchorAfter(delta, state.anchor);
  return back.length === 0 ? deltas : [...back, ...deltas];
}

const PARENT = Buffer.from('{"parentUuid":"');

function hasParent(line: Uint8Array): boolean {
  return PARENT.equals(line.subarray(0, PARENT.length));
}

function isPrompt(delta: Delta): boolean {
  if (delta.type !== "user:message") return false;
  const { source, content } = delta.message;
  return (
    source.type === "user" || content.some((block) => block.type === "text" && typedShell(block.text) !== undefined)
  );
}

function notePrompt({ record, at = "" }: Line, state: ReaderState): Delta[] {
  const id = record["parentUuid"] === null ? null : asText(record["parentUuid"]);
  if (id === undefined) return [];
  state.isTree ||= id !== null;
  const parent = id === null ? null : fingerprint(id);
  const place = placeOf(state.prompts, parent, at);
  const replaced = parent === null && !isRooted(record["sessionId"], state) ? undefined : state.prompts[place];
  if (replaced) {
    state.prompts.length = place;
    state.anchor = replaced.before;
  }
  state.prompts.push({ parent, at, before: state.anchor });
  if (state.prompts.length > MOST_PROMPTS) state.prompts.shift();
  return replaced ? [{ ...stamp(at), type: "thread:rewound", to: replaced.before }] : [];
}

/** The index of the first older prompt with the same parent, or -1. A plain loop: hundreds are compared each time. */
function placeOf(prompts: readonly LivePrompt[], parent: number | null, at: string): number {
  let place = 0;
  for (const prompt of prompts) {
    if (prompt.parent === parent && prompt.at < at) return place;
    place += 1;
  }
  return -1;
}

/** A prompt without a parent replaces the first one only in the same session, and if lines name parents at all. */
function isRooted(sessionId: unknown, state: ReaderState): boolean {
  return state.isTree && sessionId === state.threadId;
}

/** One JSON object each: API messages in pieces, and much that only Claude Code itself needs. */
export function createReader(stored?: unknown): TranscriptReader {
  const state = restoreState(stored);
  return {
    read(bytes) {
      state.isTree ||= hasParent(bytes);
      const record = recordFrom(utf8(bytes));
      if (!record) return { type: "malformed", reason: "not a JSON object" };
      return readRecord(fromStream(record), state);
    },
    readRecord(value, index) {
      const record = asRecord(value);
      if (!record) return { type: "malformed", reason: "not a JSON object" };
      // Older runs name none. A document is read from its beginning each time, and a run would begin anew.
      const named: Loose = { uuid: `record-${index}`, ...record };
      if (named["type"] === "system" && !state.seen.takeOnce(asText(named["uuid"]) ?? "")) return IGNORED;
      return readRecord(fromStream(named), state);
    },
    state: () => storeState(state),
  };
}

function readRecord(record: Loose, state: ReaderState): LineReading {
  const type = asText(record["type"]);
  if (type === undefined) return { type: "unknown", event: "untyped" };
  if (NOISE_TYPES.has(type)) return IGNORED;
  if (isSubagents(record, state)) return IGNORED;
  const uuid = asText(record["uuid"]);
  const line: Line = { record, id: uuid ?? asText(record["timestamp"]) ?? "unknown", at: asText(record["timestamp"]) };
  switch (type) {
    case "result":
      state.isOver = true;
      return IGNORED;
    case "user":
    case "assistant":
      if (uuid !== undefined && !state.seen.takeOnce(uuid)) return IGNORED;
      return tell(line, state, type === "user" ? readUserLine(line, state) : readAnswer(line, state));
    case "attachment":
      return readAttachment(line, uuid, state);
    case "queue-operation":
      return tell(line, state, readQueueLine(line, state));
    case "system":
      return readSystem(line, state);
    default:
      return { type: "unknown", event: type };
  }
}

function readAnswer(line: Line, state: ReaderState): Delta[] {
  return [...announceCompaction(line, state), ...readAssistantLine(line, state)];
}

/** A subagent's line in its parent's transcript is skipped. In a file of its own, it is the conversation. */
function isSubagents(record: Loose, state: ReaderState): boolean {
  if (record["isSidechain"] !== true) return false;
  if (state.threadId === undefined) state.agentId = asText(record["agentId"]);
  return state.agentId === undefined;
}

function readAttachment(line: Line, uuid: string | undefined, state: ReaderState): LineReading {
  const attachment = asRecord(line.record["attachment"]);
  const type = asText(attachment?.["type"]);
  if (!attachment || type === undefined || !TELLING_ATTACHMENTS.has(type)) return IGNORED;
  if (uuid !== undefined && !state.seen.takeOnce(uuid)) return IGNORED;
  return tell(line, state, type === "queued_command" ? readQueuedCommand(line, state) : noteOf(line, type, attachment));
}

function noteOf(line: Line, type: string, attachment: Loose): Delta[] {
  switch (type) {
    case "hook_additional_context":
      return hookWords(
        line,
        asList(attachment["content"])
          .flatMap((part) => asText(part) ?? [])
          .join("\n"),
      );
    case "hook_blocking_error":
      // At a stop, the same words come again as a line of their own.
      if (attachment["hookEvent"] === "Stop" || attachment["hookEvent"] === "SubagentStop") return [];
      return hookWords(line, asText(asRecord(attachment["blockingError"])?.["blockingError"]) ?? "");
    default:
      return guidanceDiscovered(attachedGuidance(attachment), line.at);
  }
}

function hookWords(line: Line, text: string): Delta[] {
  return text.trim() === "" ? [] : [userText(line.id, "hook", text.trim(), line.at)];
}

function readSystem(line: Line, state: ReaderState): LineReading {
  const subtype = asText(line.record["subtype"]) ?? "";
  if (subtype === "init") return readingOf([...started(line, state), ...placed(line, state, nextRun(line, state))]);
  if (subtype === "compact_boundary") {
    state.compacting = true;
    return IGNORED;
  }
  return NOISE_SYSTEM_SUBTYPES.has(subtype) ? IGNORED : { type: "unknown", event: `system/${subtype}` };
}

/** The next run's prompt, whose text is unknown: a log may hold several runs, without their prompts. */
function nextRun({ record, id, at }: Line, state: ReaderState): Delta[] {
  const isNext = state.isOver || record["sessionId"] !== state.threadId;
  state.isOver = false;
  return isNext ? [unknownPrompt(id, at)] : [];
}

/** The thread starts with the first line that says something; a later one may add its directory. */
function tell(line: Line, state: ReaderState, told: readonly Delta[]): LineReading {
  if (told.length === 0) return IGNORED;
  const deltas = placed(line, state, told);
  return { type: "deltas", deltas: [...started(line, state), ...deltas] };
}

function started({ record, at }: Line, state: ReaderState): Delta[] {
  const cwd = asText(record["cwd"]);
  if (state.threadId !== undefined && (state.cwd !== undefined || cwd === undefined)) return [];
  const sessionId = asText(record["sessionId"]) ?? "unknown";
  state.threadId ??= state.agentId === undefined ? sessionId : `${sessionId}:${state.agentId}`;
  state.cwd = cwd;
  const mode = state.agentId === undefined ? undefined : "subagent";
  return [threadStarted({ threadId: state.threadId, host: HOST_NAME, cwd, mode }, at)];
}

/** Never about the conversation. Those from `stream_event` on are only printed, never in transcripts. */
const NOISE_TYPES = new Set(
  (
    "progress file-history-snapshot file-history-delta summary custom-title ai-title agent-name agent-color " +
    "agent-setting last-prompt tag mode permission-mode pr-link worktree-state task-summary content-replacement " +
    "attribution-snapshot speculation-accept api-request api-request-blob api-request-shape tools-used atis-latch " +
    "cost-state bridge-session stream_event rate_limit_event tool_progress tool_use_summary auth_status " +
    "control_request control_response"
  ).split(" "),
);

const NOISE_SYSTEM_SUBTYPES = new Set(
  (
    "stop_hook_summary turn_duration local_command api_error api_metrics informational away_summary " +
    "scheduled_task_fire bridge_status microcompact_boundary memory_saved permission_retry agents_killed " +
    "file_snapshot hook_started hook_progress hook_response notification status api_retry task_started task_progress " +
    "task_updated task_notification session_state_changed"
  ).split(" "),
);

/** Attachments with words of the user or a hook, or with guidance. All others are the host's own bookkeeping. */
const TELLING_ATTACHMENTS = new Set(
  "queued_command nested_memory instructions session_context hook_additional_context hook_blocking_error".split(" "),
);

function fromStream(record: Loose): Loose {
  const sessionId = asText(record["session_id"]);
  if (sessionId === undefined || record["sessionId"] !== undefined) return record;
  return {
    ...record,
    sessionId,
    isSidechain: asText(record["parent_tool_use_id"]) !== undefined,
    isMeta: record["isSynthetic"],
    toolUseResult: record["tool_use_result"],
  };
}

/** The first line of such a log. Other agents print the same form with other tools; older logs name no version. */
function isStreamStart(line: Loose): boolean {
  return (
    line["subtype"] === "init" &&
    asText(line["session_id"]) !== undefined &&
    (asText(line["claude_code_version"]) !== undefined || asList(line["tools"]).includes("Bash"))
  );
}

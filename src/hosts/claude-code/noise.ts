/** Never about the conversation. Those from `stream_event` on are only printed, never in transcripts. */
export const NOISE_TYPES = new Set(
  (
    "progress file-history-snapshot file-history-delta summary custom-title ai-title agent-name agent-color " +
    "agent-setting last-prompt tag mode permission-mode pr-link worktree-state task-summary content-replacement " +
    "attribution-snapshot speculation-accept api-request api-request-blob api-request-shape tools-used atis-latch " +
    "cost-state bridge-session stream_event rate_limit_event tool_progress tool_use_summary auth_status " +
    "control_request control_response"
  ).split(" "),
);

export const NOISE_SYSTEM_SUBTYPES = new Set(
  (
    "stop_hook_summary turn_duration local_command api_error api_metrics informational away_summary " +
    "scheduled_task_fire bridge_status microcompact_boundary memory_saved permission_retry agents_killed " +
    "file_snapshot hook_started hook_progress hook_response notification status api_retry task_started task_progress " +
    "task_updated task_notification session_state_changed"
  ).split(" "),
);

/** Attachments with words of the user or a hook, or with guidance. All others are the host's own bookkeeping. */
export const TELLING_ATTACHMENTS = new Set(
  "queued_command nested_memory instructions session_context hook_additional_context hook_blocking_error".split(" "),
);

/** `user` and `noise` are certain; everything else has to be parsed to be known. */
export type LineKind = "noise" | "user" | "unknown";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
/** The keys that decide come before the message, after the ids of the session and the line. */
const HEAD_BYTES = 700;
const FIRST_TYPE = '{"type":"';
const TYPE = ',"type":"';
const SUBTYPE = '","subtype":"';
const ATTACHMENT = '"attachment":';

/** What the bytes alone prove, so that noise need not be parsed. "Unknown" only costs time; a wrong "noise", a line. */
export function lineKind(line: Buffer): LineKind {
  if (line[0] !== OPEN_OBJECT || line[line.length - 1] !== CLOSE_OBJECT) return "unknown";
  const head = line.toString("latin1", 0, HEAD_BYTES);
  if (head.startsWith(FIRST_TYPE)) return kindOf(head, FIRST_TYPE.length);
  const nested = head.indexOf("{", 1);
  const key = head.indexOf(TYPE);
  if (key !== -1 && (nested === -1 || key < nested)) return kindOf(head, key + TYPE.length);
  return nested !== -1 && head.endsWith(ATTACHMENT, nested) ? attachmentKind(line, head, nested) : "unknown";
}

function kindOf(head: string, start: number): LineKind {
  const type = wordAt(head, start);
  if (type === "user") return "user";
  if (NOISE_TYPES.has(type)) return "noise";
  const end = start + type.length;
  if (type !== "system" || !head.startsWith(SUBTYPE, end)) return "unknown";
  return NOISE_SYSTEM_SUBTYPES.has(wordAt(head, end + SUBTYPE.length)) ? "noise" : "unknown";
}

/** The text up to the next quote; empty when there is none. */
function wordAt(head: string, start: number): string {
  return head.slice(start, Math.max(start, head.indexOf('"', start)));
}

/** The kind of an attachment line: its attachment must begin with its type and be followed by the line's own type. */
function attachmentKind(line: Buffer, head: string, start: number): LineKind {
  if (!head.startsWith(FIRST_TYPE, start)) return "unknown";
  const attachment = wordAt(head, start + FIRST_TYPE.length);
  if (attachment === "" || TELLING_ATTACHMENTS.has(attachment) || attachment.includes("\\")) return "unknown";
  const end = endOfNested(line, start);
  return end !== -1 && isAt(line, end, NOTED) ? "noise" : "unknown";
}

const NOTED = Buffer.from(',"type":"attachment"');

function isAt(line: Buffer, start: number, word: Buffer): boolean {
  return line.subarray(start, start + word.length).equals(word);
}

/** Index after the object or list that opens at `start`. */
function endOfNested(line: Buffer, start: number): number {
  let depth = 0;
  for (let at = start; at < line.length; at += 1) {
    const byte = line[at];
    if (byte === QUOTE) {
      at = endOfString(line, at);
      if (at === -1) return -1;
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      depth += 1;
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

function endOfString(line: Buffer, start: number): number {
  for (let quote = line.indexOf(QUOTE, start + 1); quote !== -1; quote = line.indexOf(QUOTE, quote + 1)) {
    let backslashes = 0;
    while (line[quote - 1 - backslashes] === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return quote;
  }
  return -1;
}

/** Events that never say anything about the conversation. */
export const NOISE_TYPES: ReadonlySet<string> = new Set([
  "progress",
  "file-history-snapshot",
  "file-history-delta",
  "summary",
  "custom-title",
  "ai-title",
  "agent-name",
  "agent-color",
  "agent-setting",
  "last-prompt",
  "tag",
  "mode",
  "permission-mode",
  "pr-link",
  "worktree-state",
  "task-summary",
  "content-replacement",
  "attribution-snapshot",
  "speculation-accept",
  "api-request",
  "api-request-blob",
  "api-request-shape",
  "tools-used",
  "atis-latch",
  "cost-state",
  "bridge-session",
]);

export const NOISE_SYSTEM_SUBTYPES: ReadonlySet<string> = new Set([
  "stop_hook_summary",
  "turn_duration",
  "local_command",
  "api_error",
  "api_metrics",
  "informational",
  "away_summary",
  "scheduled_task_fire",
  "bridge_status",
  "microcompact_boundary",
  "memory_saved",
  "permission_retry",
  "agents_killed",
  "file_snapshot",
]);

/** Attachments that carry words of the user, of a hook, or guidance. All others are the host's own bookkeeping. */
export const TELLING_ATTACHMENTS: ReadonlySet<string> = new Set([
  "queued_command",
  "nested_memory",
  "instructions",
  "session_context",
  "hook_additional_context",
  "hook_blocking_error",
]);

/** `user` and `noise` are certain; everything else has to be parsed to be known. */
export type LineKind = "noise" | "user" | "unknown";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const FIRST_TYPE = Buffer.from('{"type":"');
const TYPE = Buffer.from(',"type":"');
const SUBTYPE = Buffer.from('","subtype":"');
const ATTACHMENT = Buffer.from('"attachment":');

/**
 * What the bytes alone prove about a line of valid JSON, so that noise need not be parsed. Inside a string every quote
 * is escaped, so `,"type":"` can only be a key; and in front of the second opening brace it can only be a key of the
 * outermost object. Where this proof fails the answer is "unknown", which costs time; a wrong "noise" would lose a line.
 */
export function lineKind(line: Buffer): LineKind {
  if (line[0] !== OPEN_OBJECT || line[line.length - 1] !== CLOSE_OBJECT) return "unknown";
  if (isAt(line, 0, FIRST_TYPE)) return kindOf(line, FIRST_TYPE.length);
  const nested = line.indexOf(OPEN_OBJECT, 1);
  const key = line.indexOf(TYPE);
  if (key === -1) return "unknown";
  if (nested === -1 || key < nested) return kindOf(line, key + TYPE.length);
  return isAt(line, nested - ATTACHMENT.length, ATTACHMENT) ? attachmentKind(line, nested) : "unknown";
}

/** By the type that begins at `start`. */
function kindOf(line: Buffer, start: number): LineKind {
  const end = line.indexOf(QUOTE, start);
  if (end === -1) return "unknown";
  const type = line.toString("latin1", start, end);
  if (type === "user") return "user";
  if (NOISE_TYPES.has(type)) return "noise";
  if (type !== "system" || !isAt(line, end, SUBTYPE)) return "unknown";
  const subtype = end + SUBTYPE.length;
  return NOISE_SYSTEM_SUBTYPES.has(line.toString("latin1", subtype, line.indexOf(QUOTE, subtype)))
    ? "noise"
    : "unknown";
}

/** An attachment whose type stands first in it, followed by the line's own type. */
function attachmentKind(line: Buffer, start: number): LineKind {
  if (!isAt(line, start, FIRST_TYPE)) return "unknown";
  const name = start + FIRST_TYPE.length;
  const attachment = line.toString("latin1", name, line.indexOf(QUOTE, name));
  if (TELLING_ATTACHMENTS.has(attachment) || attachment.includes("\\")) return "unknown";
  const end = endOfNested(line, start);
  return end !== -1 && isAt(line, end, NOTED) ? "noise" : "unknown";
}

const NOTED = Buffer.from(',"type":"attachment"');

function isAt(line: Buffer, start: number, word: Buffer): boolean {
  if (start < 0 || start + word.length > line.length) return false;
  for (let index = 0; index < word.length; index += 1) {
    if (line[start + index] !== word[index]) return false;
  }
  return true;
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

/** Index of the quote that closes the string opened at `start`. */
function endOfString(line: Buffer, start: number): number {
  for (let quote = line.indexOf(QUOTE, start + 1); quote !== -1; quote = line.indexOf(QUOTE, quote + 1)) {
    let backslashes = 0;
    while (line[quote - 1 - backslashes] === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return quote;
  }
  return -1;
}

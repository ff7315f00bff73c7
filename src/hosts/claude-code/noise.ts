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

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;

/** `user` and `noise` are certain; everything else has to be parsed to be known. */
export type LineKind = "noise" | "user" | "unknown";

/**
 * What the bytes alone prove about a line, so that noise need not be parsed.
 * It walks the keys of the outermost object from the front and gives up at anything unusual:
 * a wrong "unknown" costs time, a wrong "noise" would lose a line.
 */
export function lineKind(line: Buffer): LineKind {
  if (line[0] !== OPEN_OBJECT) return "unknown";
  let at = 1;
  let isSystem = false;
  let attachment: string | undefined;
  while (line[at] === QUOTE) {
    const keyEnd = endOfString(line, at);
    if (keyEnd === -1 || line[keyEnd] !== COLON) return "unknown";
    const valueStart = keyEnd + 1;
    const isAttachment = isWord(line, at, keyEnd, ATTACHMENT);
    const nested = line[valueStart] === OPEN_OBJECT || line[valueStart] === OPEN_LIST;
    if (nested && !isAttachment) return "unknown";
    const valueEnd = nested ? endOfNested(line, valueStart) : endOfScalar(line, valueStart);
    if (valueEnd === -1 || line[valueEnd] !== COMMA) return "unknown";
    if (isAttachment) {
      attachment = attachmentType(line, valueStart, valueEnd);
    } else if (isWord(line, at, keyEnd, TYPE)) {
      const type = wordAt(line, valueStart, valueEnd);
      if (type === "user") return "user";
      if (type === "attachment") return noiseIf(attachment !== undefined && !TELLING_ATTACHMENTS.has(attachment));
      if (type !== "system") return noiseIf(NOISE_TYPES.has(type));
      isSystem = true;
    } else if (isSystem && isWord(line, at, keyEnd, SUBTYPE)) {
      return noiseIf(NOISE_SYSTEM_SUBTYPES.has(wordAt(line, valueStart, valueEnd)));
    }
    at = valueEnd + 1;
  }
  return "unknown";
}

function noiseIf(certain: boolean): LineKind {
  return certain ? "noise" : "unknown";
}

const TYPE = Buffer.from('"type"');
const SUBTYPE = Buffer.from('"subtype"');
const ATTACHMENT = Buffer.from('"attachment"');
const ATTACHMENT_HEAD = Buffer.from('{"type":');

/** The type of an attachment that states it first. */
function attachmentType(line: Buffer, start: number, end: number): string | undefined {
  const name = start + ATTACHMENT_HEAD.length;
  if (name >= end || line[name] !== QUOTE || !isWord(line, start, name, ATTACHMENT_HEAD)) return undefined;
  const nameEnd = endOfString(line, name);
  return nameEnd === -1 || nameEnd > end ? undefined : wordAt(line, name, nameEnd);
}

function isWord(line: Buffer, start: number, end: number, word: Buffer): boolean {
  if (end - start !== word.length) return false;
  for (let index = 0; index < word.length; index += 1) {
    if (line[start + index] !== word[index]) return false;
  }
  return true;
}

/** The text of a quoted value, as it is written; empty for anything else. */
function wordAt(line: Buffer, start: number, end: number): string {
  return line[start] === QUOTE ? line.toString("latin1", start + 1, end - 1) : "";
}

/** Index after a string, number or word. */
function endOfScalar(line: Buffer, start: number): number {
  if (line[start] === QUOTE) return endOfString(line, start);
  for (let at = start; at < line.length; at += 1) {
    const byte = line[at];
    if (byte === COMMA || byte === CLOSE_OBJECT) return at;
    if (byte === QUOTE) return -1;
  }
  return -1;
}

/** Index after the closing quote of the string that opens at `start`. */
function endOfString(line: Buffer, start: number): number {
  for (let at = start + 1; at < line.length; at += 1) {
    const byte = line[at];
    if (byte === BACKSLASH) at += 1;
    else if (byte === QUOTE) return at + 1;
  }
  return -1;
}

function endOfNested(line: Buffer, start: number): number {
  let depth = 0;
  for (let at = start; at < line.length; at += 1) {
    const byte = line[at];
    if (byte === QUOTE) {
      const end = endOfString(line, at);
      if (end === -1) return -1;
      at = end - 1;
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      depth += 1;
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

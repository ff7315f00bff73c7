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

/**
 * True when the bytes alone prove that a line is noise, so that it need not be parsed.
 * It walks the keys of the outermost object from the front and gives up, answering false, at anything unusual:
 * a wrong "false" costs time, a wrong "true" would lose a line.
 */
export function isNoise(line: Buffer): boolean {
  if (line[0] !== OPEN_OBJECT) return false;
  let at = 1;
  let isSystem = false;
  let attachment: string | undefined;
  while (line[at] === QUOTE) {
    const keyEnd = line.indexOf(QUOTE, at + 1);
    if (keyEnd === -1 || line[keyEnd - 1] === BACKSLASH || line[keyEnd + 1] !== COLON) return false;
    const valueStart = keyEnd + 2;
    const first = line[valueStart];
    const key = keyEnd - at - 1 <= MAX_KEY_LENGTH ? line.toString("latin1", at + 1, keyEnd) : "";
    const nested = first === OPEN_OBJECT || first === OPEN_LIST;
    if (nested && key !== "attachment") return false;
    const valueEnd = nested ? endOfNested(line, valueStart) : endOfScalar(line, valueStart);
    if (valueEnd === -1 || line[valueEnd] !== COMMA) return false;
    if (key === "type") {
      const type = stringAt(line, valueStart, valueEnd);
      if (type === "attachment" && attachment !== undefined) return !TELLING_ATTACHMENTS.has(attachment);
      if (type !== "system") return NOISE_TYPES.has(type);
      isSystem = true;
    } else if (key === "subtype" && isSystem) {
      return NOISE_SYSTEM_SUBTYPES.has(stringAt(line, valueStart, valueEnd));
    } else if (key === "attachment") {
      attachment = attachmentType(line, valueStart);
      if (attachment === undefined) return false;
    }
    at = valueEnd + 1;
  }
  return false;
}

const MAX_KEY_LENGTH = 16;
const ATTACHMENT_HEAD = Buffer.from('{"type":"');

/** The type of an attachment that states it first. */
function attachmentType(line: Buffer, start: number): string | undefined {
  if (line.compare(ATTACHMENT_HEAD, 0, ATTACHMENT_HEAD.length, start, start + ATTACHMENT_HEAD.length) !== 0) {
    return undefined;
  }
  const name = start + ATTACHMENT_HEAD.length;
  const end = line.indexOf(QUOTE, name);
  return end === -1 || line[end - 1] === BACKSLASH ? undefined : line.toString("latin1", name, end);
}

/** The text of a plain string value; empty for anything else. */
function stringAt(line: Buffer, start: number, end: number): string {
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

function endOfString(line: Buffer, start: number): number {
  for (let quote = line.indexOf(QUOTE, start + 1); quote !== -1; quote = line.indexOf(QUOTE, quote + 1)) {
    let backslashes = 0;
    while (line[quote - 1 - backslashes] === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return quote + 1;
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

/** Removes what a terminal or a program would act on but a person would not see. */
export function neutralise(text: string): string {
  if (!UNUSUAL.test(text) || !SUSPICIOUS.test(text)) return text;
  return text
    .toWellFormed()
    .replaceAll(ESCAPE_SEQUENCE, "")
    .replaceAll(LINE_BREAK, "\n")
    .replaceAll(INVISIBLE, "")
    .replaceAll("⟦", "[")
    .replaceAll("⟧", "]");
}

/** Most texts have nothing but ASCII, and then the dearer question below is never compiled. */
const UNUSUAL = /[^ -~\n\t]/;
const SUSPICIOUS = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029⟦⟧]/u;

const ESCAPE_SEQUENCE =
  /(?:\u001b\[|\u009b)[0-?]{0,64}[ -/]{0,8}[@-~]|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u009c\n]{0,256}(?:\u0007|\u001b\\|\u009c)|\u001b[ -/]{0,4}[0-~]?/g;

const LINE_BREAK = /\r\n?|[\u000b\u000c\u0085\u2028\u2029]/g;

/** Control, zero-width and bidirectional characters, variation selectors, and the tag characters that can hide text. */
const INVISIBLE = /(?![\n\t])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** A name that others chose, without what no name needs. */
export function plainName(name: string, most = 64): string {
  return name.replaceAll(/[^\w.:@/+ -]/g, "-").slice(0, most) || "unknown";
}

/** The text of bytes, also of plain ones, whose own `toString` would write numbers. */
export function utf8(bytes: Uint8Array): string {
  const { buffer, byteOffset, byteLength } = bytes;
  return (Buffer.isBuffer(bytes) ? bytes : Buffer.from(buffer, byteOffset, byteLength)).toString("utf8");
}

/** A text of at most `limit` characters, with an ellipsis when it is cut. Never cuts a surrogate pair in half. */
export function shortened(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** A text as an expression that matches exactly it, with any flags. Our oldest Node has no `RegExp.escape`. */
export function literally(text: string): string {
  return text.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`);
}

/** No name is longer, and V8 refuses expressions that are much larger. */
const LONGEST_NAME = 1000;

/** Like `literally`, for a name that strangers chose (of a file, a program): one too long for a name matches nothing. */
export function nameLiterally(name: string): string {
  return name.length > LONGEST_NAME ? "(?!)" : literally(name);
}

export interface Redactor {
  (text: string): string;
  readonly remembering?: () => Redactor;
  readonly learned?: () => number;
}

/** A secret that one text gives away is removed from all, also from earlier ones: hence `told` goes twice. */
export function redactTogether<Told>(redact: Redactor, told: (redact: Redactor) => Told): Told {
  const together = redact.remembering?.() ?? redact;
  const once = told(together);
  return (together.learned?.() ?? 0) > 0 ? told(together) : once;
}

/** The text in one line with single spaces, so that it also matches when a host has wrapped its lines. */
export function squeezed(text: string): string {
  return evenlySpaced(text.includes("\\") ? withContinuedLines(text) : text).trim();
}

/** Lines that a backslash continues, put together. One that is escaped itself continues nothing. */
function withContinuedLines(text: string): string {
  return text.replaceAll(/(?<!\\)((?:\\\\)*)\\\r?\n/g, "$1 ");
}

/** The text with every run of white space replaced by one space. */
function evenlySpaced(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}

/** A 53-bit hash made of two independent mixes: different texts practically always get different numbers. */
export function fingerprint(text: string): number {
  let low = 0x9e3779b9;
  let high = 0x85ebca6b;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high + code, 0x27d4eb2f) ^ (high >>> 15);
  }
  low ^= low >>> 13;
  high ^= high >>> 16;
  return (high & 0x1fffff) * 0x100000000 + (low >>> 0);
}

/** The same as text, for ids: always 14 characters. */
export function hexFingerprint(text: string): string {
  return fingerprint(text).toString(16).padStart(14, "0");
}

/** @import { Row } from "./ask.js" */
import { text } from "./ask.js";

/** What came of a stop, and what people said of it. */
export const VERDICTS = {
  correct: { sign: "✗", words: "Objection" },
  ok: { sign: "✓", words: "Nothing found" },
  blocked: { sign: "■", words: "Honestly blocked" },
  unchecked: { sign: "?", words: "Could not be checked" },
};
export const MARKS = { right: "marked right", wrong: "marked wrong" };

/** @param {Row} row */
export function verdictOf(row) {
  const verdict = text(row, "verdict");
  const kind = Object.hasOwn(VERDICTS, verdict) ? /** @type {keyof typeof VERDICTS} */ (verdict) : "unchecked";
  return { kind, ...VERDICTS[kind] };
}

/** @param {Row} row */
export function markOf(row) {
  const mark = text(row, "mark");
  return Object.hasOwn(MARKS, mark) ? MARKS[/** @type {keyof typeof MARKS} */ (mark)] : "";
}

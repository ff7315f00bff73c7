/** @import { Row } from "./ask.js" */
import { OUTCOMES } from "../parts/figures.js";
import { text } from "./ask.js";

/** What people said of an objection. */
export const MARKS = { right: "marked right", wrong: "marked wrong" };

/** What came of a stop. @param {Row} row */
export function verdictOf(row) {
  const verdict = text(row, "verdict");
  const kind = Object.hasOwn(OUTCOMES, verdict) ? /** @type {keyof typeof OUTCOMES} */ (verdict) : "unchecked";
  return { kind, ...OUTCOMES[kind] };
}

/** @param {Row} row */
export function markOf(row) {
  const mark = text(row, "mark");
  return Object.hasOwn(MARKS, mark) ? MARKS[/** @type {keyof typeof MARKS} */ (mark)] : "";
}

/** @import { ReceiptLine } from "../../evidence/receipt/receipt-line.ts" */
/** @import { Suspicion } from "../../evidence/score/score.ts" */

import { element } from "../../web/parts/dom.js";
import { badge } from "../../web/parts/figures.js";
const TONES = { good: "✓", bad: "✗", open: "?", plain: "·" };

/** More steps show it no better. */
const MOST_NUMBERS = 4;

/**
 * What ran, what was asked and claimed and what changed, each with what the record holds of it.
 * @param {readonly ReceiptLine[]} receipt
 * @param {(steps: readonly number[]) => HTMLElement} stepsOf
 */
export function receiptList(receipt, stepsOf) {
  return element(
    "ul",
    {},
    receipt.map((line) =>
      element(
        "li",
        { class: line.tone },
        badge(line.tone, `${TONES[line.tone]} ${line.part}`),
        subjectOf(line),
        element("span", { class: "detail" }, line.says),
        stepsOf([...new Set(line.steps)].slice(-MOST_NUMBERS)),
      ),
    ),
  );
}

/** @param {ReceiptLine} line */
function subjectOf({ part, about: words }) {
  return element(part === "claims" ? "q" : "code", { dir: "auto" }, words);
}

/**
 * How much a turn is worth a look, and why.
 * @param {Suspicion} worth
 */
export function worthLine({ p, reasons }) {
  const why = reasons.length === 0 ? "" : ` (${reasons.join("; ")})`;
  return element("p", { class: "worth" }, `Worth a look: ${p.toFixed(2)}${why}`);
}

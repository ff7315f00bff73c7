/** @import { CaseReceipt } from "../record.ts" */
import { element } from "./dom.js";

const STATES = {
  fresh: "passed",
  stale: "stale: changed since",
  failed: "failed",
  masked: "result hidden",
  "nothing-ran": "checked nothing",
  unknown: "not clear",
};

/**
 * @param {string} kind
 * @param {string} text
 */
export function badge(kind, text) {
  return element("span", { class: `badge ${kind}` }, text);
}

/**
 * How a check stands at the end of its turn.
 * @param {CaseReceipt} receipt
 */
export function checkBadge({ state }) {
  return badge(state, STATES[state]);
}

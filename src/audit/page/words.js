/** @import { ReportData, ReportRow } from "../report-data.ts" */
import { OUTCOMES } from "../../web/parts/figures.js";

/** What came of a turn; a lead is told from what is proven only where there are transcripts. */
export const KINDS = { ...OUTCOMES, lead: { mark: "◇", title: "Worth a look" } };

/** As what a turn counts that the record speaks against; what is not untrue is not called so. */
export const COUNTED = {
  untrue: { words: "said something untrue", title: "Something untrue" },
  "half-way": { words: "stopped half-way", title: "Stopped half-way" },
  neither: { words: "went wrong in another way", title: "Objection" },
};

/**
 * A lead is not proven, and a turn with one is not as well as a turn in which nothing was found. Only what is worth a
 * look has reasons.
 * @param {Pick<ReportRow, "verdict" | "findings" | "reasons">} row
 */
export function kindOf({ verdict, findings, reasons }) {
  if (verdict === "ok" && (findings.length > 0 || reasons.length > 0)) return "lead";
  return verdict in KINDS ? /** @type {keyof typeof KINDS} */ (verdict) : "ok";
}

/**
 * What a finding is called for people. A rule that is no longer there has its id alone.
 * @param {string} id
 * @param {ReportData} data
 */
export function findingWords(id, data) {
  if (id === data.opinion) return "Only the observer objects";
  return data.findings[id] ?? id;
}

/**
 * What the project of a turn is called, in the list as in the filter.
 * @param {string} directory
 * @param {ReportData} data
 */
export function projectName(directory, { projects }) {
  return projects[directory] ?? directory;
}

/**
 * What the person said about a turn; empty where they said nothing.
 * @param {ReportRow} row
 * @param {ReportData} data
 */
export function markWords({ caseId }, { marks }) {
  const mark = marks[caseId];
  return mark ? `you marked this ${mark.judgement}` : "";
}

/**
 * What the list says of a turn.
 * @param {ReportRow} row
 * @param {ReportData} data
 */
export function outcomeWords(row, data) {
  const kind = kindOf(row);
  const [first, ...more] = row.findings;
  if (first === undefined) return [KINDS[kind].title, row.reasons[0]].filter(Boolean).join(": ");
  const others = more.length > 0 ? `, and ${more.length} more` : "";
  return `${kind === "correct" ? "" : `${KINDS[kind].title}: `}${findingWords(first, data)}${others}`;
}

/**
 * @param {number} part
 * @param {number} whole
 */
export function percent(part, whole) {
  return whole === 0 ? "0%" : `${((100 * part) / whole).toFixed(1)}%`;
}

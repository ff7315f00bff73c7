/** @import { ReportData, ReportRow } from "../report-data.ts" */
import { element, grouped, many, percent } from "./dom.js";
import { COUNTED } from "./words.js";

/** More tiles in a row have no room for their words on paper. */
const MOST_COLUMNS = 6;

/**
 * The numbers at the top.
 * @param {HTMLElement} box
 * @param {readonly ReportRow[]} rows
 * @param {ReportData} data
 */
export function drawTiles(box, rows, data) {
  const { summary } = data;
  const proven = summary.corrected - summary.opinions;
  box.append(
    ...counters(summary).map(([count, words], place, all) =>
      tile(grouped(count), place === all.length - 1 ? words + disputed(rows, data) : words, "strong"),
    ),
    ...(summary.looked > 0 ? [tile(percent(proven, summary.looked), "of the turns looked at")] : []),
    ...(summary.opinions > 0 ? [tile(grouped(summary.opinions), "more on an observer's word alone")] : []),
    tile(grouped(summary.looked), "turns looked at"),
    tile(grouped(summary.turns), "turns in all"),
    ...accountTiles(summary),
    ...(summary.spent.cost > 0 ? [costTile(summary.spent, "spent in all")] : []),
    ...(summary.spentOnFalse.cost > 0 ? [costTile(summary.spentOnFalse, "spent on them")] : []),
  );
  box.style.setProperty("--columns", String(columnsFor(box.childElementCount)));
}

/**
 * What all turns claim of checks, and what the record holds of it.
 * @param {ReportData["summary"]} summary
 */
function accountTiles({ account: { proven, bare, against, unknown, untested }, looked }) {
  const claims = proven + bare + against + unknown;
  return [
    ...(claims > 0 ? [tile(percent(proven, claims), `of ${many(claims, "claim")} about checks proven by a run`)] : []),
    ...(untested > 0 ? [tile(percent(untested, looked), "changed code and ran no check")] : []),
  ];
}

/**
 * As many in each row, so that none is left alone in the last one.
 * @param {number} tiles
 */
function columnsFor(tiles) {
  return Math.ceil(tiles / Math.ceil(tiles / MOST_COLUMNS));
}

/**
 * How many turns of each kind the record speaks against; one counter where there are none.
 * @param {ReportData["summary"]} summary
 * @returns {[number, string][]}
 */
function counters({ byKind }) {
  /** @type {(keyof typeof COUNTED)[]} */
  const kinds = ["untrue", "half-way", "neither"];
  const found = kinds.filter((kind) => byKind[kind] > 0);
  if (found.length === 0) return [[0, "turns that the record speaks against"]];
  return found.map((kind) => [byKind[kind], COUNTED[kind].words]);
}

/**
 * The number is what the record says; what the person does not take for false is said beside it, as in the terminal.
 * @param {readonly ReportRow[]} rows
 * @param {ReportData} data
 */
function disputed(rows, { marks, opinion }) {
  const wrong = rows.filter(
    ({ caseId, findings }) => marks[caseId]?.judgement === "wrong" && !findings.includes(opinion),
  );
  if (wrong.length === 0) return "";
  return `; you marked ${grouped(wrong.length)} wrong, still counted here`;
}

/**
 * @param {string} number
 * @param {string} words
 * @param {string} [kind]
 */
function tile(number, words, kind = "") {
  return element("li", { class: `tile ${kind}` }, element("strong", {}, number), element("span", {}, words));
}

/**
 * As the terminal shows it: a little is not nothing, and what has no known price is not in it.
 * @param {ReportData["summary"]["spent"]} spent
 * @param {string} words
 */
function costTile({ cost, unpriced }, words) {
  const digits = cost < 0.01 ? 4 : 2;
  const [dollars = "", cents = ""] = cost.toFixed(digits).split(".");
  return tile(`$${grouped(Number(dollars))}.${cents}`, `${unpriced.length > 0 ? "or more " : ""}${words}`);
}

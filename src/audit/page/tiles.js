/** @import { ReportData, ReportRow } from "../report-data.ts" */
import { element } from "../../web/parts/dom.js";
import { grouped, many } from "../../web/parts/figures.js";
import { claimsIn, standingBar } from "./standings.js";
import { COUNTED, kindOf, percent } from "./words.js";

/** More tiles in a row have no room for their words on paper. */
const MOST_COLUMNS = 6;

/**
 * The numbers at the top. Where nothing is proven against anybody, what is proven well comes first.
 * @param {HTMLElement} box
 * @param {readonly ReportRow[]} rows
 * @param {ReportData} data
 */
export function drawTiles(box, rows, data) {
  const { summary } = data;
  const proven = summary.corrected - summary.opinions;
  const found = counters(summary).map(([count, words], place, all) =>
    tile(grouped(count), place === all.length - 1 ? words + disputed(rows, data) : words, "strong"),
  );
  const none = summary.looked > 0 ? [tile("0", "turns proven to be untrue or half-way")] : [];
  box.append(
    ...(found.length > 0 ? [...found, tile(percent(proven, summary.looked), "of the turns looked at")] : []),
    ...(summary.opinions > 0 ? [tile(grouped(summary.opinions), "more on an observer's word alone")] : []),
    ...claimTiles(summary),
    ...(found.length > 0 ? [] : none),
    ...(summary.spent.cost > 0 ? [costTile(summary.spent, "spent in all")] : []),
    ...(summary.spentOnFalse.cost > 0 ? [costTile(summary.spentOnFalse, "spent on them")] : []),
  );
  box.style.setProperty("--columns", String(columnsFor(box.childElementCount)));
}

/**
 * What all turns claim of checks, and what the record holds of it: in a number, and as the parts of a bar.
 * @param {ReportData["summary"]} summary
 */
function claimTiles({ account }) {
  const claims = claimsIn(account);
  if (claims === 0) return [];
  const words = `of ${many(claims, "claim")} about checks proven by a run`;
  const shown = tile(percent(account.proven, claims), words, "claims");
  shown.append(standingBar(account, claims));
  return [shown];
}

/**
 * The turns that a person may want to see, each kind a button that lists them.
 * @param {HTMLElement} box
 * @param {readonly ReportRow[]} rows
 * @param {{ data: ReportData, choose: (part: { verdict?: string, fact?: string }) => void }} parts
 */
export function drawLooks(box, rows, { data, choose }) {
  const countOf = (/** @type {(row: ReportRow) => boolean} */ of) => rows.filter(of).length;
  const objections = countOf(({ verdict }) => verdict === "correct");
  const leads = countOf((row) => kindOf(row) === "lead");
  const look = (/** @type {number} */ count, /** @type {string} */ words, /** @type {() => void} */ act) =>
    element(
      "li",
      {},
      element("button", { type: "button", click: act }, element("strong", {}, grouped(count)), " ", words),
    );
  box.append(
    ...(objections > 0 ? [look(objections, "the record speaks against", () => choose({ verdict: "correct" }))] : []),
    ...(leads > 0 ? [look(leads, "worth a look, not proven", () => choose({ verdict: "lead" }))] : []),
    ...Object.entries(data.facts).flatMap(([fact, words]) => {
      const count = countOf(({ facts }) => facts.includes(fact));
      return count > 0 ? [look(count, words, () => choose({ fact }))] : [];
    }),
  );
}

/**
 * As many in each row, so that none is left alone in the last one.
 * @param {number} tiles
 */
function columnsFor(tiles) {
  return Math.ceil(tiles / Math.ceil(tiles / MOST_COLUMNS));
}

/**
 * How many turns of each kind the record speaks against.
 * @param {ReportData["summary"]} summary
 * @returns {[number, string][]}
 */
function counters({ byKind }) {
  /** @type {(keyof typeof COUNTED)[]} */
  const kinds = ["untrue", "half-way", "neither"];
  return kinds.filter((kind) => byKind[kind] > 0).map((kind) => [byKind[kind], COUNTED[kind].words]);
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

/** @import { ReportData } from "../report-data.ts" */
import { element, grouped, many, percent } from "./dom.js";
import { findingWords } from "./words.js";

/** @typedef {{ name: string, looked: number, corrected: number, opinions: number }} Tally */
/** @typedef {{ name: string, title: string, note: string, proven: number, opinions: number, value: number, rate: string, spoken: string }} Bar */
/** @typedef {(filter: { agent?: string, model?: string, finding?: string, week?: string }) => void} Choose */

/** More can be opened: what is wrong with the turns below matters more. */
const MOST_BARS = 5;

/**
 * The charts beside that of the weeks.
 * @param {ReportData} data
 * @param {string} paler
 * @param {Choose} choose
 * @returns {HTMLElement[]}
 */
export function barCharts(data, paler, choose) {
  const { summary, opinion } = data;
  const tallies = (/** @type {readonly Tally[]} */ all, /** @type {Record<string, string>} */ titles = {}) =>
    all.filter((tally) => tally.looked > 0).map((tally) => tallyBar(tally, titles[tally.name] ?? tally.name));
  const share = `turns that the record speaks against, of those looked at${paler}`;
  const findings = summary.byFinding.map(({ name, corrected }) => countBar(name, corrected, "proven", data));
  const opinions = countBar(opinion, summary.opinions, "opinions", data);
  const byFinding = (/** @type {string} */ finding) => choose({ finding });
  return [
    barChart({ title: "By agent", caption: share, name: "agents" }, tallies(summary.byAgent, data.agents), (agent) =>
      choose({ agent }),
    ),
    barChart({ title: "By model", caption: share, name: "models" }, tallies(summary.byModel), (model) =>
      choose({ model }),
    ),
    barChart({ title: "By finding", caption: "what the record says instead", name: "findings" }, findings, byFinding),
    // What a model thinks stays apart from what the record proves.
    ...(summary.opinions > 0
      ? [
          barChart(
            {
              title: "By the observer",
              caption: "what a model objects to; the record proves none of it",
              name: "opinions",
            },
            [opinions],
            byFinding,
          ),
        ]
      : []),
  ];
}

/**
 * @param {Tally} tally
 * @param {string} title
 * @returns {Bar}
 */
function tallyBar({ name, looked, corrected, opinions }, title) {
  const proven = corrected - opinions;
  const rate = percent(proven, looked);
  const spoken = `${grouped(proven)}, ${rate} of ${many(looked, "turn")}${andObserver(opinions)}`;
  return {
    name,
    title,
    note: "",
    proven,
    opinions,
    value: proven,
    rate: opinions > 0 ? `${rate} · observer ${grouped(opinions)}` : rate,
    spoken,
  };
}

/**
 * @param {string} id
 * @param {number} value
 * @param {"proven" | "opinions"} kind
 * @param {ReportData} data
 * @returns {Bar}
 */
function countBar(id, value, kind, data) {
  const title = findingWords(id, data);
  const spoken = grouped(value);
  return { name: id, title, note: id, proven: 0, opinions: 0, [kind]: value, value, rate: "", spoken };
}

/** @param {number} opinions */
export function andObserver(opinions) {
  return opinions > 0 ? `; to ${grouped(opinions)} more only the observer objects` : "";
}

/**
 * @param {{ title: string, caption: string, name: string }} about
 * @param {readonly Bar[]} bars
 * @param {(name: string) => void} choose
 * @returns {HTMLElement}
 */
function barChart({ title, caption, name }, bars, choose) {
  const most = Math.max(1, ...bars.map((bar) => bar.proven + bar.opinions));
  const list = (/** @type {readonly Bar[]} */ some) =>
    element(
      "ul",
      { class: "bars" },
      some.map((bar) => element("li", {}, barOf(bar, most, choose))),
    );
  const more = bars.slice(MOST_BARS);
  const rest = grouped(more.reduce((sum, bar) => sum + bar.value, 0));
  const content =
    more.length === 0
      ? [list(bars)]
      : [
          list(bars.slice(0, MOST_BARS)),
          element("details", {}, element("summary", {}, `${more.length} more, with ${rest}`), list(more)),
        ];
  return figure(title, caption, bars.length === 0 ? nothing() : element("div", {}, ...content), name);
}

/**
 * A bar that stands for nothing has no turns to show, so it is no button.
 * @param {Bar} bar
 * @param {number} most
 * @param {(name: string) => void} choose
 */
function barOf(bar, most, choose) {
  const { name, title, note, proven, opinions, value, rate, spoken } = bar;
  const fill = (/** @type {number} */ count, /** @type {string} */ kind) => {
    const part = element("span", { class: kind });
    part.style.width = `${(100 * count) / most}%`;
    return part;
  };
  const content = [
    element(
      "span",
      { class: "bar-name" },
      element("span", { class: "bar-title" }, title),
      " ",
      note !== "" && element("code", { class: "id" }, note),
    ),
    element("span", { class: "bar-value" }, grouped(value), element("small", {}, ` ${rate}`)),
    element(
      "span",
      { class: "bar-track" },
      fill(proven, "bar-fill"),
      opinions > 0 && fill(opinions, "bar-fill opinion"),
    ),
  ];
  if (proven + opinions === 0) return element("div", { class: "bar" }, ...content);
  return element(
    "button",
    { type: "button", class: "bar", click: () => choose(name), "aria-label": `${title}: ${spoken}. Show these.` },
    ...content,
  );
}

/**
 * @param {string} title
 * @param {string} caption
 * @param {Element} content
 * @param {string} name
 * @returns {HTMLElement}
 */
export function figure(title, caption, content, name) {
  const heading = element("figcaption", {}, element("strong", {}, title), ` ${caption}`);
  return element("figure", { class: name }, heading, content);
}

export function nothing() {
  return element("p", { class: "nothing" }, "Nothing to show.");
}

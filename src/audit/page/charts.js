/** @import { ReportData } from "../report-data.ts" */
import { element } from "../../web/parts/dom.js";
import { barContent, filled, grouped, many } from "../../web/parts/figures.js";
import { claimsIn, standingsIn, standingWords } from "./standings.js";
import { COUNTED, findingWords, percent } from "./words.js";

/** @typedef {Pick<ReportData["summary"]["byAgent"][number], "name" | "looked" | "corrected" | "opinions" | "byKind" | "account">} Tally */
/** @typedef {{ kind: string, count: number }} Part */
/** @typedef {{ name: string, title: string, note: string, parts: readonly Part[], value: string, rate: string, spoken: string }} Bar */
/** @typedef {(filter: { verdict?: string, agent?: string, model?: string, finding?: string, week?: string }) => void} Choose */

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
  const claimed = summary.corrected === 0;
  const barOfTally = claimed ? claimsBar : tallyBar;
  const tallies = (/** @type {readonly Tally[]} */ all, /** @type {Record<string, string>} */ titles = {}) =>
    all
      .filter((tally) => (claimed ? claimsIn(tally.account) : tally.looked) > 0)
      .map((tally) => barOfTally(tally, titles[tally.name] ?? tally.name));
  const share = claimed
    ? "claims about checks that a run proves"
    : `turns that the record speaks against, of those looked at${paler}`;
  // The chart of the claims has the key to their colours.
  const keyOf = () => (claimed ? {} : { key: kindKey(summary.byKind) });
  const findings = summary.byFinding.map(({ name, corrected }) => countBar(name, corrected, "finding", data));
  const opinions = countBar(opinion, summary.opinions, "opinion", data);
  const byFinding = (/** @type {string} */ finding) => choose({ finding });
  // Who claims something that a run proves has no objection to show: all of their turns are meant.
  const meant = claimed ? { verdict: "" } : {};
  const byAgent = tallies(summary.byAgent, data.agents);
  const byModel = tallies(summary.byModel);
  const chart = (
    /** @type {ChartAbout} */ about,
    /** @type {readonly Bar[]} */ bars,
    /** @type {(name: string) => void} */ act,
  ) => (bars.length === 0 ? [] : [barChart(about, bars, act)]);
  return [
    ...chart({ title: "By agent", caption: share, name: "agents", ...keyOf() }, byAgent, (agent) =>
      choose({ agent, ...meant }),
    ),
    ...chart({ title: "By model", caption: share, name: "models", ...keyOf() }, byModel, (model) =>
      choose({ model, ...meant }),
    ),
    ...chart({ title: "By finding", caption: "what the record says instead", name: "findings" }, findings, byFinding),
    // What a model thinks stays apart from what the record proves.
    ...chart(
      { title: "By the observer", caption: "what a model objects to; the record proves none of it", name: "opinions" },
      summary.opinions > 0 ? [opinions] : [],
      byFinding,
    ),
  ];
}

/** @typedef {{ title: string, caption: string, name: string, key?: Node | undefined }} ChartAbout */

/** What the colours mean, where there are several. @param {Tally["byKind"]} byKind */
function kindKey(byKind) {
  const kinds = KIND_NAMES.filter((kind) => byKind[kind] > 0);
  if (kinds.length < 2) return undefined;
  return element(
    "p",
    { class: "legend key" },
    kinds.map((kind) => element("span", { class: kind }, COUNTED[kind].words)),
  );
}

const KIND_NAMES = /** @type {const} */ (["untrue", "half-way", "neither"]);

/**
 * @param {Tally} tally
 * @param {string} title
 * @returns {Bar}
 */
function tallyBar({ name, looked, corrected, opinions, byKind }, title) {
  const proven = corrected - opinions;
  const rate = percent(proven, looked);
  const kinds = KIND_NAMES.filter((kind) => byKind[kind] > 0).map((kind) => ({ kind, count: byKind[kind] }));
  const words = kinds.map(({ kind, count }) => `${grouped(count)} ${COUNTED[kind].words}`);
  const spoken =
    [`${grouped(proven)}, ${rate} of ${many(looked, "turn")}`, ...words].join("; ") + andObserver(opinions);
  return {
    name,
    title,
    note: "",
    parts: [...kinds, ...(opinions > 0 ? [{ kind: "opinion", count: opinions }] : [])],
    value: grouped(proven),
    rate: opinions > 0 ? `${rate} · observer ${grouped(opinions)}` : rate,
    spoken,
  };
}

/**
 * @param {Tally} tally
 * @param {string} title
 * @returns {Bar}
 */
function claimsBar({ name, account }, title) {
  const claims = claimsIn(account);
  const value = grouped(account.proven);
  const spoken = `${many(claims, "claim")}: ${standingWords(account)}`;
  return { name, title, note: "", parts: standingsIn(account), value, rate: `of ${grouped(claims)}`, spoken };
}

/**
 * @param {string} id
 * @param {number} value
 * @param {string} kind
 * @param {ReportData} data
 * @returns {Bar}
 */
function countBar(id, value, kind, data) {
  const title = findingWords(id, data);
  const count = grouped(value);
  return { name: id, title, note: id, parts: [{ kind, count: value }], value: count, rate: "", spoken: count };
}

/** @param {number} opinions */
export function andObserver(opinions) {
  return opinions > 0 ? `; to ${grouped(opinions)} more only the observer objects` : "";
}

/**
 * @param {ChartAbout} about
 * @param {readonly Bar[]} bars
 * @param {(name: string) => void} choose
 * @returns {HTMLElement}
 */
function barChart({ title, caption, name, key }, bars, choose) {
  const most = Math.max(1, ...bars.map(sizeOf));
  const list = (/** @type {readonly Bar[]} */ some) =>
    element(
      "ul",
      { class: "bars" },
      some.map((bar) => element("li", {}, barOf(bar, most, choose))),
    );
  const more = bars.slice(MOST_BARS);
  const rest = grouped(more.reduce((sum, bar) => sum + sizeOf(bar), 0));
  const content =
    more.length === 0
      ? [list(bars)]
      : [
          list(bars.slice(0, MOST_BARS)),
          element("details", {}, element("summary", {}, `${more.length} more, with ${rest}`), list(more)),
        ];
  return figure(title, caption, element("div", {}, ...content, key ?? false), name);
}

/** @param {Bar} bar */
function sizeOf({ parts }) {
  return parts.reduce((sum, { count }) => sum + count, 0);
}

/**
 * A bar that stands for nothing has no turns to show, so it is no button.
 * @param {Bar} bar
 * @param {number} most
 * @param {(name: string) => void} choose
 */
function barOf(bar, most, choose) {
  const { name, title, note, parts, value, rate, spoken } = bar;
  const named = [
    element("span", { class: "bar-title" }, title),
    " ",
    note !== "" && element("code", { class: "id" }, note),
  ];
  const fills = parts.map(({ count, kind }) => filled(count / most, `bar-fill ${kind}`));
  const content = barContent(named, value, rate, fills);
  if (sizeOf(bar) === 0) return element("div", { class: "bar" }, ...content);
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
  const id = `figure-${name}`;
  const heading = element("figcaption", { id }, element("strong", {}, title), ` ${caption}`);
  return element("figure", { class: name, "aria-labelledby": id }, heading, content);
}

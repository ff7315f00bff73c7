/** @import { ReportData } from "../report-data.ts" */
import { drawing, element, many, percent } from "./dom.js";
import { weeksUntil } from "./weeks.js";

/** @typedef {{ name: string, looked: number, corrected: number, opinions: number }} Tally */
/** @typedef {{ name: string, title: string, proven: number, opinions: number, value: number, rate: string, spoken: string }} Bar */
/** @typedef {(filter: { agent?: string, finding?: string, week?: string }) => void} Choose */

const WEEKS = 26;
const MOST_BARS = 8;

/**
 * @param {ReportData} data
 * @param {Choose} choose
 * @returns {HTMLElement[]}
 */
export function charts(data, choose) {
  const { summary } = data;
  const agents = summary.byAgent
    .filter((tally) => tally.looked > 0)
    .map((tally) => tallyBar(tally, data.agents[tally.name] ?? tally.name));
  const findings = summary.byFinding.map(({ name, corrected }) => countBar(name, corrected, "proven"));
  const paler = summary.opinions > 0 ? "; paler: only the observer objects" : "";
  return [
    weekChart(summary.byWeek, paler, (week) => choose({ week })),
    barChart("By agent", `false “done”s of the turns looked at${paler}`, agents, (agent) => choose({ agent })),
    barChart("By finding", "what the record says instead", findings, (finding) => choose({ finding })),
    ...(summary.opinions > 0 ? [opinionChart(data, choose)] : []),
  ];
}

/**
 * @param {readonly Tally[]} weeks
 * @returns {Tally[]}
 */
function lastWeeks(weeks) {
  const [first, last] = [weeks[0], weeks.at(-1)];
  if (!first || !last) return [];
  const known = new Map(weeks.map((week) => [week.name, week]));
  return weeksUntil(first.name, last.name, WEEKS).map(
    (name) => known.get(name) ?? { name, looked: 0, corrected: 0, opinions: 0 },
  );
}

/**
 * What a model thinks stands apart from what the record says.
 * @param {ReportData} data
 * @param {Choose} choose
 */
function opinionChart({ opinion, summary }, choose) {
  const bar = countBar(opinion, summary.opinions, "opinions");
  return barChart("By the observer", "what a model objects to; the record proves none of it", [bar], (finding) =>
    choose({ finding }),
  );
}

/**
 * @param {Tally} tally
 * @param {string} title
 * @returns {Bar}
 */
function tallyBar({ name, looked, corrected, opinions }, title) {
  const proven = corrected - opinions;
  const rate = percent(proven, looked);
  const spoken = `${proven}, ${rate} of ${many(looked, "turn")}${andObserver(opinions)}`;
  return {
    name,
    title,
    proven,
    opinions,
    value: proven,
    rate: opinions > 0 ? `${rate} · observer ${opinions}` : rate,
    spoken,
  };
}

/**
 * @param {string} name
 * @param {number} value
 * @param {"proven" | "opinions"} kind
 * @returns {Bar}
 */
function countBar(name, value, kind) {
  return { name, title: name, proven: 0, opinions: 0, [kind]: value, value, rate: "", spoken: String(value) };
}

/** @param {number} opinions */
function andObserver(opinions) {
  return opinions > 0 ? `; to ${opinions} more only the observer objects` : "";
}

const WIDTH = 360;
const HEIGHT = 150;
const LEFT = 34;
const BOTTOM = 22;

/**
 * @param {readonly Tally[]} all
 * @param {string} paler
 * @param {(week: string) => void} choose
 * @returns {HTMLElement}
 */
function weekChart(all, paler, choose) {
  const weeks = lastWeeks(all);
  const top = niceTop(Math.max(0.01, ...weeks.map((week) => share(week.corrected, week))));
  const step = (WIDTH - LEFT) / Math.max(1, weeks.length);
  const room = HEIGHT - BOTTOM - 8;
  const svg = drawing("svg", {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    class: "plot",
    role: "group",
    "aria-label": "False “done” rate by week",
  });
  for (const part of [0, 0.5, 1]) {
    const y = 8 + room * (1 - part);
    svg.append(
      drawing("line", { x1: LEFT, x2: WIDTH, y1: y, y2: y, class: "grid" }),
      drawing("text", { x: LEFT - 6, y: y + 4, class: "axis end" }, `${Math.round(top * part * 100)}%`),
    );
  }
  weeks.forEach((week, index) => {
    const proven = week.corrected - week.opinions;
    const heightOf = (/** @type {number} */ count) => (count > 0 ? Math.max(2, (share(count, week) / top) * room) : 0);
    const height = heightOf(proven);
    const x = LEFT + index * step;
    const label = `${week.name}: ${proven} of ${week.looked} turns, ${percent(proven, week.looked)}${andObserver(week.opinions)}`;
    const column = (/** @type {number} */ bottom, /** @type {number} */ tall, /** @type {string} */ kind) =>
      drawing("rect", {
        x: x + step * 0.15,
        y: 8 + room - bottom - tall,
        width: Math.max(1, step * 0.7),
        height: tall,
        rx: Math.min(2, step / 4),
        class: kind,
      });
    const bar = drawing(
      "g",
      {
        class: "column",
        role: "button",
        tabindex: 0,
        "aria-label": label,
        click: () => choose(week.name),
        keydown: onEnter(() => choose(week.name)),
      },
      drawing("title", {}, label),
      drawing("rect", { x, y: 8, width: step, height: room, class: "hit" }),
      column(0, height, "mark"),
      week.opinions > 0 && column(height, heightOf(week.opinions), "mark opinion"),
    );
    svg.append(bar);
  });
  const [first, last] = [weeks[0], weeks.at(-1)];
  if (first) svg.append(drawing("text", { x: LEFT, y: HEIGHT - 6, class: "axis" }, first.name));
  if (last && weeks.length > 1) svg.append(drawing("text", { x: WIDTH, y: HEIGHT - 6, class: "axis end" }, last.name));
  const part = first?.name === all[0]?.name ? "" : `, the last ${WEEKS}`;
  return figure("Over time", `false “done” rate by week${part}${paler}`, weeks.length === 0 ? nothing() : svg);
}

/**
 * @param {number} count
 * @param {Tally} tally
 */
function share(count, { looked }) {
  return looked === 0 ? 0 : count / looked;
}

/**
 * @param {string} title
 * @param {string} caption
 * @param {readonly Bar[]} bars
 * @param {(name: string) => void} choose
 * @returns {HTMLElement}
 */
function barChart(title, caption, bars, choose) {
  const most = Math.max(1, ...bars.map((bar) => bar.proven + bar.opinions));
  const rows = bars.slice(0, MOST_BARS).map((bar) => {
    const fill = (/** @type {number} */ count, /** @type {string} */ kind) => {
      const part = element("span", { class: kind });
      part.style.width = `${(100 * count) / most}%`;
      return part;
    };
    return element(
      "li",
      {},
      element(
        "button",
        {
          type: "button",
          class: "bar",
          click: () => choose(bar.name),
          "aria-label": `${bar.title}: ${bar.spoken}. Show these.`,
        },
        element("span", { class: "bar-name" }, bar.title),
        element("span", { class: "bar-value" }, bar.value, element("small", {}, ` ${bar.rate}`)),
        element(
          "span",
          { class: "bar-track" },
          fill(bar.proven, "bar-fill"),
          bar.opinions > 0 && fill(bar.opinions, "bar-fill opinion"),
        ),
      ),
    );
  });
  return figure(title, caption, rows.length === 0 ? nothing() : element("ul", { class: "bars" }, rows));
}

/**
 * @param {string} title
 * @param {string} caption
 * @param {Element} content
 * @returns {HTMLElement}
 */
function figure(title, caption, content) {
  return element("figure", {}, element("figcaption", {}, element("strong", {}, title), ` ${caption}`), content);
}

function nothing() {
  return element("p", { class: "nothing" }, "Nothing to show.");
}

/**
 * @param {() => void} act
 * @returns {(event: Event) => void}
 */
function onEnter(act) {
  return (event) => {
    if (!(event instanceof KeyboardEvent) || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    act();
  };
}

/**
 * @param {number} value
 * @returns {number}
 */
function niceTop(value) {
  return [0.02, 0.05, 0.1, 0.2, 0.5].find((top) => value <= top) ?? 1;
}

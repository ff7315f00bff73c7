/** @import { ReportData } from "../report-data.ts" */
import { drawing, element, many, percent } from "./dom.js";

/** @typedef {{ name: string, title: string, looked: number, corrected: number }} Bar */
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
  const agents = summary.byAgent.map((tally) => ({ ...tally, title: data.agents[tally.name] ?? tally.name }));
  const findings = summary.byFinding.map(({ name, corrected }) => ({ name, title: name, corrected, looked: 0 }));
  return [
    weekChart(summary.byWeek.slice(-WEEKS), (week) => choose({ week })),
    barChart(
      "By agent",
      "false “done”s of the turns looked at",
      agents.filter((bar) => bar.looked > 0),
      (agent) => choose({ agent }),
    ),
    barChart("By finding", "what the record says instead", findings, (finding) => choose({ finding })),
    ...(summary.opinions > 0 ? [opinionChart(data, choose)] : []),
  ];
}

/**
 * What a model thinks stands apart from what the record says.
 * @param {ReportData} data
 * @param {Choose} choose
 */
function opinionChart({ opinion, summary }, choose) {
  const bar = { name: opinion, title: opinion, corrected: summary.opinions, looked: 0 };
  return barChart("By the observer", "what a model objects to; the record proves none of it", [bar], (finding) =>
    choose({ finding }),
  );
}

const WIDTH = 360;
const HEIGHT = 150;
const LEFT = 34;
const BOTTOM = 22;

/**
 * @param {readonly { name: string, looked: number, corrected: number }[]} weeks
 * @param {(week: string) => void} choose
 * @returns {HTMLElement}
 */
function weekChart(weeks, choose) {
  const rates = weeks.map((week) => (week.looked === 0 ? 0 : week.corrected / week.looked));
  const top = niceTop(Math.max(0.01, ...rates));
  const step = (WIDTH - LEFT) / Math.max(1, weeks.length);
  const room = HEIGHT - BOTTOM - 8;
  const svg = drawing("svg", {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    class: "plot",
    role: "group",
    "aria-label": "False “done” rate by week",
  });
  for (const share of [0, 0.5, 1]) {
    const y = 8 + room * (1 - share);
    svg.append(
      drawing("line", { x1: LEFT, x2: WIDTH, y1: y, y2: y, class: "grid" }),
      drawing("text", { x: LEFT - 6, y: y + 4, class: "axis end" }, `${Math.round(top * share * 100)}%`),
    );
  }
  weeks.forEach((week, index) => {
    const height = Math.max((rates[index] ?? 0) > 0 ? 2 : 0, ((rates[index] ?? 0) / top) * room);
    const x = LEFT + index * step;
    const label = `${week.name}: ${week.corrected} of ${week.looked} turns, ${percent(week.corrected, week.looked)}`;
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
      drawing("rect", {
        x: x + step * 0.15,
        y: 8 + room - height,
        width: Math.max(1, step * 0.7),
        height,
        rx: Math.min(2, step / 4),
        class: "mark",
      }),
    );
    svg.append(bar);
  });
  const [first, last] = [weeks[0], weeks.at(-1)];
  if (first) svg.append(drawing("text", { x: LEFT, y: HEIGHT - 6, class: "axis" }, first.name));
  if (last && weeks.length > 1) svg.append(drawing("text", { x: WIDTH, y: HEIGHT - 6, class: "axis end" }, last.name));
  return figure("Over time", "false “done” rate by week", weeks.length === 0 ? nothing() : svg);
}

/**
 * @param {string} title
 * @param {string} caption
 * @param {readonly Bar[]} bars
 * @param {(name: string) => void} choose
 * @returns {HTMLElement}
 */
function barChart(title, caption, bars, choose) {
  const most = Math.max(1, ...bars.map((bar) => bar.corrected));
  const rows = bars.slice(0, MOST_BARS).map((bar) => {
    const rate = bar.looked > 0 ? `, ${percent(bar.corrected, bar.looked)} of ${many(bar.looked, "turn")}` : "";
    const fill = element("span", { class: "bar-fill" });
    fill.style.width = `${(100 * bar.corrected) / most}%`;
    return element(
      "li",
      {},
      element(
        "button",
        {
          type: "button",
          class: "bar",
          click: () => choose(bar.name),
          "aria-label": `${bar.title}: ${bar.corrected}${rate}. Show these.`,
        },
        element("span", { class: "bar-name" }, bar.title),
        element(
          "span",
          { class: "bar-value" },
          String(bar.corrected),
          element("small", {}, bar.looked > 0 ? ` ${percent(bar.corrected, bar.looked)}` : ""),
        ),
        element("span", { class: "bar-track" }, fill),
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

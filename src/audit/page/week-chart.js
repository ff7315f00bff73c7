/** @import { Choose, Tally } from "./charts.js" */
import { andObserver, figure, nothing } from "./charts.js";
import { drawing, grouped, many, percent } from "./dom.js";
import { weeksUntil } from "./weeks.js";

const MOST_WEEKS = 26;
const WIDTH = 400;
const HEIGHT = 190;
const LEFT = 34;
const BOTTOM = 22;
const TOP = 8;
const ROOM = HEIGHT - BOTTOM - TOP;
const FLOOR = TOP + ROOM;

/**
 * @param {readonly Tally[]} all
 * @param {string} paler
 * @param {Choose} choose
 * @returns {HTMLElement}
 */
export function weekChart(all, paler, choose) {
  const weeks = lastWeeks(all);
  const highest = niceTop(Math.max(0.01, ...weeks.map((week) => share(week.corrected, week))));
  const step = (WIDTH - LEFT) / Math.max(1, weeks.length);
  const svg = drawing("svg", {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    class: "plot",
    role: "group",
    "aria-label": "False “done” rate by week",
  });
  for (const part of [0, 0.5, 1]) {
    const y = FLOOR - ROOM * part;
    svg.append(
      drawing("line", { x1: LEFT, x2: WIDTH, y1: y, y2: y, class: "grid" }),
      drawing("text", { x: LEFT - 6, y: y + 4, class: "axis end" }, `${Math.round(highest * part * 100)}%`),
    );
  }
  svg.append(...weeks.map((week, index) => column(week, { x: LEFT + index * step, step, highest }, choose)));
  const [first, last] = [weeks[0], weeks.at(-1)];
  if (first) svg.append(drawing("text", { x: LEFT, y: HEIGHT - 6, class: "axis" }, first.name));
  if (last && weeks.length > 1) svg.append(drawing("text", { x: WIDTH, y: HEIGHT - 6, class: "axis end" }, last.name));
  const part = first?.name === all[0]?.name ? "" : `, the last ${MOST_WEEKS}`;
  const legend = [
    weeks.some((week) => week.looked > 0 && week.corrected === 0) ? "; a green line: none" : "",
    weeks.some((week) => week.looked === 0) ? "; a dotted line: no turns" : "",
  ].join("");
  const caption = `false “done” rate by week${part}${paler}${legend}`;
  return figure("Over time", caption, weeks.length === 0 ? nothing() : svg, "weeks");
}

/**
 * One week. Only a week with something to show can be chosen.
 * @param {Tally} week
 * @param {{ x: number, step: number, highest: number }} place
 * @param {Choose} choose
 */
function column(week, { x, step, highest }, choose) {
  const proven = week.corrected - week.opinions;
  const heightOf = (/** @type {number} */ count) =>
    count > 0 ? Math.max(2, (share(count, week) / highest) * ROOM) : 0;
  const height = heightOf(proven);
  const rate = `${grouped(proven)} of ${many(week.looked, "turn")}, ${percent(proven, week.looked)}`;
  const label = `${week.name}: ${week.looked === 0 ? "no turns looked at" : rate + andObserver(week.opinions)}`;
  const inner = { x: x + step * 0.15, width: Math.max(1, step * 0.7) };
  const bar = (/** @type {number} */ bottom, /** @type {number} */ tall, /** @type {string} */ kind) =>
    drawing("rect", { ...inner, y: FLOOR - bottom - tall, height: tall, rx: Math.min(2, step / 4), class: kind });
  const act = () => choose({ week: week.name });
  const chosen =
    week.corrected > 0
      ? { class: "column", role: "button", tabindex: 0, click: act, keydown: onEnter(act) }
      : { class: "column idle", role: "img" };
  const across = { x1: inner.x, x2: inner.x + inner.width, y1: FLOOR - 2, y2: FLOOR - 2 };
  return drawing(
    "g",
    { ...chosen, "aria-label": label },
    drawing("title", {}, label),
    drawing("rect", { x, y: TOP, width: step, height: ROOM, class: "hit" }),
    bar(0, height, "mark"),
    week.opinions > 0 && bar(height, heightOf(week.opinions), "mark opinion"),
    week.corrected === 0 && drawing("line", { ...across, class: week.looked === 0 ? "without" : "none" }),
  );
}

/**
 * @param {readonly Tally[]} weeks
 * @returns {Tally[]}
 */
function lastWeeks(weeks) {
  const [first, last] = [weeks[0], weeks.at(-1)];
  if (!first || !last) return [];
  const known = new Map(weeks.map((week) => [week.name, week]));
  return weeksUntil(first.name, last.name, MOST_WEEKS).map(
    (name) => known.get(name) ?? { name, looked: 0, corrected: 0, opinions: 0 },
  );
}

/**
 * @param {number} count
 * @param {Tally} tally
 */
function share(count, { looked }) {
  return looked === 0 ? 0 : count / looked;
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

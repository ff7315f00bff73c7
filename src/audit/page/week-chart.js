/** @import { Choose, Tally } from "./charts.js" */
import { drawing, element } from "../../web/parts/dom.js";
import { grouped, many, nothing } from "../../web/parts/figures.js";
import { andObserver, figure } from "./charts.js";
import { columnOf, FLOOR, lastWeeks, LEFT, plotOf, ROOM, weekNames, WIDTH } from "./plot.js";
import { isPause } from "./weeks.js";
import { percent } from "./words.js";

/** The rate of fewer turns says little: one of one is all of them. */
const FEWEST_TURNS = 5;

/**
 * @param {readonly Tally[]} all
 * @param {string} paler
 * @param {Choose} choose
 * @returns {HTMLElement}
 */
export function weekChart(all, paler, choose) {
  const looked = all.filter((week) => week.looked > 0);
  const weeks = lastWeeks(looked);
  const highest = scaleOf(weeks);
  const step = (WIDTH - LEFT) / Math.max(1, weeks.length);
  const svg = plotOf("Rate of objections by week", (part) => `${Number((highest * part * 100).toFixed(1))}%`);
  svg.append(
    ...weeks.map((week, index) => column(week, { x: LEFT + index * step, step, highest }, choose)),
    ...weekNames(weeks),
  );
  const few = weeks.filter((week) => isFew(week) && week.corrected > 0);
  const isCut = few.some((week) => share(week.corrected, week) > highest);
  const paused = weeks.some((week) => isPause(week.name));
  const signs = [
    few.length > 0 && `Dashed bar: a week with fewer than ${FEWEST_TURNS} turns${isCut ? ", cut off at the top" : ""}.`,
    weeks.some((week) => week.looked > 0 && week.corrected === 0) && "Line: a week without an objection.",
    weeks.some((week) => week.looked === 0) &&
      `Dotted line: a week in which no turn was looked at${paused ? ", or several such weeks where “…” stands over it" : ""}.`,
  ].filter((sign) => sign !== false);
  const caption = `rate of objections by week${partOf(looked, weeks)}${paler}`;
  const legend = signs.length > 0 && element("p", { class: "legend" }, signs.join(" "));
  const content = weeks.length === 0 ? nothing("Nothing to show.") : element("div", {}, svg, legend);
  return figure("Over time", caption, content, "weeks");
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
    count > 0 ? Math.min(ROOM, Math.max(2, (share(count, week) / highest) * ROOM)) : 0;
  const height = heightOf(proven);
  const mark = isFew(week) ? "mark few" : "mark";
  const rate = `${grouped(proven)} of ${many(week.looked, "turn")}, ${percent(proven, week.looked)}`;
  const label = `${week.name}: ${week.looked === 0 ? "no turns looked at" : rate + andObserver(week.opinions)}`;
  const inner = { x: x + step * 0.15, width: Math.max(1, step * 0.7) };
  const bar = (/** @type {number} */ bottom, /** @type {number} */ tall, /** @type {string} */ kind) =>
    drawing("rect", { ...inner, y: FLOOR - bottom - tall, height: tall, rx: Math.min(2, step / 4), class: kind });
  const across = { x1: inner.x, x2: inner.x + inner.width, y1: FLOOR - 2, y2: FLOOR - 2 };
  const act = week.corrected > 0 ? () => choose({ week: week.name }) : undefined;
  return columnOf(
    { x, step, label, name: week.name, kind: "column", act },
    bar(0, height, mark),
    week.opinions > 0 && bar(height, Math.min(ROOM - height, heightOf(week.opinions)), `${mark} opinion`),
    week.corrected === 0 && drawing("line", { ...across, class: week.looked === 0 ? "without" : "none" }),
  );
}

/**
 * Which weeks these are, where they are not all, and what is missing.
 * @param {readonly Tally[]} all
 * @param {readonly Tally[]} shown
 */
function partOf(all, shown) {
  const kept = shown.filter((week) => week.looked > 0).length;
  if (kept === all.length) return "";
  const left = all.slice(0, all.length - kept).reduce((sum, week) => sum + week.corrected - week.opinions, 0);
  return `, the last ${kept}${left > 0 ? ` (not shown: ${grouped(left)} objection${left === 1 ? "" : "s"} before them)` : ""}`;
}

/**
 * A week of few turns does not press the others flat.
 * @param {readonly Tally[]} weeks
 */
function scaleOf(weeks) {
  const most = (/** @type {readonly Tally[]} */ some) =>
    Math.max(0, ...some.map((week) => share(week.corrected, week)));
  return niceTop(most(weeks.filter((week) => !isFew(week))) || most(weeks) || 0.01);
}

/** @param {Tally} week */
function isFew({ looked }) {
  return looked > 0 && looked < FEWEST_TURNS;
}

/**
 * @param {number} count
 * @param {Tally} tally
 */
function share(count, { looked }) {
  return looked === 0 ? 0 : count / looked;
}

/**
 * @param {number} value
 * @returns {number}
 */
function niceTop(value) {
  return [0.02, 0.05, 0.1, 0.2, 0.5].find((top) => value <= top) ?? 1;
}

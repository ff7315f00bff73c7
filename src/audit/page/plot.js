/** @import { Tally } from "./charts.js" */
import { drawing } from "../../web/parts/dom.js";
import { isPause, withPauses } from "./weeks.js";

/** How many weeks and pauses have room. */
const MOST_PLACES = 26;
export const WIDTH = 320;
export const LEFT = 38;
const HEIGHT = 170;
const BOTTOM = 22;
export const TOP = 8;
export const ROOM = HEIGHT - BOTTOM - TOP;
export const FLOOR = TOP + ROOM;

/**
 * A drawing with lines across it, and what they stand for.
 * @param {string} label
 * @param {(part: number) => string} textOf
 * @param {readonly number[]} parts
 */
export function plotOf(label, textOf, parts = [0, 0.5, 1]) {
  const svg = drawing("svg", {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    class: "plot",
    role: "group",
    "aria-label": label,
  });
  for (const part of parts) {
    const y = FLOOR - ROOM * part;
    svg.append(
      drawing("line", { x1: LEFT, x2: WIDTH, y1: y, y2: y, class: "grid" }),
      drawing("text", { x: LEFT - 6, y: y + 4, class: "axis end" }, textOf(part)),
    );
  }
  return svg;
}

/**
 * The first and the last week hang below the axis, also where letters are large.
 * @param {readonly Tally[]} weeks
 */
export function weekNames(weeks) {
  const [first, last] = [weeks[0], weeks.at(-1)];
  const below = { y: FLOOR + 7, "dominant-baseline": "hanging", class: "axis" };
  return [
    ...(first ? [drawing("text", { ...below, x: LEFT }, first.name)] : []),
    ...(last && weeks.length > 1 ? [drawing("text", { ...below, x: WIDTH, class: "axis end" }, last.name)] : []),
  ];
}

/**
 * One week, or what lies between two. Only one with something to show can be chosen.
 * @param {{ x: number, step: number, label: string, name: string, kind: string, act: (() => void) | undefined }} about
 * @param {...(SVGElement | false)} parts
 */
export function columnOf({ x, step, label, name, kind, act }, ...parts) {
  const chosen = act
    ? { class: kind, role: "button", tabindex: 0, click: act, keydown: onEnter(act) }
    : { class: `${kind} idle`, role: "img" };
  return drawing(
    "g",
    { ...chosen, "aria-label": label },
    drawing("title", {}, label),
    drawing("rect", { x, y: TOP, width: step, height: ROOM, class: "hit" }),
    ...parts,
    isPause(name) && drawing("text", { x: x + step / 2, y: FLOOR - 8, class: "axis middle" }, "…"),
  );
}

/**
 * @param {readonly Tally[]} weeks
 * @returns {Tally[]}
 */
export function lastWeeks(weeks) {
  const known = new Map(weeks.map((week) => [week.name, week]));
  const places = withPauses(weeks.map(({ name }) => name)).slice(-MOST_PLACES);
  // What comes before the first week shown is no pause in them.
  const first = places.findIndex((name) => known.has(name));
  return places.slice(first).map((name) => known.get(name) ?? { ...NO_TURNS, name });
}

const NO_TURNS = {
  looked: 0,
  corrected: 0,
  opinions: 0,
  byKind: { untrue: 0, "half-way": 0, neither: 0 },
  account: { proven: 0, bare: 0, against: 0, unknown: 0, untested: 0, failing: 0, testsChanged: 0, outside: 0 },
};

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

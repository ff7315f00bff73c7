/** @import { Place, PlaceName } from "./address.js" */
/** @import { Row } from "./ask.js" */
/** @import { Column } from "./table.js" */
/** @import { Since } from "./figures.js" */
import { grouped } from "../parts/figures.js";
import { addressOf, changed } from "./address.js";
import { number, orNull, text } from "./ask.js";
import { atLeast, trend } from "./certainty.js";
import { bars, stack } from "./figures.js";
import { dollars, duration, percent } from "./numbers.js";

/** Fewer than so many stops say little: one of one is all of them. */
export const FEW = 5;
export const OBJECTIONS = "false “done”s and half-way stops";
/** What a machine did not name. */
export const UNNAMED = "(not named)";

/** The view that has a row for each of these. */
export const VIEW_OF = /** @type {const} */ ({
  team: "teams",
  repository: "repositories",
  agent: "agents",
  model: "models",
});

/** @param {Row} row */
export function worst(row) {
  return atLeast(number(row, "corrections"), number(row, "stops"));
}

/**
 * Of the claims that a check went well, those that a run shows.
 * @param {Row | undefined} row
 * @param {string} [before]
 */
export function claimsOf(row, before = "") {
  const of = (/** @type {string} */ name) =>
    number(row, before === "" ? name : before + name[0]?.toUpperCase() + name.slice(1));
  const [proven, against, open] = [of("claimsShown"), of("claimsContradicted"), of("claimsOpen")];
  return { proven, against, open, all: proven + against + open };
}

/**
 * @param {number} part
 * @param {number} whole
 */
export function shareOf(part, whole) {
  return whole === 0 ? null : part / whole;
}

/**
 * What became of a share since the period before.
 * @param {{ part: number, whole: number }} now
 * @param {{ part: number, whole: number }} before
 * @param {"fewer" | "more"} wanted
 * @returns {Since}
 */
export function since(now, before, wanted) {
  const direction = trend(now, before);
  if (direction === undefined) return undefined;
  const rate = percent(before.part / before.whole);
  if (direction === "same") return { text: `≈ about as before: ${rate}`, kind: "same" };
  const sign = direction === "more" ? "▲ up" : "▼ down";
  return { text: `${sign} from ${rate}`, kind: direction === wanted ? "good" : "bad" };
}

/**
 * The rows of a view as bars; one sets its filter, and the chosen one takes it off.
 * @param {readonly Row[]} rows
 * @param {PlaceName} key
 * @param {Place} place
 * @param {(row: Row) => { size: number, value: string, small: string }} measure
 * @param {number} most
 */
export function groupBars(rows, key, place, measure, most) {
  const sizes = rows.map((row) => ({ row, ...measure(row) }));
  const largest = Math.max(...sizes.map(({ size }) => size), 1e-9);
  const chosen = place[key];
  return bars(
    sizes.slice(0, most).map(({ row, size, value, small }) => {
      const name = text(row, key);
      const current = chosen === name;
      const href = addressOf(changed(place, { [key]: current ? undefined : name }));
      return { name: name || UNNAMED, value, small, width: size / largest, href, key: `${key}=${name}`, current };
    }),
  );
}

/** What agents did after an objection. @param {Row | undefined} row */
export function whatFollowed(row) {
  return stack(
    "After an objection",
    [
      { name: "did what was missing", count: number(row, "met"), kind: "good" },
      { name: "did not", count: number(row, "unmet"), kind: "bad" },
    ],
    "No agent has answered one yet.",
  );
}

/** @param {Row} row */
export function rateBar(row) {
  const rate = orNull(row, "correctionRate");
  const small = `${grouped(number(row, "corrections"))} of ${grouped(number(row, "stops"))}`;
  return { size: rate ?? 0, value: percent(rate), small };
}

/** What is compared; see docs/team.md for what each measure counts. @type {readonly Column[]} */
export const COMPARED = [
  shared("correctionRate", "Rate"),
  counted("corrections", "Objections"),
  counted("stops", "Stops"),
  {
    name: "claims",
    title: "Claims proven",
    of: (row) => shareOf(claimsOf(row).proven, claimsOf(row).all),
    show: (row) => percent(shareOf(claimsOf(row).proven, claimsOf(row).all)),
  },
  shared("withoutCheckRate", "Code, no check"),
  {
    name: "met",
    title: "Corrected after",
    of: (row) => metRate(row),
    show: (row) => percent(metRate(row)),
  },
  shared("falseAlarmRate", "False alarms"),
  {
    name: "meanMs",
    title: "Time a stop",
    of: (row) => orNull(row, "meanMs"),
    show: (row) => duration(orNull(row, "meanMs")),
  },
  {
    name: "costUsd",
    title: "Cost",
    of: (row) => number(row, "costUsd"),
    show: (row) => dollars(number(row, "costUsd")),
  },
];

/** @param {Row} row */
function metRate(row) {
  return shareOf(number(row, "met"), number(row, "met") + number(row, "unmet"));
}

/**
 * @param {string} name
 * @param {string} title
 * @returns {Column}
 */
export function counted(name, title) {
  return { name, title, of: (row) => number(row, name), show: (row) => grouped(number(row, name)) };
}

/**
 * @param {string} name
 * @param {string} title
 * @returns {Column}
 */
export function shared(name, title) {
  return { name, title, of: (row) => orNull(row, name), show: (row) => percent(orNull(row, name)) };
}

/**
 * What is shown stands in the address of the page: it can be bookmarked, sent, and gone back to.
 * @typedef {typeof NAMES[number]} Name
 * @typedef {typeof PLACES[number]} PlaceName
 * @typedef {Partial<Record<Name, string>>} Place
 * @typedef {{ from: string, to: string }} Period
 */

export const PLACES = /** @type {const} */ (["team", "repository", "agent", "model"]);
export const OF_CASES = /** @type {const} */ (["verdict", "finding", "mark", "withoutCheck"]);
const NAMES = /** @type {const} */ ([
  "page",
  "days",
  "from",
  "to",
  ...PLACES,
  ...OF_CASES,
  "after",
  "case",
  "by",
  "sort",
  "all",
]);

export const USUAL_DAYS = "30";
const DAY_MS = 24 * 3600 * 1000;
/** So many weeks are drawn at least: fewer show no trend. */
const WEEKS_DRAWN = 12;

/**
 * @param {string} search
 * @returns {Place}
 */
export function readAddress(search) {
  const given = new URLSearchParams(search);
  return Object.fromEntries(NAMES.flatMap((name) => (given.has(name) ? [[name, given.get(name) ?? ""]] : [])));
}

/**
 * @param {Place} place
 * @returns {string}
 */
export function addressOf(place) {
  const parts = new URLSearchParams();
  for (const name of NAMES) if (place[name] !== undefined) parts.set(name, place[name]);
  const text = parts.toString();
  return text === "" ? "/" : `/?${text}`;
}

/**
 * The same with another filter: it is another list, of which the first page is shown.
 * @param {Place} place
 * @param {{ [name in Name]?: string | undefined }} part
 * @returns {Place}
 */
export function changed(place, part) {
  const { after: _, ...kept } = place;
  const entries = Object.entries({ ...kept, ...part }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries);
}

/**
 * Another page, with the filters that all pages have.
 * @param {Place} place
 * @param {{ [name in Name]?: string | undefined }} part
 * @returns {Place}
 */
export function onPage(place, part) {
  const shared = /** @type {const} */ (["days", "from", "to", ...PLACES]);
  const kept = shared.flatMap((name) => (place[name] === undefined ? [] : [[name, place[name]]]));
  return changed(Object.fromEntries(kept), part);
}

/**
 * Days that end today move along, so that a bookmark of them stays of use.
 * @param {Place} place
 * @param {number} now
 * @returns {Period}
 */
export function periodOf({ days = USUAL_DAYS, from, to }, now) {
  const last = to ?? dayOf(now);
  const length = Math.min(Math.max(1, Math.trunc(Number(days)) || 1), 3660);
  const start = Date.parse(last);
  if (from !== undefined || Number.isNaN(start)) return { from: from ?? last, to: last };
  return { from: dayOf(start - (length - 1) * DAY_MS), to: last };
}

/**
 * The weeks around a period that are drawn with it.
 * @param {Period} period
 * @param {number} now
 * @returns {Period}
 */
export function periodDrawn({ from, to }, now) {
  const today = dayOf(now);
  const recent = weeksBefore(today);
  if (from >= recent && to <= today) return { from: recent, to: today };
  const wide = Number.isNaN(Date.parse(to)) ? from : weeksBefore(to);
  return { from: from < wide ? from : wide, to };
}

/**
 * The Mondays of a period.
 * @param {Period} period
 * @returns {string[]}
 */
export function weeksIn({ from, to }) {
  const weeks = [];
  const end = Date.parse(to);
  for (let time = Date.parse(mondayOf(from)); time <= end; time += 7 * DAY_MS) weeks.push(dayOf(time));
  return weeks;
}

/** @param {string} monday */
export function weekFrom(monday) {
  return { from: monday, to: dayOf(Date.parse(monday) + 6 * DAY_MS) };
}

/** @param {string} day */
function weeksBefore(day) {
  return dayOf(Date.parse(mondayOf(day)) - (WEEKS_DRAWN - 1) * 7 * DAY_MS);
}

/** @param {string} day */
function mondayOf(day) {
  const time = Date.parse(day);
  if (Number.isNaN(time)) return day;
  return dayOf(time - ((new Date(time).getUTCDay() + 6) % 7) * DAY_MS);
}

/** @param {number} time */
function dayOf(time) {
  return new Date(time).toISOString().slice(0, 10);
}

/**
 * Where the service gives a view; only what it knows is asked.
 * @param {string} view
 * @param {Place} place
 * @param {Period} period
 * @param {{ without?: Name }} [how]
 * @returns {string}
 */
export function viewAddress(view, place, { from, to }, { without } = {}) {
  const asked = new URLSearchParams({ from, to });
  /** @type {readonly Name[]} */
  const names = view === "cases" ? [...PLACES, ...OF_CASES, "after"] : PLACES;
  for (const name of names) {
    const value = place[name];
    if (value !== undefined && name !== without) asked.set(name, value);
  }
  return `/v1/views/${view}?${asked}`;
}

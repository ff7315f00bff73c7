/** @import { Name, Place, PlaceName, Period } from "./address.js" */
/** @import { View } from "./ask.js" */
import { element, shown } from "../parts/dom.js";
import { grouped, OUTCOMES } from "../parts/figures.js";
import { OF_CASES, PLACES, USUAL_DAYS, addressOf, changed } from "./address.js";
import { number, text } from "./ask.js";
import { UNNAMED } from "./measures.js";
import { title } from "./numbers.js";
import { MARKS } from "./outcomes.js";

/** @type {Readonly<Record<string, string>>} */
const DAYS = { 7: "Last 7 days", 30: "Last 30 days", 90: "Last 90 days", 365: "Last 365 days" };
const OWN = "own";
/** A name may be empty: what stands for one begins with this, and what stands for all does not. */
const NAMED = "=";
/** @type {Readonly<Record<PlaceName, string>>} */
const ALL = { team: "All teams", repository: "All repositories", agent: "All agents", model: "All models" };

/**
 * @typedef {{ place: Place, period: Period, views: Readonly<Record<string, View>>, isNow: boolean, go: (place: Place) => void }} Filtering
 * @typedef {readonly (readonly [value: string, words: string])[]} Options
 */

/**
 * @param {HTMLElement} form
 * @param {Filtering} filtering
 */
export function drawFilters(form, { place, period, views, isNow, go }) {
  const set = (/** @type {Parameters<typeof changed>[1]} */ part) => go(changed(place, part));
  const isTeamAsked = (views["team"]?.rows.length ?? 0) > 1 || place.team !== undefined;
  const keys = PLACES.filter((key) => (key === "team" ? isTeamAsked : !isNow));
  const isFiltered = [...keys, ...(place.page === "cases" ? OF_CASES : [])].some((name) => place[name] !== undefined);
  form.replaceChildren(
    ...(isNow ? [] : ofPeriod()),
    ...keys.map((key) => optional(ALL[key], key, namesIn(key))),
    ...(place.page === "cases" ? ofCases() : []),
    ...(isFiltered ? [element("a", { class: "clear", href: addressOf(cleared(place)) }, "Clear filters")] : []),
  );

  function ofPeriod() {
    const isOwn = place.from !== undefined || place.to !== undefined;
    const days = place.days ?? USUAL_DAYS;
    /** @type {Options} */
    const other = isOwn || Object.hasOwn(DAYS, days) ? [] : [[days, `Last ${days} days`]];
    const choose = (/** @type {string} */ value) =>
      value === OWN ? set({ ...period, days: undefined }) : set({ days: value, from: undefined, to: undefined });
    const options = [...Object.entries(DAYS), ...other, /** @type {const} */ ([OWN, "From … to …"])];
    const chosen = select("Period", options, isOwn ? OWN : days, choose, false);
    return isOwn ? [chosen, dayField("From", "from"), dayField("To", "to")] : [chosen];
  }

  function ofCases() {
    const findings = (views["findings"]?.rows ?? []).map((row) => text(row, "finding"));
    const known =
      place.finding === undefined || findings.includes(place.finding) ? findings : [place.finding, ...findings];
    return [
      optional(
        "All outcomes",
        "verdict",
        Object.entries(OUTCOMES).map(([name, { title }]) => [name, title]),
      ),
      optional(
        "All findings",
        "finding",
        known.map((name) => [name, title(name)]),
      ),
      optional(
        "All marks",
        "mark",
        Object.entries({ any: "Marked", ...MARKS, none: "Not marked" }).map(([name, words]) => [name, title(words)]),
      ),
      optional("All turns", "withoutCheck", [["1", "Code changed, no check"]]),
    ];
  }

  /**
   * @param {PlaceName} key
   * @returns {Options}
   */
  function namesIn(key) {
    const rows = views[key]?.rows ?? [];
    const names = rows.map((row) => /** @type {const} */ ([text(row, key), number(row, "stops")]));
    const chosen = place[key];
    const all =
      chosen === undefined || names.some(([name]) => name === chosen)
        ? names
        : [/** @type {const} */ ([chosen, 0]), ...names];
    return all.map(([name, stops]) => [name, `${name || UNNAMED} (${grouped(stops)})`]);
  }

  /**
   * @param {string} all
   * @param {Name} name
   * @param {Options} options
   */
  function optional(all, name, options) {
    const value = place[name];
    const named = options.map(([option, words]) => /** @type {const} */ ([NAMED + option, words]));
    const change = (/** @type {string} */ chosen) =>
      set({ [name]: chosen === "" ? undefined : chosen.slice(NAMED.length) });
    return select(
      all.replace("All ", ""),
      [["", all], ...named],
      value === undefined ? "" : NAMED + value,
      change,
      value !== undefined,
    );
  }

  /**
   * @param {string} label
   * @param {"from" | "to"} name
   */
  function dayField(label, name) {
    const change = (/** @type {Event} */ event) => {
      const { value } = /** @type {HTMLInputElement} */ (event.target);
      if (value !== "") set({ ...period, [name]: value });
    };
    return element("input", { type: "date", "aria-label": label, value: period[name], "data-key": name, change });
  }
}

/** @param {Place} place */
function cleared({ page, days, from, to, by, sort }) {
  return changed({}, { page, days, from, to, by, sort });
}

/**
 * @param {string} label
 * @param {Options} options
 * @param {string} value
 * @param {(value: string) => void} choose
 * @param {boolean} isSet
 */
function select(label, options, value, choose, isSet) {
  const control = element(
    "select",
    {
      "aria-label": title(label),
      "data-key": label,
      class: isSet ? "set" : "",
      change: () => choose(control.value),
    },
    options.map(([option, words]) => element("option", { value: option }, words)),
  );
  // What a name looks like may have been changed for the eye; what is asked for is the name.
  for (const [index, [option]] of options.entries()) if (control.options[index]) control.options[index].value = option;
  control.value = value;
  control.title = shown(control.selectedOptions[0]?.textContent ?? "");
  return control;
}

/** @import { Period, Place } from "./address.js" */
/** @import { Row } from "./ask.js" */
import { element, unseen } from "../parts/dom.js";
import { addressOf, changed, weekFrom, weeksIn } from "./address.js";
import { text } from "./ask.js";

/** More have no room for a number each. */
const MOST_WITH_NUMBERS = 14;

/**
 * What is drawn of a week: `few` where it says little.
 * @typedef {{ height: number, value: string, words: string, few: boolean }} Column
 */

/**
 * A column for each week of what is drawn; one opens its week. Those outside of the chosen period are paler.
 * @param {readonly Row[]} rows
 * @param {{ place: Place, period: Period, drawn: Period, columnOf: (row: Row) => Column }} about
 */
export function weekColumns(rows, { place, period, drawn, columnOf }) {
  const known = new Map(rows.map((row) => [text(row, "week"), columnOf(row)]));
  const weeks = weeksIn(drawn);
  const certain = [...known.values()].filter(({ few }) => !few);
  // A week of few stops does not press the others flat.
  const highest = Math.max(...(certain.length > 0 ? certain : [...known.values()]).map(({ height }) => height), 1e-9);
  const isCrowded = weeks.length > MOST_WITH_NUMBERS;
  return element(
    "ol",
    { class: isCrowded ? "columns crowded" : "columns" },
    weeks.map((week, index) => {
      const column = known.get(week);
      const { from, to } = weekFrom(week);
      const isIn = to >= period.from && from <= period.to;
      const kind = `column${isIn ? "" : " outside"}${column?.few ? " few" : ""}`;
      const isNamed = (weeks.length - 1 - index) % Math.ceil(weeks.length / 6) === 0;
      const name = element("span", { class: isNamed ? "week" : "week unnamed", "aria-hidden": "true" }, week.slice(5));
      if (!column) return element("li", { class: kind }, bar(0, ""), name, unseen(`Week of ${week}: no stops`));
      const words = unseen(`Week of ${week}: ${column.words}`);
      const href = addressOf(changed(place, { ...weekFrom(week), days: undefined }));
      const title = `Week of ${week}: ${column.words}`;
      const content = [bar(column.height / highest, column.value), name, words];
      return element("li", { class: kind }, element("a", { href, title, "data-key": `week=${week}` }, ...content));
    }),
  );
}

/**
 * @param {number} share
 * @param {string} value
 */
function bar(share, value) {
  const fill = element("span", { class: "fill" });
  fill.style.height = share === 0 ? "0" : `max(2px, (100% - 1.25rem) * ${Math.min(1, share)})`;
  return element("span", { class: "shaft", "aria-hidden": "true" }, element("span", { class: "value" }, value), fill);
}

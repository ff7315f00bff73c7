/** @import { Place } from "./address.js" */
/** @import { Row } from "./ask.js" */
/** @import { Child } from "../parts/dom.js" */
import { element, unseen } from "../parts/dom.js";
import { grouped, nothing } from "../parts/figures.js";
import { addressOf, changed } from "./address.js";

/**
 * `of` is what a column is sorted by, and shown where there is no `show`.
 * @typedef {{ name: string, title: string, of: (row: Row) => string | number | null, show?: (row: Row) => Child | Child[], isText?: boolean }} Column
 */

/** More are drawn when they are asked for. */
const MOST_ROWS = 100;

/**
 * Sorted as the address says: by a name, with `-` before it the largest first.
 * @param {{ label: string, columns: readonly Column[], rows: readonly Row[], place: Place, usual?: string, empty: string }} about
 */
export function table({ label, columns, rows, place, usual, empty }) {
  if (rows.length === 0) return nothing(empty);
  const sort = place.sort ?? usual;
  const sorted = sortedBy(rows, columns, sort);
  const drawn = place.all === undefined ? sorted.slice(0, MOST_ROWS) : sorted;
  return element(
    "div",
    {},
    element(
      "div",
      { class: "scroll", role: "region", tabindex: 0, "aria-label": label },
      element(
        "table",
        {},
        element("caption", { class: "hidden" }, label),
        element("thead", {}, element("tr", {}, ...columns.map((column) => heading(column, sort, place)))),
        element(
          "tbody",
          {},
          ...drawn.map((row) => element("tr", {}, ...columns.map((column, index) => cell(column, row, index)))),
        ),
      ),
    ),
    drawn.length < rows.length &&
      element(
        "p",
        { class: "more" },
        element("a", { href: addressOf(changed(place, { all: "1" })) }, `Show all ${grouped(rows.length)}`),
      ),
  );
}

/**
 * What says nothing comes last either way.
 * @param {readonly Row[]} rows
 * @param {readonly Column[]} columns
 * @param {string | undefined} sort
 */
export function sortedBy(rows, columns, sort) {
  const isDown = sort?.startsWith("-");
  const column = columns.find(({ name }) => name === sort?.replace(/^-/, ""));
  if (!column) return [...rows];
  const sign = isDown ? -1 : 1;
  return rows.toSorted((left, right) => {
    const [one, other] = [column.of(left), column.of(right)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    if (one === other) return 0;
    return one < other ? -sign : sign;
  });
}

/**
 * @param {Column} column
 * @param {string | undefined} sort
 * @param {Place} place
 */
function heading({ name, title, isText }, sort, place) {
  const isSorted = sort === name || sort === `-${name}`;
  const isDown = sort === `-${name}`;
  // The largest first, at first: words from the beginning.
  const next = isSorted ? (isDown ? name : `-${name}`) : isText ? name : `-${name}`;
  const direction = isDown ? "descending" : "ascending";
  return element(
    "th",
    { scope: "col", class: isText ? "text" : "number", "aria-sort": isSorted ? direction : undefined },
    element(
      "a",
      { href: addressOf(changed(place, { sort: next })), "data-key": `sort=${name}` },
      title,
      unseen(", sort"),
      isSorted && element("span", { "aria-hidden": "true", class: "sorted" }, isDown ? " ▼" : " ▲"),
    ),
  );
}

/**
 * @param {Column} column
 * @param {Row} row
 * @param {number} index
 */
function cell({ isText, of, show = of }, row, index) {
  const content = show(row);
  const attributes = { class: isText ? "text" : "number" };
  const children = Array.isArray(content) ? content : [content];
  return index === 0
    ? element("th", { scope: "row", ...attributes }, ...children)
    : element("td", attributes, ...children);
}

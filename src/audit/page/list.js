/** @import { ReportRow } from "../report-data.ts" */

import { element } from "../../web/parts/dom.js";
/** How many rows are drawn above and below the visible ones. */
const SPARE = 6;
/** How many rows are drawn for printing, where nothing scrolls. */
const PRINTED = 200;
/** How high a row is, in letters of the page; the style sheet says the same. */
const ROW = 6.25;
const ROW_ON_PHONE = 7.25;

/**
 * A list of any length in a box that scrolls: only the rows in sight are elements. The box has the focus, its arrow keys
 * move the choice, and it says to a screen reader which row of how many is chosen.
 * @param {HTMLElement} box
 * @param {HTMLElement} rows
 * @param {{ draw: (row: ReportRow) => HTMLElement, open: (row: ReportRow) => void }} parts
 */
export function virtualList(box, rows, { draw, open }) {
  /** @type {readonly ReportRow[]} */
  let items = [];
  let active = 0;
  let letters = ROW;
  let height = 16 * ROW;
  let printing = false;
  /** @type {Map<number, HTMLElement>} */
  let drawn = new Map();

  function render() {
    const first = printing ? 0 : Math.max(0, Math.floor(box.scrollTop / height) - SPARE);
    const seen = printing ? PRINTED : Math.ceil(box.clientHeight / height) + 2 * SPARE;
    const last = Math.min(items.length, first + seen);
    rows.style.height = printing ? "auto" : `${items.length * letters}rem`;
    const next = new Map();
    for (let index = first; index < last; index += 1) next.set(index, drawn.get(index) ?? make(index));
    for (const [index, row] of drawn) if (!next.has(index)) row.remove();
    for (const [index, row] of next) {
      row.style.top = `${index * letters}rem`;
      const chosen = index === active;
      row.setAttribute("aria-selected", String(chosen));
      row.classList.toggle("chosen", chosen);
      if (!row.isConnected) rows.append(row);
    }
    drawn = next;
    if (drawn.has(active)) box.setAttribute("aria-activedescendant", `row-${active}`);
    else box.removeAttribute("aria-activedescendant");
  }

  /** @param {number} index */
  function make(index) {
    const item = items[index];
    const row = element("div", {
      class: "row",
      role: "option",
      id: `row-${index}`,
      "aria-posinset": index + 1,
      "aria-setsize": items.length,
      click: () => choose(index, true),
    });
    if (item) row.append(draw(item));
    return row;
  }

  /**
   * @param {number} index
   * @param {boolean} opening
   */
  function choose(index, opening) {
    active = Math.max(0, Math.min(items.length - 1, index));
    const top = active * height;
    if (top < box.scrollTop) box.scrollTop = top;
    if (top + height > box.scrollTop + box.clientHeight) box.scrollTop = top + height - box.clientHeight;
    render();
    const item = items[active];
    if (opening && item) open(item);
  }

  /** @type {Record<string, (page: number) => number>} */
  const KEYS = {
    ArrowDown: () => active + 1,
    ArrowUp: () => active - 1,
    PageDown: (page) => active + page,
    PageUp: (page) => active - page,
    Home: () => 0,
    End: () => items.length - 1,
  };

  box.addEventListener("keydown", (event) => {
    const move = KEYS[event.key];
    if (move) choose(move(Math.max(1, Math.floor(box.clientHeight / height) - 1)), false);
    else if (event.key === "Enter" || event.key === " ") choose(active, true);
    else return;
    event.preventDefault();
  });
  box.addEventListener("scroll", render, { passive: true });
  // The box changes with the window, the rows with the size of letters.
  const watching = new ResizeObserver(measure);
  watching.observe(box);
  watching.observe(rows);
  addEventListener("beforeprint", () => print(true));
  addEventListener("afterprint", () => print(false));

  function measure() {
    letters = matchMedia("(max-width: 40em)").matches ? ROW_ON_PHONE : ROW;
    height = letters * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    render();
  }

  /** @param {boolean} now */
  function print(now) {
    printing = now;
    render();
  }

  return {
    /** @param {readonly ReportRow[]} next */
    show(next) {
      items = next;
      active = 0;
      for (const row of drawn.values()) row.remove();
      drawn = new Map();
      box.scrollTop = 0;
      render();
    },
    /** @param {ReportRow} item */
    reveal(item) {
      const index = items.indexOf(item);
      if (index >= 0) choose(index, false);
    },
  };
}

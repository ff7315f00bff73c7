/** @import { Child } from "../parts/dom.js" */
import { element, unseen } from "../parts/dom.js";
import { barContent, filled, grouped, nothing } from "../parts/figures.js";
import { percent } from "./numbers.js";

/**
 * @typedef {{ title: string, note?: string, view?: string, kind?: string }} About
 * @typedef {{ text: string, kind: "good" | "bad" | "same" } | undefined} Since
 * @typedef {{ value: string, words: string, href: string, since?: Since, kind?: string }} Tile
 * @typedef {{ name: string, value: string, small: string, width: number, href: string, key: string, current?: boolean }} Bar
 * @typedef {{ name: string, count: number, kind: string, href?: string }} Part
 */

/**
 * A part of the page; `view` is the address of what it is drawn from.
 * @param {About} about
 * @param {...(Child | Child[])} content
 */
export function figure({ title, note, view, kind = "" }, ...content) {
  const id = `title-${title.toLowerCase().replaceAll(/\W+/g, "-")}`;
  return element(
    "section",
    { class: `figure ${kind}`, "aria-labelledby": id },
    element(
      "div",
      { class: "figure-head" },
      element("h2", { id }, title),
      view !== undefined && downloads(title, view),
    ),
    note !== undefined && element("p", { class: "note" }, note),
    ...content,
  );
}

/**
 * @param {string} title
 * @param {string} view
 */
function downloads(title, view) {
  const [path = "", asked = ""] = view.split("?");
  const csv = new URLSearchParams(asked);
  csv.set("format", "csv");
  return element(
    "p",
    { class: "downloads" },
    element("a", { href: `${path}?${csv}`, download: true }, "CSV", unseen(` of ${title}`)),
    element("a", { href: view, target: "_blank" }, "JSON", unseen(` of ${title}`)),
  );
}

/** @param {readonly Tile[]} all */
export function tiles(all) {
  return element(
    "ul",
    { class: "tiles" },
    all.map(({ value, words, href, since, kind = "" }) =>
      element(
        "li",
        {},
        element(
          "a",
          { class: `tile ${kind}`, href },
          element("strong", {}, value),
          element("span", { class: "tile-words" }, words),
          since && element("span", { class: `since ${since.kind}` }, since.text),
        ),
      ),
    ),
  );
}

/** @param {readonly Bar[]} all */
export function bars(all) {
  return element(
    "ol",
    { class: "bars" },
    all.map(({ name, value, small, width, href, key, current }) => {
      const named = [name, current && unseen(", chosen; takes the filter off")];
      const content = barContent(named, value, small, [filled(width, "bar-fill")]);
      const about = { class: "bar", href, "data-key": key, "aria-current": current ? "true" : undefined };
      return element("li", {}, element("a", about, ...content));
    }),
  );
}

/**
 * What something consists of, as one bar with its words below.
 * @param {string} title
 * @param {readonly Part[]} parts
 * @param {string} empty
 */
export function stack(title, parts, empty) {
  const whole = parts.reduce((sum, part) => sum + part.count, 0);
  if (whole === 0) return element("div", { class: "stack" }, element("h3", {}, title), nothing(empty));
  const words = (/** @type {Part} */ part) => [
    element("i", { class: `dot ${part.kind}` }),
    element("span", {}, part.name),
    element("strong", {}, percent(part.count / whole)),
    element("small", {}, grouped(part.count)),
  ];
  return element(
    "div",
    { class: "stack" },
    element("h3", {}, title),
    element(
      "div",
      { class: "stack-bar", "aria-hidden": "true" },
      parts.filter((part) => part.count > 0).map((part) => filled(part.count / whole, part.kind)),
    ),
    element(
      "ul",
      { class: "stack-words" },
      parts.map((part) =>
        element("li", {}, part.href === undefined ? words(part) : element("a", { href: part.href }, ...words(part))),
      ),
    ),
  );
}

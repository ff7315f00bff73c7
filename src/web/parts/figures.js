/** @import { Child } from "./dom.js" */
import { element } from "./dom.js";

/** What came of a turn: its sign, and what it is called. */
export const OUTCOMES = {
  correct: { mark: "✗", title: "Objection" },
  ok: { mark: "✓", title: "Nothing found" },
  blocked: { mark: "■", title: "Honestly blocked" },
  unchecked: { mark: "?", title: "Could not be checked" },
};

/**
 * A number as people read it. The browser's own way of writing numbers takes a moment to load, which the first look at
 * the page would wait for.
 * @param {number} count
 */
export function grouped(count) {
  return String(Math.round(count)).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/**
 * @param {number} count
 * @param {string} noun
 */
export function many(count, noun) {
  return `${grouped(count)} ${count === 1 ? noun : `${noun}s`}`;
}

/** @param {string} at */
export function minute(at) {
  return at === "" ? "–" : `${at.slice(0, 16).replace("T", " ")} UTC`;
}

/**
 * @param {string} kind
 * @param {string} text
 */
export function badge(kind, text) {
  return element("span", { class: `badge ${kind}` }, text);
}

/**
 * What a bar is called and stands for, and of what it consists.
 * @param {Child | Child[]} name
 * @param {string} value
 * @param {string} small
 * @param {readonly HTMLElement[]} parts
 */
export function barContent(name, value, small, parts) {
  return [
    element("span", { class: "bar-name" }, ...[name].flat()),
    element("span", { class: "bar-value" }, value, element("small", {}, ` ${small}`)),
    element("span", { class: "bar-track" }, ...parts),
  ];
}

/**
 * A part of a bar that is so much of its length.
 * @param {number} share
 * @param {string} kind
 */
export function filled(share, kind) {
  const part = element("span", { class: kind });
  part.style.width = `${100 * Math.min(1, share)}%`;
  return part;
}

/** @param {...Child} words */
export function nothing(...words) {
  return element("p", { class: "nothing" }, ...words);
}

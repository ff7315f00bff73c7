/** @import { ReportData } from "../report-data.ts" */

/**
 * Everything in a report comes from a transcript and is text, never markup: this is the only place that makes elements,
 * and it puts strings into text nodes alone.
 * @typedef {string | number | Node | null | undefined | false} Child
 * @typedef {Record<string, string | number | boolean | undefined | ((event: Event) => void)>} Attributes
 */

/**
 * Control characters, and characters that change the direction of text, could make a transcript look different from
 * what it is.
 */
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * @param {string} text
 * @returns {string}
 */
export function shown(text) {
  return text.replace(UNSEEN, "\ufffd");
}

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {SVGElement}
 */
export function drawing(tag, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

/**
 * @template {Element} Made
 * @param {Made} made
 * @param {Attributes} attributes
 * @param {(Child | Child[])[]} children
 * @returns {Made}
 */
function fill(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== undefined && value !== false) made.setAttribute(name, String(value));
  }
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    made.append(typeof child === "object" ? child : document.createTextNode(shown(String(child))));
  }
  return made;
}

/**
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`There is no #${id}.`);
  return found;
}

/**
 * A number as people read it. The browser's own way of writing numbers takes a moment to load, which the first look at
 * the page would wait for.
 * @param {number} count
 */
export function grouped(count) {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/**
 * @param {number} count
 * @param {string} noun
 * @returns {string}
 */
export function many(count, noun) {
  return `${grouped(count)} ${count === 1 ? noun : `${noun}s`}`;
}

/**
 * @param {number} part
 * @param {number} whole
 * @returns {string}
 */
export function percent(part, whole) {
  return whole === 0 ? "0%" : `${((100 * part) / whole).toFixed(1)}%`;
}

/**
 * @param {string} at
 * @returns {string}
 */
export function minute(at) {
  return `${at.slice(0, 16).replace("T", " ")} UTC`;
}

/** @returns {ReportData} */
export function readData() {
  return JSON.parse(byId("audit-data").textContent ?? "{}");
}

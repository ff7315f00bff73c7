import { element } from "./dom.js";

/**
 * @param {string} kind
 * @param {string} text
 */
export function badge(kind, text) {
  return element("span", { class: `badge ${kind}` }, text);
}

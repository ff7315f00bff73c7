/** @import { Case } from "../record.ts" */
import { badge } from "./badge.js";
import { element } from "./dom.js";

/**
 * What was asked for, and what came of it.
 * @param {Case} found
 */
export function requestList(found) {
  return element(
    "ul",
    { class: "claims" },
    found.requests.map(({ text, about, standing }) =>
      element(
        "li",
        {},
        badge(standing === "done" || standing === "listed" ? "supported" : "contradicted", standing),
        ...(about === undefined ? [] : [element("code", { dir: "auto" }, about)]),
        element("q", { dir: "auto" }, text),
      ),
    ),
  );
}

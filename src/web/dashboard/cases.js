/** @import { Page } from "./main.js" */
/** @import { Row } from "./ask.js" */
import { element, unseen } from "../parts/dom.js";
import { badge, minute, nothing } from "../parts/figures.js";
import { addressOf, changed, onPage, viewAddress } from "./address.js";
import { text } from "./ask.js";
import { figure } from "./figures.js";
import { UNNAMED } from "./measures.js";
import { title } from "./numbers.js";
import { markOf, verdictOf } from "./outcomes.js";
import { caseParts } from "./one-case.js";

/** @type {Page} */
export const cases = {
  title: "Cases",
  heading: ({ place, views }) => {
    const [row] = views["case"]?.rows ?? [];
    if (place.case === undefined || !row) return "Cases";
    const finding = text(row, "finding");
    return [verdictOf(row).title, ...(finding === "" ? [] : [title(finding)])].join(": ");
  },
  views: (place, period) => {
    const list = viewAddress("cases", place, period);
    /** @type {Record<string, string>} */
    const one = { case: `/v1/views/cases/${encodeURIComponent(place.case ?? "")}` };
    return place.case === undefined ? { cases: list, findings: viewAddress("findings", place, period) } : one;
  },
  draw({ place, period, views }) {
    if (place.case !== undefined) return caseParts(place, views["case"]?.rows[0]);
    const { rows, next } = views["cases"] ?? { rows: [], next: undefined };
    const hasFilter = ["verdict", "finding", "mark", "withoutCheck"].some((name) => Object.hasOwn(place, name));
    return [
      figure(
        { title: "Decided stops, the newest first", view: viewAddress("cases", place, period) },
        rows.length === 0
          ? nothing(
              "No stop fits these filters. ",
              hasFilter &&
                element("a", { href: addressOf(onPage(place, { page: "cases" })) }, "Show all of these days"),
            )
          : element(
              "ol",
              { class: "cases" },
              rows.map((row) => element("li", {}, caseLink(row, addressOf({ ...place, case: text(row, "case") })))),
            ),
        element(
          "p",
          { class: "more" },
          place.after !== undefined && element("a", { href: addressOf(changed(place, {})) }, "Back to the newest"),
          next !== undefined && element("a", { href: addressOf({ ...place, after: next }) }, "Older"),
        ),
      ),
    ];
  },
};

/**
 * @param {Row} row
 * @param {string} href
 */
function caseLink(row, href) {
  const { mark: sign, title: words, kind } = verdictOf(row);
  const finding = text(row, "finding");
  const mark = markOf(row);
  return element(
    "a",
    { class: "case-link", href },
    element("span", { class: `verdict ${kind}`, "aria-hidden": "true" }, sign),
    element(
      "span",
      { class: "case-what" },
      unseen(`${words}: `),
      finding === "" ? words : title(finding),
      row["withoutCheck"] === true && badge("warn", "code, no check"),
      mark !== "" && badge(text(row, "mark") === "wrong" ? "bad" : "good", mark),
    ),
    element("span", { class: "case-where" }, text(row, "repository") || UNNAMED),
    element("span", { class: "case-who" }, [text(row, "agent"), text(row, "model")].filter(Boolean).join(" · ")),
    element("time", { datetime: text(row, "at") }, minute(text(row, "at"))),
  );
}

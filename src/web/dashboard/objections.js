/** @import { Page } from "./main.js" */
import { element } from "../parts/dom.js";
import { grouped, many } from "../parts/figures.js";
import { addressOf, onPage, viewAddress } from "./address.js";
import { number, orNull, text } from "./ask.js";
import { figure, stack } from "./figures.js";
import { counted, shared, whatFollowed } from "./measures.js";
import { percent, title } from "./numbers.js";
import { table } from "./table.js";

/** Whether Coxswain is right, and what came of what it said. @type {Page} */
export const objections = {
  title: "Objections",
  views: (place, period) => ({
    summary: viewAddress("summary", place, period),
    findings: viewAddress("findings", place, period),
  }),
  draw({ place, period, views }) {
    const [row] = views["summary"]?.rows ?? [];
    const findings = views["findings"]?.rows ?? [];
    const of = (/** @type {string} */ name) => number(row, name);
    const marked = of("markedRight") + of("markedWrong");
    const casesWith = (/** @type {Parameters<typeof onPage>[1]} */ part) =>
      addressOf(onPage(place, { page: "cases", ...part }));
    const said =
      marked === 0
        ? [
            `Nobody has marked one of these ${many(of("corrections"), "objection")} yet. Whoever gets one says on their machine whether it was right: `,
            element("code", {}, "cox feedback last right"),
            " or ",
            element("code", {}, "wrong"),
            ".",
          ]
        : [
            `Of ${many(marked, "objection")} that people marked, ${falseAlarms(of("markedWrong"))}: ${percent(orNull(row, "falseAlarmRate"))}.`,
          ];
    return [
      element("p", { class: "headline" }, ...said),
      figure(
        { title: "What came of them", view: viewAddress("summary", place, period) },
        element(
          "div",
          { class: "stacks" },
          stack(
            "What people say of them",
            [
              { name: "right", count: of("markedRight"), kind: "good", href: casesWith({ mark: "right" }) },
              { name: "wrong", count: of("markedWrong"), kind: "bad", href: casesWith({ mark: "wrong" }) },
              {
                name: "not marked",
                count: Math.max(0, of("corrections") - marked),
                kind: "open",
                href: casesWith({ verdict: "correct", mark: "none" }),
              },
            ],
            "There was no objection.",
          ),
          whatFollowed(row),
          stack(
            "Where they went",
            [
              { name: "to the agent", count: of("spoken"), kind: "strong" },
              { name: "nowhere: shadow mode", count: of("shadow"), kind: "open" },
              { name: "held back", count: Math.max(0, of("corrections") - of("spoken") - of("shadow")), kind: "warn" },
            ],
            "There was no objection.",
          ),
        ),
      ),
      figure(
        { title: "By finding", view: viewAddress("findings", place, period) },
        table({
          label: "Findings",
          columns: [
            {
              name: "finding",
              title: "Finding",
              of: (each) => text(each, "finding"),
              show: (each) => [
                element("a", { href: casesWith({ finding: text(each, "finding") }) }, title(text(each, "finding"))),
                " ",
                element("code", {}, text(each, "finding")),
              ],
              isText: true,
            },
            counted("raised", "Raised"),
            counted("markedRight", "Marked right"),
            counted("markedWrong", "Marked wrong"),
            shared("falseAlarmRate", "False alarms"),
          ],
          rows: findings,
          empty: "Nothing was objected to in these days.",
          place,
          usual: "-raised",
        }),
      ),
    ];
  },
};

/** @param {number} wrong */
function falseAlarms(wrong) {
  return `${grouped(wrong)} ${wrong === 1 ? "was a false alarm" : "were false alarms"}`;
}

/** @import { Page, Shown } from "./main.js" */
/** @import { Row } from "./ask.js" */
import { element } from "../parts/dom.js";
import { badge, grouped, many, minute } from "../parts/figures.js";
import { viewAddress } from "./address.js";
import { number, text } from "./ask.js";
import { figure } from "./figures.js";
import { counted, shareOf } from "./measures.js";
import { ago, percent } from "./numbers.js";
import { table } from "./table.js";

/** @type {Page} */
export const health = {
  title: "Machines",
  isNow: true,
  views: (place, period) => ({
    health: viewAddress("health", place, period),
    machines: viewAddress("machines", place, period),
    aside: viewAddress("aside", place, period),
  }),
  draw(shown) {
    const { place, period, views, now } = shown;
    const [row] = views["health"]?.rows ?? [];
    const machines = views["machines"]?.rows ?? [];
    const silent = number(row, "silentMachines");
    const said =
      silent === 0
        ? `None of ${many(number(row, "machines"), "machine")} went silent. The last report came ${ago(text(row, "lastReportAt"), now)}.`
        : `${grouped(silent)} of ${many(number(row, "machines"), "machine")} went silent: no report for four days or more. On such a machine, “cox team status” says why.`;
    return [
      element("p", { class: "headline" }, said),
      serviceFigure(shown, row),
      ...asideFigure(shown),
      figure(
        {
          title: "Machines that report",
          note: "The longest silent first. Names were drawn at random when each joined; “cox team status” shows a machine its own.",
          view: viewAddress("machines", place, period),
        },
        table({
          label: "Machines",
          columns: [
            { name: "machine", title: "Machine", of: (each) => text(each, "machine"), isText: true },
            {
              name: "silentDays",
              title: "State",
              of: (each) => number(each, "silentDays"),
              show: (each) => stateOf(each),
              isText: true,
            },
            {
              name: "lastAt",
              title: "Last report",
              of: (each) => text(each, "lastAt"),
              show: (each) => minute(text(each, "lastAt")),
              isText: true,
            },
            { name: "team", title: "Team", of: (each) => text(each, "team"), isText: true },
            counted("reports", "Reports"),
            {
              name: "firstAt",
              title: "Since",
              of: (each) => text(each, "firstAt"),
              show: (each) => text(each, "firstAt").slice(0, 10),
              isText: true,
            },
            { name: "engine", title: "Coxswain", of: (each) => text(each, "engine"), isText: true },
          ],
          rows: machines,
          empty: "No machine has reported yet.",
          place,
        }),
      ),
    ];
  },
};

/** @param {Row} row */
function stateOf(row) {
  const days = many(number(row, "silentDays"), "day");
  return row["silent"] === true
    ? badge("warn", `silent for ${days}`)
    : badge("good", number(row, "silentDays") === 0 ? "reports" : `quiet for ${days}`);
}

/** @param {Shown} shown */
function asideFigure({ place, period, views }) {
  const rows = views["aside"]?.rows ?? [];
  if (rows.length === 0) return [];
  const columns = [
    { name: "id", title: "Job", of: (/** @type {Row} */ each) => text(each, "id"), isText: true },
    { name: "why", title: "Why", of: (/** @type {Row} */ each) => text(each, "why"), isText: true },
    { name: "since", title: "Since", of: (/** @type {Row} */ each) => minute(text(each, "since")), isText: true },
  ];
  return [
    figure(
      {
        title: "Jobs set aside",
        note: "Tried three times, and kept for a week. “cox team jobs” with --retry or --drop, where the records lie.",
        view: viewAddress("aside", place, period),
      },
      table({ label: "Jobs set aside", columns, rows, empty: "", place }),
    ),
  ];
}

/**
 * @param {Shown} shown
 * @param {Row | undefined} row
 */
function serviceFigure({ place, period, now }, row) {
  const of = (/** @type {string} */ name) => number(row, name);
  const waiting = of("queueWaiting");
  const oldest = waiting > 0 ? `, the oldest for ${grouped(of("queueOldestSeconds"))} s` : "";
  const aside = of("queueAside");
  /** @type {[string, string, string][]} */
  const facts = [
    ["Last report", ago(text(row, "lastReportAt"), now), ""],
    ["Reported in the last day", many(of("activeMachines"), "machine"), ""],
    ["Stops today", grouped(of("stopsToday")), ""],
    [
      "A model was asked today",
      `${grouped(of("askedModelToday"))}, ${percent(shareOf(of("askedModelToday"), of("stopsToday")))} of stops`,
      "",
    ],
    ["Could not be checked today", grouped(of("uncheckedToday")), of("uncheckedToday") > 0 ? "warn" : ""],
    ["Jobs of the queue", `${grouped(waiting)} wait${oldest}, ${grouped(of("queueRunning"))} run`, ""],
    ["Jobs set aside", aside === 0 ? "none" : `${grouped(aside)}: failed three times`, aside > 0 ? "bad" : ""],
    [
      "Service",
      `Coxswain ${text(row, "version")} on ${text(row, "database")}, started ${ago(text(row, "startedAt"), now)}`,
      "",
    ],
  ];
  return figure(
    { title: "Service, queue and observer", view: viewAddress("health", place, period) },
    element(
      "dl",
      { class: "facts" },
      facts.map(([name, value, kind]) =>
        element("div", { class: kind }, element("dt", {}, name), element("dd", {}, value)),
      ),
    ),
  );
}

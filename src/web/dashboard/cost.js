/** @import { Period, Place, PlaceName } from "./address.js" */
/** @import { Page } from "./main.js" */
/** @import { Row } from "./ask.js" */
import { element } from "../parts/dom.js";
import { grouped, many } from "../parts/figures.js";
import { periodDrawn, viewAddress } from "./address.js";
import { number, text } from "./ask.js";
import { weekColumns } from "./columns.js";
import { figure } from "./figures.js";
import { VIEW_OF, counted, groupBars, shareOf } from "./measures.js";
import { dollars, percent, short } from "./numbers.js";
import { table } from "./table.js";

const MOST_BARS = 8;

/** @type {Page} */
export const cost = {
  title: "Cost",
  views: (place, period, now) => ({
    summary: viewAddress("summary", place, period),
    weeks: viewAddress("weeks", place, periodDrawn(period, now)),
    cost: viewAddress("cost", place, period),
    sessions: viewAddress("sessions", place, period),
  }),
  draw({ place, period, views, now, days }) {
    const [row] = views["summary"]?.rows ?? [];
    const of = (/** @type {string} */ name) => number(row, name);
    const calls = views["cost"]?.rows ?? [];
    const unpriced = calls.reduce((sum, each) => sum + number(each, "unpricedCalls"), 0);
    const drawn = periodDrawn(period, now);
    const caught =
      of("corrections") > 0 ? ` That is ${dollars(of("costUsd") / of("corrections"))} for each objection.` : "";
    const more = unpriced > 0 ? ` ${many(unpriced, "call")} had no known price, and are not in it.` : "";
    return [
      element(
        "p",
        { class: "headline" },
        `Asking models cost ${dollars(of("costUsd"))} in these ${days}, and ${dollars(of("beforeCostUsd"))} in as many before. A model was asked at ${percent(shareOf(of("askedModel"), of("stops")))} of ${many(of("stops"), "stop")}.${caught}${more}`,
      ),
      element(
        "div",
        { class: "grid" },
        figure(
          {
            title: "Dollars by week",
            note: "Paler: outside of the chosen days. The last week may not be over.",
            view: viewAddress("weeks", place, drawn),
            kind: "wide",
          },
          weekColumns(views["weeks"]?.rows ?? [], { place, period, drawn, columnOf: costColumn }),
        ),
        dearest("repository", "By repository"),
        dearest("agent", "By agent"),
        dearest("model", "By the agent’s model"),
        (views["team"]?.rows.length ?? 0) > 1 && dearest("team", "By team"),
      ),
      figure(
        { title: "By the model that was asked", view: viewAddress("cost", place, period) },
        table({
          label: "Cost by the model that was asked",
          columns: [
            { name: "observer", title: "Model", of: (each) => text(each, "observer"), isText: true },
            { name: "operation", title: "For", of: (each) => text(each, "operation"), isText: true },
            counted("calls", "Calls"),
            tokens("inputTokens", "Tokens in"),
            tokens("cachedTokens", "of them cached"),
            tokens("outputTokens", "Tokens out"),
            counted("unpricedCalls", "No known price"),
            inDollars("costUsd", "Cost"),
          ],
          rows: calls,
          empty: "No model was asked in these days: the record alone decided, which costs nothing.",
          place,
          usual: "-costUsd",
        }),
      ),
      agentsOwn(views["sessions"]?.rows ?? [], place, period),
    ];

    /**
     * @param {PlaceName} key
     * @param {string} title
     */
    function dearest(key, title) {
      const rows = (views[key]?.rows ?? []).toSorted(
        (left, right) => number(right, "costUsd") - number(left, "costUsd"),
      );
      const measure = (/** @type {Row} */ each) => ({
        size: number(each, "costUsd"),
        value: dollars(number(each, "costUsd")),
        small: `${grouped(number(each, "askedModel"))} asked`,
      });
      const view = viewAddress(VIEW_OF[key], place, period, { without: key });
      return figure({ title, view }, groupBars(rows, key, place, measure, MOST_BARS));
    }
  },
};

/**
 * @param {readonly Row[]} rows
 * @param {Place} place
 * @param {Period} period
 */
function agentsOwn(rows, place, period) {
  return figure(
    {
      title: "What agents say of themselves",
      note: "By their own telemetry, at list prices; also of people without hooks. Repositories are not told.",
      view: viewAddress("sessions", place, period),
    },
    table({
      label: "Sessions and cost by the agent’s own telemetry",
      columns: [
        { name: "model", title: "Model", of: (/** @type {Row} */ each) => text(each, "model"), isText: true },
        { name: "agent", title: "Agent", of: (/** @type {Row} */ each) => text(each, "agent"), isText: true },
        counted("sessions", "Sessions"),
        counted("hookedSessions", "of them with a hook"),
        counted("requests", "Calls"),
        tokens("inputTokens", "Tokens in"),
        tokens("outputTokens", "Tokens out"),
        inDollars("costUsd", "Cost"),
        inDollars("hookedCostUsd", "of it with a hook"),
        // The other table of this page has columns of the same names.
      ].map((column) => ({ ...column, name: `own.${column.name}` })),
      rows,
      empty: "No agent told of its own sessions in these days.",
      place,
      usual: "-own.costUsd",
    }),
  );
}

/** @param {Row} row */
function costColumn(row) {
  const spent = number(row, "costUsd");
  const value = spent >= 10 ? `$${grouped(spent)}` : dollars(spent);
  return { height: spent, value, words: `${dollars(spent)} for ${many(number(row, "stops"), "stop")}`, few: false };
}

/**
 * @param {string} name
 * @param {string} title
 */
function tokens(name, title) {
  return {
    name,
    title,
    of: (/** @type {Row} */ row) => number(row, name),
    show: (/** @type {Row} */ row) => short(number(row, name)),
  };
}

/**
 * @param {string} name
 * @param {string} title
 */
function inDollars(name, title) {
  return {
    name,
    title,
    of: (/** @type {Row} */ row) => number(row, name),
    show: (/** @type {Row} */ row) => dollars(number(row, name)),
  };
}

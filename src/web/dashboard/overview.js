/** @import { PlaceName } from "./address.js" */
/** @import { Page, Shown } from "./main.js" */
/** @import { Row } from "./ask.js" */
import { element } from "../parts/dom.js";
import { grouped, many, nothing } from "../parts/figures.js";
import { addressOf, onPage, periodDrawn, viewAddress } from "./address.js";
import { number, orNull, text } from "./ask.js";
import { trend } from "./certainty.js";
import { weekColumns } from "./columns.js";
import { bars, figure, stack, tiles } from "./figures.js";
import {
  FEW,
  OBJECTIONS,
  VIEW_OF,
  claimsOf,
  groupBars,
  rateBar,
  shareOf,
  since,
  whatFollowed,
  worst,
} from "./measures.js";
import { dollars, percent, title } from "./numbers.js";

const MOST_BARS = 6;
const BY = { repository: "By repository", agent: "By agent", model: "By model", team: "By team" };

/** @type {Page} */
export const overview = {
  title: "Overview",
  views: (place, period, now) => ({
    summary: viewAddress("summary", place, period),
    weeks: viewAddress("weeks", place, periodDrawn(period, now)),
    findings: viewAddress("findings", place, period),
    health: viewAddress("health", place, period),
  }),
  draw: (shown) => [
    element("p", { class: "headline" }, headline(shown)),
    summaryTiles(shown),
    element(
      "div",
      { class: "grid" },
      weeksFigure(shown),
      groupFigure(shown, "repository"),
      groupFigure(shown, "agent"),
      groupFigure(shown, "model"),
      ...((shown.views["team"]?.rows.length ?? 0) > 1 ? [groupFigure(shown, "team")] : []),
      findingsFigure(shown),
      recordFigure(shown),
    ),
  ],
};

/** The answer, before all numbers. @param {Shown} shown */
function headline({ place, views, days }) {
  const [row] = views["summary"]?.rows ?? [];
  const [stops, corrections] = [number(row, "stops"), number(row, "corrections")];
  const direction = trend(
    { part: corrections, whole: stops },
    { part: number(row, "beforeCorrections"), whole: number(row, "beforeStops") },
  );
  const before = percent(orNull(row, "beforeCorrectionRate"));
  const compared = {
    more: `, more than the ${before} in the ${days} before`,
    fewer: `, fewer than the ${before} in the ${days} before`,
    same: `, about as many as in the ${days} before (${before})`,
  };
  const said = `${percent(shareOf(corrections, stops))} of ${many(stops, "stop")} were ${OBJECTIONS.replace("and", "or")}${direction ? compared[direction] : ""}.`;
  if (place.repository !== undefined) return said;
  const repositories = (views["repository"]?.rows ?? []).toSorted((left, right) => worst(right) - worst(left));
  const [first] = repositories;
  if (!first || repositories.length < 2 || number(first, "corrections") === 0) return said;
  return `${said} The worst repository is ${text(first, "repository") || "one without a name"}: ${percent(orNull(first, "correctionRate"))}.`;
}

/** @param {Shown} shown */
function summaryTiles({ place, views }) {
  const [row] = views["summary"]?.rows ?? [];
  const [health] = views["health"]?.rows ?? [];
  const of = (/** @type {string} */ name) => number(row, name);
  const [claims, earlier] = [claimsOf(row), claimsOf(row, "before")];
  const [marked, markedBefore] = [
    of("markedRight") + of("markedWrong"),
    of("beforeMarkedRight") + of("beforeMarkedWrong"),
  ];
  const answered = of("met") + of("unmet");
  const silent = number(health, "silentMachines");
  const href = (/** @type {Parameters<typeof onPage>[1]} */ part) => addressOf(onPage(place, part));
  return tiles([
    {
      value: percent(orNull(row, "correctionRate")),
      words: `${grouped(of("corrections"))} ${OBJECTIONS}`,
      since: since(
        { part: of("corrections"), whole: of("stops") },
        { part: of("beforeCorrections"), whole: of("beforeStops") },
        "fewer",
      ),
      href: href({ page: "cases", verdict: "correct" }),
      kind: "strong",
    },
    {
      value: percent(shareOf(claims.proven, claims.all)),
      words: `of ${many(claims.all, "claim")} of checks proven by a run`,
      since: since({ part: claims.proven, whole: claims.all }, { part: earlier.proven, whole: earlier.all }, "more"),
      href: href({ page: "compare", sort: "claims" }),
    },
    {
      value: percent(orNull(row, "withoutCheckRate")),
      words: `of ${many(of("codeTurns"), "turn")} that changed code ran no check`,
      since: since(
        { part: of("withoutCheck"), whole: of("codeTurns") },
        { part: of("beforeWithoutCheck"), whole: of("beforeCodeTurns") },
        "fewer",
      ),
      href: href({ page: "cases", withoutCheck: "1" }),
    },
    {
      value: percent(shareOf(of("met"), answered)),
      words:
        answered === 0
          ? "corrected afterwards: not known yet"
          : `of ${many(answered, "objection")} corrected afterwards`,
      since: since(
        { part: of("met"), whole: answered },
        { part: of("beforeMet"), whole: of("beforeMet") + of("beforeUnmet") },
        "more",
      ),
      href: href({ page: "objections" }),
    },
    {
      value: percent(orNull(row, "falseAlarmRate")),
      words:
        marked === 0 ? "false alarms: nobody marked one yet" : `false alarms, of ${grouped(marked)} that people marked`,
      since: since(
        { part: of("markedWrong"), whole: marked },
        { part: of("beforeMarkedWrong"), whole: markedBefore },
        "fewer",
      ),
      href: href({ page: "objections" }),
    },
    {
      value: dollars(of("costUsd")),
      words: "spent on asking models",
      since: of("beforeStops") > 0 ? { text: `${dollars(of("beforeCostUsd"))} before`, kind: "same" } : undefined,
      href: href({ page: "cost" }),
    },
    {
      value: grouped(silent),
      words: `of ${many(number(health, "machines"), "machine")} went silent`,
      since: { text: `${grouped(number(health, "activeMachines"))} reported in the last day`, kind: "same" },
      href: href({ page: "health" }),
      kind: silent > 0 ? "warn" : "",
    },
    {
      value: grouped(of("stops")),
      words: `stops judged, ${percent(shareOf(of("askedModel"), of("stops")))} with a model asked`,
      since: of("beforeStops") > 0 ? { text: `${grouped(of("beforeStops"))} before`, kind: "same" } : undefined,
      href: href({ page: "cases" }),
    },
  ]);
}

/** @param {Shown} shown */
function weeksFigure({ place, period, views, now }) {
  const drawn = periodDrawn(period, now);
  const rows = views["weeks"]?.rows ?? [];
  const view = viewAddress("weeks", place, drawn);
  const note = `${OBJECTIONS} of each hundred stops, by week. Paler: outside of the chosen days. Dashed: fewer than ${FEW} stops.`;
  return figure(
    { title: "Is it getting better?", note: note.charAt(0).toUpperCase() + note.slice(1), view, kind: "wide" },
    weekColumns(rows, { place, period, drawn, columnOf: rateColumn }),
  );
}

/** @param {Row} row */
function rateColumn(row) {
  const [stops, corrections] = [number(row, "stops"), number(row, "corrections")];
  const rate = stops === 0 ? 0 : corrections / stops;
  const words = `${percent(rate)}, ${grouped(corrections)} of ${many(stops, "stop")}`;
  return { height: rate, value: percent(rate), words, few: stops < FEW };
}

/**
 * @param {Shown} shown
 * @param {PlaceName} key
 */
function groupFigure({ place, period, views }, key) {
  const rows = (views[key]?.rows ?? []).toSorted((left, right) => worst(right) - worst(left));
  const view = viewAddress(VIEW_OF[key], place, period, { without: key });
  const note = key === "repository" ? "The worst first, as far as their number of stops can say." : undefined;
  const all = element(
    "a",
    { href: addressOf(onPage(place, { page: "compare", by: VIEW_OF[key] })) },
    `All ${grouped(rows.length)}, compared`,
  );
  return figure(
    { title: BY[key], view, ...(note ? { note } : {}) },
    groupBars(rows, key, place, rateBar, MOST_BARS),
    rows.length > MOST_BARS && element("p", { class: "more" }, all),
  );
}

/** @param {Shown} shown */
function findingsFigure({ place, period, views }) {
  const rows = views["findings"]?.rows ?? [];
  const most = Math.max(1, ...rows.map((row) => number(row, "raised")));
  const items = rows.slice(0, MOST_BARS).map((row) => {
    const finding = text(row, "finding");
    const raised = number(row, "raised");
    const href = addressOf(onPage(place, { page: "cases", finding }));
    const wrong = number(row, "markedWrong");
    return { finding, raised, href, width: raised / most, small: wrong > 0 ? `${grouped(wrong)} marked wrong` : "" };
  });
  return figure(
    { title: "What was objected to", view: viewAddress("findings", place, period) },
    items.length === 0
      ? nothing("Nothing was objected to.")
      : bars(
          items.map(({ finding, raised, href, width, small }) => ({
            name: title(finding),
            value: grouped(raised),
            small,
            width,
            href,
            key: `finding=${finding}`,
          })),
        ),
  );
}

/** @param {Shown} shown */
function recordFigure({ place, period, views }) {
  const [row] = views["summary"]?.rows ?? [];
  const claims = claimsOf(row);
  const of = (/** @type {string} */ name) => number(row, name);
  return figure(
    { title: "What the record holds", view: viewAddress("summary", place, period), kind: "wide" },
    element(
      "div",
      { class: "stacks" },
      stack(
        "Claims that a check went well",
        [
          { name: "proven by a run", count: claims.proven, kind: "good" },
          { name: "contradicted", count: claims.against, kind: "bad" },
          { name: "neither", count: claims.open, kind: "open" },
        ],
        "No such claims.",
      ),
      stack(
        "Turns that changed code",
        [
          {
            name: "ran a check, or a command that may be one",
            count: of("codeTurns") - of("withoutCheck"),
            kind: "good",
          },
          {
            name: "ran no check",
            count: of("withoutCheck"),
            kind: "warn",
            href: addressOf(onPage(place, { page: "cases", withoutCheck: "1" })),
          },
        ],
        "No turn changed code.",
      ),
      whatFollowed(row),
    ),
  );
}

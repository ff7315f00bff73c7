/** @import { Account } from "../../session/account.ts" */
/** @import { Choose, Tally } from "./charts.js" */
import { drawing, element } from "../../web/parts/dom.js";
import { grouped, many } from "../../web/parts/figures.js";
import { figure } from "./charts.js";
import { claimsIn, standingKey, standingsIn, standingWords } from "./standings.js";
import { columnOf, FLOOR, lastWeeks, LEFT, plotOf, ROOM, weekNames, WIDTH } from "./plot.js";

/**
 * The claims of each week, by how they stand.
 * @param {readonly Tally[]} all
 * @param {Account} account
 * @param {Choose} choose
 */
export function claimsChart(all, account, choose) {
  const weeks = lastWeeks(all.filter((week) => claimsIn(week.account) > 0));
  const most = Math.max(1, ...weeks.map((week) => claimsIn(week.account)));
  const step = (WIDTH - LEFT) / Math.max(1, weeks.length);
  const svg = plotOf(
    "Claims by week and standing",
    (part) => grouped(Math.round(most * part)),
    most > 1 ? [0, 0.5, 1] : [0, 1],
  );
  svg.append(
    ...weeks.map((week, index) => claimsColumn(week, { x: LEFT + index * step, step, most }, choose)),
    ...weekNames(weeks),
  );
  return figure("Claims over time", "about checks, by week", element("div", {}, svg, standingKey(account)), "claims");
}

/**
 * @param {Tally} week
 * @param {{ x: number, step: number, most: number }} place
 * @param {Choose} choose
 */
function claimsColumn({ name, account }, { x, step, most }, choose) {
  const claims = claimsIn(account);
  const said = claims === 0 ? "no claim about a check" : `${many(claims, "claim")}: ${standingWords(account)}`;
  const label = `${name}: ${said}`;
  let bottom = FLOOR;
  const parts = standingsIn(account).map(({ kind, count }) => {
    const height = (ROOM * count) / most;
    bottom -= height;
    const inner = { x: x + step * 0.15, width: Math.max(1, step * 0.7) };
    return drawing("rect", { ...inner, y: bottom, height, class: `part ${kind}` });
  });
  const act = claims > 0 ? () => choose({ week: name, verdict: "" }) : undefined;
  return columnOf({ x, step, label, name, kind: "claims-column", act }, ...parts);
}

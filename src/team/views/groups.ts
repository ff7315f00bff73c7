import type { Query, Row } from "../records/database.ts";
import { DAILY_COUNTS, USAGE_COUNTS } from "../records/schema.ts";
import { type Period, type ViewFilter, periodBefore, weekOf, whereDaily } from "./filter.ts";
import { type Column, type ViewTable, shareOf } from "./table.ts";

type Counts = Readonly<Record<(typeof DAILY_COUNTS)[number], number>>;
type GroupKey = "team" | "repository" | "agent" | "model" | "day";

/** What is said of any group of stops; the parts of it are views of their own in the dashboard. */
const MEASURES: readonly Column[] = [
  { name: "stops", kind: "count" },
  { name: "corrections", kind: "count" },
  { name: "correctionRate", kind: "share" },
  { name: "spoken", kind: "count" },
  { name: "shadow", kind: "count" },
  { name: "blocked", kind: "count" },
  { name: "unchecked", kind: "count" },
  { name: "askedModel", kind: "count" },
  { name: "claimsShown", kind: "count" },
  { name: "claimsContradicted", kind: "count" },
  { name: "claimsOpen", kind: "count" },
  { name: "codeTurns", kind: "count" },
  { name: "withoutCheck", kind: "count" },
  { name: "withoutCheckRate", kind: "share" },
  { name: "met", kind: "count" },
  { name: "unmet", kind: "count" },
  { name: "markedRight", kind: "count" },
  { name: "markedWrong", kind: "count" },
  { name: "falseAlarmRate", kind: "share" },
  { name: "meanMs", kind: "count" },
  { name: "costUsd", kind: "usd" },
];

/** One row: the period. The same of the period before stands under `before…`. */
export async function summary(query: Query, filter: ViewFilter, period: Period): Promise<ViewTable> {
  const [now] = await totals(query, filter, period);
  const [before] = await totals(query, filter, periodBefore(period));
  const columns = MEASURES.map(({ name, kind }) => ({ name: beforeName(name), kind }));
  const earlier = Object.entries(before ?? {}).map(([name, value]) => [beforeName(name), value] as const);
  return { columns: [...MEASURES, ...columns], rows: [{ ...now, ...Object.fromEntries(earlier) }] };
}

function beforeName(name: string): string {
  return `before${name[0]?.toUpperCase() ?? ""}${name.slice(1)}`;
}

async function totals(query: Query, filter: ViewFilter, period: Period): Promise<readonly Row[]> {
  const [where, values] = whereDaily(filter, period);
  const [row = {}] = await query(`SELECT ${SUMS} FROM daily ${where}`, values);
  const [usage] = await query(`SELECT COALESCE(SUM(cost), 0) AS cost FROM daily_usage ${where}`, values);
  return [measuresOf(countsIn(row), Number(usage?.["cost"]))];
}

/** By one of the columns, the most stops first. */
export async function grouped(
  query: Query,
  filter: ViewFilter,
  period: Period,
  key: Exclude<GroupKey, "day">,
): Promise<ViewTable> {
  const rows = await groupsBy(query, filter, period, key);
  return {
    columns: [{ name: key, kind: "text" }, ...MEASURES],
    rows: rows
      .map(({ name, counts, cost }) => ({ [key]: name, ...measuresOf(counts, cost) }))
      .toSorted((left, right) => Number(right["stops"]) - Number(left["stops"])),
  };
}

/** By week (of which the Monday is given) or day, the oldest first. */
export async function overTime(
  query: Query,
  filter: ViewFilter,
  period: Period,
  unit: "week" | "day",
): Promise<ViewTable> {
  const days = await groupsBy(query, filter, period, "day");
  const units = Map.groupBy(days, ({ name }) => (unit === "week" ? weekOf(name) : name));
  const rows = [...units]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, all]) => {
      const sum = (count: (typeof DAILY_COUNTS)[number]) => all.reduce((total, { counts }) => total + counts[count], 0);
      const cost = all.reduce((total, each) => total + each.cost, 0);
      return { [unit]: name, ...measuresOf(countsFrom(sum), cost) };
    });
  return { columns: [{ name: unit, kind: "day" }, ...MEASURES], rows };
}

interface Group {
  readonly name: string;
  readonly counts: Counts;
  readonly cost: number;
}

const SUMS = DAILY_COUNTS.map((name) => `COALESCE(SUM(${name}), 0) AS ${name}`).join(", ");

/** More than a page can show; whoever invents names makes no answer longer. */
const MOST_GROUPS = 2000;

async function groupsBy(query: Query, filter: ViewFilter, period: Period, key: GroupKey): Promise<readonly Group[]> {
  const [where, values] = whereDaily(filter, period);
  const rows = await query(
    `SELECT ${key} AS name, ${SUMS} FROM daily ${where} GROUP BY ${key} ORDER BY SUM(stops) DESC LIMIT ${MOST_GROUPS}`,
    values,
  );
  const usage = await query(
    `SELECT ${key} AS name, SUM(cost) AS cost FROM daily_usage ${where} GROUP BY ${key}`,
    values,
  );
  const costs = new Map(usage.map(({ name, cost }) => [String(name), Number(cost)]));
  return rows.map((row) => {
    const name = String(row["name"]);
    return { name, counts: countsIn(row), cost: costs.get(name) ?? 0 };
  });
}

function countsIn(row: Row): Counts {
  return countsFrom((name) => Number(row[name]));
}

function countsFrom(count: (name: (typeof DAILY_COUNTS)[number]) => number): Counts {
  return Object.fromEntries(DAILY_COUNTS.map((name) => [name, count(name)])) as Counts;
}

function measuresOf(counts: Counts, cost: number): Row {
  return {
    stops: counts.stops,
    corrections: counts.corrections,
    correctionRate: shareOf(counts.corrections, counts.stops),
    spoken: counts.spoken,
    shadow: counts.shadow,
    blocked: counts.blocked,
    unchecked: counts.unchecked,
    askedModel: counts.asked_model,
    claimsShown: counts.claims_shown,
    claimsContradicted: counts.claims_contradicted,
    claimsOpen: counts.claims_open,
    codeTurns: counts.code_turns,
    withoutCheck: counts.no_check,
    withoutCheckRate: shareOf(counts.no_check, counts.code_turns),
    met: counts.met,
    unmet: counts.unmet,
    markedRight: counts.marked_right,
    markedWrong: counts.marked_wrong,
    falseAlarmRate: shareOf(counts.marked_wrong, counts.marked_right + counts.marked_wrong),
    meanMs: counts.stops === 0 ? null : Math.round(counts.duration_ms / counts.stops),
    costUsd: cost,
  };
}

/** What was objected to, how often, and what people said of it. */
export async function findings(query: Query, filter: ViewFilter, period: Period): Promise<ViewTable> {
  const [where, values] = whereDaily(filter, period);
  const rows = await query(
    `SELECT finding, SUM(raised) AS raised, SUM(marked_right) AS marked_right, SUM(marked_wrong) AS marked_wrong
     FROM daily_findings ${where} GROUP BY finding ORDER BY 2 DESC, finding`,
    values,
  );
  return {
    columns: [
      { name: "finding", kind: "text" },
      { name: "raised", kind: "count" },
      { name: "markedRight", kind: "count" },
      { name: "markedWrong", kind: "count" },
      { name: "falseAlarmRate", kind: "share" },
    ],
    rows: rows.map(({ finding, ...row }) => {
      const [right, wrong] = [Number(row["marked_right"]), Number(row["marked_wrong"])];
      const falseAlarmRate = shareOf(wrong, right + wrong);
      return { finding, raised: Number(row["raised"]), markedRight: right, markedWrong: wrong, falseAlarmRate };
    }),
  };
}

/** What asking models cost, by the model that was asked and what for, the dearest first. */
export async function cost(query: Query, filter: ViewFilter, period: Period): Promise<ViewTable> {
  const [where, values] = whereDaily(filter, period);
  const sums = USAGE_COUNTS.map((name) => `SUM(${name}) AS ${name}`).join(", ");
  const rows = await query(
    `SELECT observer, operation, ${sums}, SUM(cost) AS cost FROM daily_usage ${where}
     GROUP BY observer, operation ORDER BY SUM(cost) DESC, observer, operation`,
    values,
  );
  return {
    columns: [
      { name: "observer", kind: "text" },
      { name: "operation", kind: "text" },
      { name: "calls", kind: "count" },
      { name: "inputTokens", kind: "count" },
      { name: "outputTokens", kind: "count" },
      { name: "cachedTokens", kind: "count" },
      { name: "unpricedCalls", kind: "count" },
      { name: "costUsd", kind: "usd" },
    ],
    rows: rows.map((row) => ({
      observer: row["observer"],
      operation: row["operation"],
      calls: Number(row["calls"]),
      inputTokens: Number(row["input_tokens"]),
      outputTokens: Number(row["output_tokens"]),
      cachedTokens: Number(row["cached_tokens"]),
      unpricedCalls: Number(row["unpriced"]),
      costUsd: Number(row["cost"]),
    })),
  };
}

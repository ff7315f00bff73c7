import * as z from "zod/mini";
import { fromJson } from "../../text/json.ts";
import type { Query, Row } from "../records/database.ts";
import { text } from "../report.ts";
import {
  type Condition,
  type Period,
  type ViewFilter,
  dayAfter,
  placeConditions,
  whereAll,
  whereDaily,
} from "./filter.ts";
import type { Column, ViewTable } from "./table.ts";

export const MOST_CASES = 500;
const USUAL_CASES = 50;

/** Beside the filter of every view. */
export const CaseFilter = z.object({
  verdict: z.optional(z.enum(["ok", "correct", "blocked", "unchecked"])),
  finding: z.optional(text(64)),
  mark: z.optional(z.enum(["right", "wrong", "none", "any"])),
  /** `1`: code changed and no check ran. */
  withoutCheck: z.optional(z.literal("1")),
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(MOST_CASES))),
  /** The `next` of the page before. */
  after: z.optional(z.string().check(z.regex(/^\d{4}-[\d:.TZ-]{1,30}~\d{1,16}$/))),
});
export type CaseFilter = z.infer<typeof CaseFilter>;

const COLUMNS: readonly Column[] = [
  { name: "case", kind: "text" },
  { name: "at", kind: "time" },
  { name: "team", kind: "text" },
  { name: "repository", kind: "text" },
  { name: "agent", kind: "text" },
  { name: "model", kind: "text" },
  { name: "verdict", kind: "text" },
  { name: "judge", kind: "text" },
  { name: "finding", kind: "text" },
  { name: "withoutCheck", kind: "flag" },
  { name: "mark", kind: "text" },
];

const MARKS = {
  all: "",
  any: "mark IS NOT NULL",
  none: "mark IS NULL",
  right: "mark IS NOT NULL AND mark = 'right'",
  wrong: "mark IS NOT NULL AND mark = 'wrong'",
};

/** Where the sums of a day have any of them. */
const ANY = {
  ok: "stops > corrections + blocked + unchecked",
  correct: "corrections > 0",
  blocked: "blocked > 0",
  unchecked: "unchecked > 0",
};

/** The newest first. */
export async function cases(query: Query, filter: ViewFilter & CaseFilter, asked: Period): Promise<ViewTable> {
  const { limit = USUAL_CASES } = filter;
  const [at, key] = filter.after?.split("~") ?? [];
  const days = await daysWithAny(query, filter, asked);
  if (!days) return { columns: COLUMNS, rows: [] };
  const period: Condition[] = [
    ["at >= ?", days.from],
    ["at < ?", dayAfter(days.to)],
  ];
  const [where, values] = whereAll([
    ...period,
    ...placeConditions(filter),
    ["verdict = ?", filter.verdict],
    ["finding = ?", filter.finding],
  ]);
  // Written out, since an index of a part is not used for what is only known when it is asked.
  const part = [filter.withoutCheck && "no_check = 1", MARKS[filter.mark ?? "all"]].filter(Boolean);
  const behind = at === undefined || key === undefined ? [] : ["(at < ? OR (at = ? AND key < ?))"];
  const rows = await query(
    `SELECT key, at, team, repository, agent, model, verdict, judge, finding, no_check, mark FROM reports
     ${[where, ...part, ...behind].join(" AND ")} ORDER BY at DESC, key DESC LIMIT ?`,
    [...values, ...(behind.length > 0 ? [at ?? "", at ?? "", Number(key)] : []), limit + 1],
  );
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    columns: COLUMNS,
    rows: page.map(caseRow),
    ...(last ? { next: `${String(last["at"])}~${Number(last["key"])}` } : {}),
  };
}

/** What is rare or nowhere is not looked for among millions of reports: the sums know the days that may have it. */
async function daysWithAny(query: Query, filter: ViewFilter & CaseFilter, period: Period): Promise<Period | undefined> {
  const [where, values] = whereDaily(filter, period);
  const { finding, verdict, withoutCheck } = filter;
  const ofStops = [where, verdict && ANY[verdict], withoutCheck && "no_check > 0"].filter(Boolean);
  // One alone has an index.
  const isOne = values.length + ofStops.length + (finding === undefined ? 0 : 1) <= 4;
  if (isOne) return period;
  const [table, conditions] = finding === undefined ? ["daily", ofStops] : ["daily_findings", [where, "finding = ?"]];
  const [days] = await query(
    `SELECT MIN(day) AS first, MAX(day) AS last FROM ${table} ${conditions.join(" AND ")}`,
    finding === undefined ? values : [...values, finding],
  );
  return typeof days?.["first"] === "string" ? { from: days["first"], to: String(days["last"]) } : undefined;
}

/** One row, with all that its machine sent of it as `report`. Undefined where there is no such case. */
export async function oneCase(
  query: Query,
  name: string,
  { team }: Pick<ViewFilter, "team">,
): Promise<ViewTable | undefined> {
  const key = /^\d{1,15}$/.test(name) ? Number(name) : -1;
  const [where, values] = whereAll([
    ["key = ?", key],
    ["team = ?", team],
  ]);
  const [row] = await query(`SELECT * FROM reports ${where}`, values);
  if (!row) return undefined;
  const columns: Column[] = [...COLUMNS, { name: "machine", kind: "text" }, { name: "report", kind: "text" }];
  return { columns, rows: [{ ...caseRow(row), machine: row["machine"], report: fromJson(String(row["body"])) }] };
}

function caseRow(row: Row): Row {
  const { key, at, team, repository, agent, model, verdict, judge, finding, mark } = row;
  const withoutCheck = Number(row["no_check"]) === 1;
  return { case: String(Number(key)), at, team, repository, agent, model, verdict, judge, finding, withoutCheck, mark };
}

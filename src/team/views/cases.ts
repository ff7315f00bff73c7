import * as z from "zod/mini";
import { fromJson } from "../../text/json.ts";
import type { Query, Row } from "../records/database.ts";
import { text } from "../report.ts";
import { type Condition, type Period, type ViewFilter, dayAfter, placeConditions, whereAll } from "./filter.ts";
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

/** The newest first. */
export async function cases(query: Query, filter: ViewFilter & CaseFilter, { from, to }: Period): Promise<ViewTable> {
  const { limit = USUAL_CASES } = filter;
  const [at, key] = filter.after?.split("~") ?? [];
  const period: Condition[] = [
    ["at >= ?", from],
    ["at < ?", dayAfter(to)],
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

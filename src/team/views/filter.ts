import * as z from "zod/mini";
import type { Value } from "../records/database.ts";
import { text } from "../report.ts";

const day = z.iso.date("a day is written like 2026-11-19");
const name = text(200);

/** What stands in the address of every view. All of it may be left out. */
export const ViewFilter = z.object({
  /** First and last day (UTC); the last thirty days if absent. */
  from: z.optional(day),
  to: z.optional(day),
  team: z.optional(name),
  repository: z.optional(name),
  agent: z.optional(name),
  model: z.optional(name),
});
export type ViewFilter = z.infer<typeof ViewFilter>;

export interface Period {
  readonly from: string;
  readonly to: string;
}

const DAYS = 30;
const DAY_MS = 24 * 3600 * 1000;

export function periodOf({ from, to }: Pick<ViewFilter, "from" | "to">, now: Date): Period {
  const last = to ?? dayOf(now.getTime());
  return { from: from ?? dayOf(Date.parse(last) - (DAYS - 1) * DAY_MS), to: last };
}

/** The same number of days, right before. */
export function periodBefore({ from, to }: Period): Period {
  const start = Date.parse(from);
  const days = Math.max(1, Math.round((Date.parse(to) - start) / DAY_MS) + 1);
  return { from: dayOf(start - days * DAY_MS), to: dayOf(start - DAY_MS) };
}

export function dayAfter(day: string): string {
  return dayOf(Date.parse(day) + DAY_MS);
}

/** The Monday of a day's week. */
export function weekOf(day: string): string {
  const time = Date.parse(day);
  return dayOf(time - ((new Date(time).getUTCDay() + 6) % 7) * DAY_MS);
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

export type Condition = readonly [sql: string, value: Value | undefined];

/** The conditions that have a value, and their values. */
export function whereAll(conditions: readonly Condition[]): readonly [string, Value[]] {
  const given = conditions.flatMap(([sql, value]) => (value === undefined ? [] : [{ sql, value }]));
  const text = given.length === 0 ? "" : `WHERE ${given.map(({ sql }) => sql).join(" AND ")}`;
  return [text, given.map(({ value }) => value)];
}

/** For the tables of sums, which have these columns. */
export function whereDaily(filter: ViewFilter, { from, to }: Period): readonly [string, Value[]] {
  return whereAll([["day >= ?", from], ["day <= ?", to], ...placeConditions(filter)]);
}

export function placeConditions({ team, repository, agent, model }: ViewFilter): Condition[] {
  return [
    ["team = ?", team],
    ["repository = ?", repository],
    ["agent = ?", agent],
    ["model = ?", model],
  ];
}

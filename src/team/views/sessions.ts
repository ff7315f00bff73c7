import type { Query } from "../records/database.ts";
import { type Period, type ViewFilter, whereDaily } from "./filter.ts";
import type { Column, ViewTable } from "./table.ts";

const COUNTS: readonly Column[] = [
  { name: "sessions", kind: "count" },
  { name: "hookedSessions", kind: "count" },
  { name: "requests", kind: "count" },
  { name: "inputTokens", kind: "count" },
  { name: "outputTokens", kind: "count" },
  { name: "cachedTokens", kind: "count" },
  { name: "unpricedRequests", kind: "count" },
  { name: "costUsd", kind: "usd" },
  { name: "hookedCostUsd", kind: "usd" },
];

/** What agents told of their own work, and how much of it was in sessions that a hook watches. */
export async function sessions(
  query: Query,
  filter: ViewFilter,
  period: Period,
  by: readonly ("day" | "agent" | "model")[],
): Promise<ViewTable> {
  const { repository, ...known } = filter;
  const [where, values] = whereDaily(known, period);
  const keys = by.join(", ");
  const hooked = (name: string) => `SUM(CASE hooked WHEN 1 THEN ${name} ELSE 0 END)`;
  const sql = `SELECT ${keys}, SUM(sessions) AS "sessions", ${hooked("sessions")} AS "hookedSessions",
      SUM(requests) AS "requests", SUM(input_tokens) AS "inputTokens", SUM(output_tokens) AS "outputTokens",
      SUM(cached_tokens) AS "cachedTokens", SUM(unpriced) AS "unpricedRequests", SUM(cost) AS "costUsd",
      ${hooked("cost")} AS "hookedCostUsd"
    FROM all_heard ${where} GROUP BY ${keys} ORDER BY ${keys}`;
  // They say of no repository whether it was theirs, so of one there is nothing to say.
  const rows = repository === undefined ? await query(sql, values) : [];
  return {
    columns: [...by.map((name): Column => ({ name, kind: name === "day" ? "day" : "text" })), ...COUNTS],
    rows: rows.map((row) => ({ ...row, ...Object.fromEntries(COUNTS.map(({ name }) => [name, Number(row[name])])) })),
  };
}

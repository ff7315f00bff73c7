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
  const keys = by.map((name) => `told.${name}`).join(", ");
  // They say of no repository whether it was theirs, so of one there is nothing to say.
  const rows =
    repository !== undefined
      ? []
      : await query(
          `SELECT ${keys}, COUNT(DISTINCT NULLIF(told.session, '')) AS sessions,
             COUNT(DISTINCT hooked.session) AS hooked_sessions, SUM(requests) AS requests,
             SUM(input_tokens) AS input_tokens, SUM(output_tokens) AS output_tokens,
             SUM(cached_tokens) AS cached_tokens, SUM(unpriced) AS unpriced_requests, SUM(cost) AS cost_usd,
             SUM(CASE WHEN hooked.session IS NULL THEN 0 ELSE cost END) AS hooked_cost_usd
           FROM (SELECT * FROM daily_sessions ${where}) AS told
           LEFT JOIN hooked_sessions AS hooked ON hooked.team = told.team AND hooked.session = told.session
           GROUP BY ${keys} ORDER BY ${keys}`,
          values,
        );
  return {
    columns: [...by.map((name): Column => ({ name, kind: name === "day" ? "day" : "text" })), ...COUNTS],
    rows: rows.map((row) =>
      Object.fromEntries([
        ...by.map((name) => [name, row[name]]),
        ...COUNTS.map(({ name }) => [
          name,
          Number(row[name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]),
        ]),
      ]),
    ),
  };
}

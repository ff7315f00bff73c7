import type { Database } from "../../src/team/records/database.ts";
import { countedFrom } from "../../src/team/records/marks.ts";
import { addToTallies } from "../../src/team/records/tallies.ts";

/** What is kept twice, and what the sums hold without what is kept: nothing. Takes the sums apart, so it comes last. */
export async function reckon(database: Database) {
  const rows = await database.query("SELECT * FROM reports");
  const names = rows.map(({ team, machine, id }) => `${String(team)} ${String(machine)} ${String(id)}`);
  const counted = rows.flatMap((row) => countedFrom(row) ?? []);
  await database.transaction((query) => addToTallies(query, counted, -1));
  const [daily] = await database.query(
    `SELECT SUM(ABS(stops)) AS stops, SUM(ABS(corrections)) AS corrections, SUM(ABS(marked_wrong)) AS wrong,
       SUM(ABS(duration_ms)) AS ms FROM daily`,
  );
  const [findings] = await database.query(
    "SELECT COALESCE(SUM(ABS(raised) + ABS(marked_right) + ABS(marked_wrong)), 0) AS left FROM daily_findings",
  );
  const left = { ...daily, findings: Number(findings?.["left"]) };
  return { ids: rows.map(({ id }) => String(id)), twice: names.length - new Set(names).size, left };
}

export const NOTHING_LEFT = { stops: 0, corrections: 0, wrong: 0, ms: 0, findings: 0 };

import { type Condition, whereAll } from "../views/filter.ts";
import type { Database } from "./database.ts";
import { forgetHeard, settleHeard } from "./heard.ts";
import { dropOldAside } from "../queue/aside.ts";
import { countedFrom } from "./marks.ts";
import { addToTallies } from "./tallies.ts";

/** Which reports; all of them if nothing is named. */
export interface ForgetReports {
  /** Only what was decided before this time. */
  readonly before?: string | undefined;
  readonly team?: string | undefined;
  readonly repository?: string | undefined;
  readonly machine?: string | undefined;
}

const AT_ONCE = 500;

/** Deletes reports and takes them out of the sums, a part at a time, so that others can go on; gives how many. */
export async function forgetReports(database: Database, filter: ForgetReports): Promise<number> {
  const [where, values] = whereAll(conditionsOf(filter));
  let forgotten = 0;
  for (let found = AT_ONCE; found === AT_ONCE; forgotten += found) {
    found = await database.transaction(async (query) => {
      const rows = await query(
        `DELETE FROM reports WHERE key IN (SELECT key FROM reports ${where} ORDER BY key LIMIT ?) RETURNING *`,
        [...values, AT_ONCE],
      );
      await addToTallies(
        query,
        rows.flatMap((row) => countedFrom(row) ?? []),
        -1,
      );
      return rows.length;
    });
  }
  const { before, repository, ...place } = filter;
  await database.transaction(async (query) => {
    // Sums that are empty by now still hold the names of repositories.
    await query("DELETE FROM daily WHERE stops = 0");
    await query("DELETE FROM daily_findings WHERE raised = 0");
    await query("DELETE FROM daily_usage WHERE calls = 0");
    const [machines, named] = whereAll([...conditionsOf(place), ["last_at < ?", before]]);
    if (repository === undefined && place.machine === undefined) await forgetHeard(query, filter);
    if (repository === undefined) await query(`DELETE FROM machines ${machines}`, named);
  });
  return forgotten;
}

export async function countReports({ query }: Pick<Database, "query">, filter: ForgetReports): Promise<number> {
  const [where, values] = whereAll(conditionsOf(filter));
  const [row] = await query(`SELECT COUNT(*) AS count FROM reports ${where}`, values);
  return Number(row?.["count"]);
}

function conditionsOf({ before, team, repository, machine }: ForgetReports): Condition[] {
  return [
    ["at < ?", before],
    ["team = ?", team],
    ["repository = ?", repository],
    ["machine = ?", machine],
  ];
}

/** What is kept no longer: reports (their sums stay, which name no machine), finished jobs, and the log of changes. */
export async function dropOld(database: Database, now: Date, days: number): Promise<number> {
  const before = new Date(now.getTime() - days * 24 * 3600 * 1000).toISOString();
  let dropped = 0;
  for (let found = AT_ONCE; found === AT_ONCE; dropped += found) {
    found = await database.transaction(async (query) => {
      const rows = await query(
        "DELETE FROM reports WHERE key IN (SELECT key FROM reports WHERE at < ? ORDER BY at LIMIT ?) RETURNING key",
        [before, AT_ONCE],
      );
      return rows.length;
    });
  }
  await database.transaction(async (query) => {
    await settleHeard(query, now);
    await query("DELETE FROM jobs WHERE state = 'done' AND due_at < ?", [Date.parse(before)]);
    await dropOldAside(query, now);
    await query("DELETE FROM audit_log WHERE at < ?", [before]);
  });
  return dropped;
}

import type { Heard } from "../otlp/claude-code.ts";
import { whereAll } from "../views/filter.ts";
import type { Query } from "./database.ts";
import { HEARD_COUNTS } from "./schema.ts";
import { insertRows, tallyOf } from "./tallies.ts";
import { believableTime } from "./write-reports.ts";

interface HeardOfTeam {
  readonly team: string;
  readonly heard: Heard;
}

const DAY_MS = 24 * 3600 * 1000;
/** Whoever got no answer sends again, within minutes. */
const HEARD_DAYS = 2;
/** A hook reports a stop within this time, or later than anybody will count by. */
const SESSION_DAYS = 3;
/** Since its last report: a session may rest for a weekend. */
const HOOKED_DAYS = 7;
const HEARD_SUMS = [...HEARD_COUNTS, "cost"] as const;

/** Adds what was not heard before to the sums of its session, inside one transaction. */
export async function writeHeard(query: Query, all: readonly HeardOfTeam[], now: Date): Promise<void> {
  const byKey = new Map(all.map((each) => [JSON.stringify([each.team, each.heard.key]), each]));
  // In one order, so that two servers that write the same never wait for each other in a circle.
  const inOrder = [...byKey].toSorted(([left], [right]) => (left < right ? -1 : 1)).map(([, each]) => each);
  const rows = inOrder.map(({ team, heard }) => [team, heard.key, now.toISOString()]);
  const behind = "ON CONFLICT (team, key) DO NOTHING RETURNING team, key";
  const written = await insertRows(query, "heard", ["team", "key", "at"], rows, behind);
  const sums = tallyOf(["day", "team", "agent", "model", "session"], HEARD_SUMS);
  for (const { team, key } of written) {
    const heard = byKey.get(JSON.stringify([team, key]))?.heard;
    if (!heard) continue;
    sums.add([believableTime(heard.at, now).slice(0, 10), String(team), heard.agent, heard.model, heard.session], {
      requests: 1,
      input_tokens: heard.inputTokens,
      output_tokens: heard.outputTokens,
      cached_tokens: heard.cachedTokens,
      unpriced: heard.cost === null ? 1 : 0,
      cost: heard.cost ?? 0,
    });
  }
  await sums.write(query, "daily_sessions", 1);
}

/** Sums the days that are over up, which ends what was known of single sessions; hourly, inside one transaction. */
export async function settleHeard(query: Query, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString();
  const ended = await query(
    `DELETE FROM daily_sessions WHERE day < ? RETURNING *, CASE WHEN EXISTS (
       SELECT 1 FROM hooked_sessions AS hooked
       WHERE hooked.team = daily_sessions.team AND hooked.session = daily_sessions.session
     ) THEN 1 ELSE 0 END AS hooked`,
    [before(SESSION_DAYS).slice(0, 10)],
  );
  const sums = tallyOf(["day", "team", "agent", "model", "hooked"], ["sessions", ...HEARD_SUMS]);
  for (const row of ended) {
    const key = ["day", "team", "agent", "model", "hooked"].map((name) => String(row[name]));
    const counts = HEARD_SUMS.map((name) => [name, Number(row[name])]);
    sums.add(key, { sessions: row["session"] === "" ? 0 : 1, ...Object.fromEntries(counts) });
  }
  await sums.write(query, "daily_heard", 1);
  await query("DELETE FROM hooked_sessions WHERE day < ?", [before(HOOKED_DAYS).slice(0, 10)]);
  await query("DELETE FROM heard WHERE at < ?", [before(HEARD_DAYS)]);
}

/** Agents name no repository and no machine, so only a team and a time can be forgotten of what they tell. */
export async function forgetHeard(
  query: Query,
  { before, team }: { readonly before?: string | undefined; readonly team?: string | undefined },
) {
  const [where, values] = whereAll([
    ["day < ?", before?.slice(0, 10)],
    ["team = ?", team],
  ]);
  for (const table of ["daily_heard", "daily_sessions", "hooked_sessions"])
    await query(`DELETE FROM ${table} ${where}`, values);
}

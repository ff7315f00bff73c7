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

/** Whoever got no answer sends again, within minutes. */
const KNOWN_MS = 2 * 24 * 3600 * 1000;

/** Adds what was not heard before to the sums of its session, inside one transaction. */
export async function writeHeard(query: Query, all: readonly HeardOfTeam[], now: Date): Promise<void> {
  const byKey = new Map(all.map((each) => [JSON.stringify([each.team, each.heard.key]), each]));
  // In one order, so that two servers that write the same never wait for each other in a circle.
  const inOrder = [...byKey].toSorted(([left], [right]) => (left < right ? -1 : 1)).map(([, each]) => each);
  const rows = inOrder.map(({ team, heard }) => [team, heard.key, now.toISOString()]);
  const behind = "ON CONFLICT (team, key) DO NOTHING RETURNING team, key";
  const written = await insertRows(query, "heard", ["team", "key", "at"], rows, behind);
  const sums = tallyOf(["day", "team", "agent", "model", "session"], HEARD_COUNTS);
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

/** What is kept no longer: what was heard, to know it again, and which sessions they were. */
export async function dropHeard(query: Query, now: Date, before: string): Promise<void> {
  await query("DELETE FROM heard WHERE at < ?", [new Date(now.getTime() - KNOWN_MS).toISOString()]);
  await forgetHeard(query, { before });
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
  for (const table of ["daily_sessions", "hooked_sessions"]) await query(`DELETE FROM ${table} ${where}`, values);
}

import type { Database, Query } from "../records/database.ts";
import { NOW } from "./queue.ts";

/** A job that failed too often: kept with what it was about, for a person to look at. */
interface AsideJob {
  readonly id: string;
  readonly team: string;
  readonly kind: string;
  readonly attempts: number;
  readonly why: string;
  readonly since: string;
}

/** The part of an id before its last slash is the team: what comes behind it has a fixed length. */
const TEAM = "CASE WHEN length(id) > 33 THEN substr(id, 1, length(id) - 33) ELSE '' END";
const DAY_MS = 24 * 3600 * 1000;
/** A transcript that nobody looked at is not kept for ever. */
const KEPT_DAYS = 7;
const FORGET = "state = 'done', payload = ''";

export async function asideJobs(query: Query, team?: string): Promise<readonly AsideJob[]> {
  const [where, values] = team === undefined ? ["", []] : [`AND ${TEAM} = ?`, [team]];
  const rows = await query(
    `SELECT id, ${TEAM} AS team, kind, attempts, why, due_at FROM jobs WHERE state = 'aside' ${where} ORDER BY due_at, id LIMIT 500`,
    values,
  );
  return rows.map((row) => ({
    id: String(row["id"]),
    team: String(row["team"]),
    kind: String(row["kind"]),
    attempts: Number(row["attempts"]),
    why: String(row["why"]),
    since: new Date(Number(row["due_at"])).toISOString(),
  }));
}

/** Tried again as if it were new. False where no such job is aside. */
export async function retryAside({ dialect, transaction }: Pick<Database, "dialect" | "transaction">, id: string) {
  return changed(transaction, `state = 'open', attempts = 0, why = NULL, due_at = ${NOW[dialect]}`, id);
}

/** What it was about goes; it is not taken in again. */
export async function dropAside({ transaction }: Pick<Database, "transaction">, id: string): Promise<boolean> {
  return changed(transaction, FORGET, id);
}

export async function dropOldAside(query: Query, now: Date): Promise<void> {
  await query(`UPDATE jobs SET ${FORGET} WHERE state = 'aside' AND due_at < ?`, [now.getTime() - KEPT_DAYS * DAY_MS]);
}

async function changed(transaction: Database["transaction"], change: string, id: string): Promise<boolean> {
  const sql = `UPDATE jobs SET ${change} WHERE id = ? AND state = 'aside' RETURNING id`;
  return transaction(async (query) => (await query(sql, [id])).length > 0);
}

import type { Database, Query, Row } from "../records/database.ts";
import { insertRows } from "../records/tallies.ts";

export interface NewJob {
  /** What it is about: pushed twice, it is done once. */
  readonly id: string;
  readonly kind: string;
  readonly payload: string;
}

export interface Job extends NewJob {
  /** From 1. */
  readonly attempt: number;
  /** Who has it; whoever held it before has lost it. */
  readonly lease: string;
}

export interface QueueCounts {
  readonly waiting: number;
  readonly running: number;
  /** Failed too often: kept for a person to look at. */
  readonly aside: number;
  /** How long the first of those that wait could have been taken. */
  readonly oldestSeconds: number;
}

/** Jobs that outlive whoever works on them. All times are the database's: machines need not agree on the hour. */
export interface Queue {
  /** Gives how many were new. */
  push(jobs: readonly NewJob[]): Promise<number>;
  /** Theirs until the time is up; then somebody else may take them. */
  claim(most: number, leaseMs: number): Promise<readonly Job[]>;
  /** These are false where the lease was lost. */
  extend(job: Job, leaseMs: number): Promise<boolean>;
  done(job: Job): Promise<boolean>;
  /** Tried again later, three times in all. */
  fail(job: Job, why: string): Promise<boolean>;
  /** For the next one at once, as if it had not been tried. */
  giveBack(job: Job): Promise<boolean>;
  counts(): Promise<QueueCounts>;
}

/** A job that kills whoever works on it is counted as tried, too. */
const MOST_ATTEMPTS = 3;
const AGAIN_AFTER_MS = 2000;
const LONGEST_REASON = 300;

export function createQueue({
  dialect,
  query,
  write,
  transaction,
}: Pick<Database, "dialect" | "query" | "write" | "transaction">): Queue {
  const now = NOW[dialect];
  // Whoever claims at the same time takes others; a file has one writer at a time anyway.
  const skip = dialect === "postgres" ? "FOR UPDATE SKIP LOCKED" : "";
  const isOurs = "WHERE id = ? AND lease = ? AND state = 'open'";
  const held = async (sql: string, values: Parameters<Query>[1]): Promise<boolean> =>
    (await write(`${sql} RETURNING id`, values)).length > 0;

  return {
    push: (jobs) =>
      transaction(async (query) => {
        const [time] = await query(`SELECT ${now} AS time`);
        const due = Number(time?.["time"]);
        const rows = jobs.map(({ id, kind, payload }) => [id, kind, payload, "open", 0, due, ""]);
        const columns = ["id", "kind", "payload", "state", "attempts", "due_at", "lease"];
        return (await insertRows(query, "jobs", columns, rows, "ON CONFLICT (id) DO NOTHING RETURNING id")).length;
      }),
    async claim(most, leaseMs) {
      const lease = crypto.randomUUID();
      const rows = await write(
        // Materialized: Postgres may else look again for each row, and take more than were asked for.
        `WITH next AS MATERIALIZED (
           SELECT id FROM jobs WHERE state = 'open' AND due_at <= ${now} ORDER BY due_at, id LIMIT ? ${skip})
         UPDATE jobs SET attempts = attempts + 1, due_at = ${now} + ?, lease = ? WHERE id IN (SELECT id FROM next)
         RETURNING *`,
        [most, leaseMs, lease],
      );
      const jobs = rows.map(jobFrom);
      // Nobody told why: they did not live to.
      for (const { id } of jobs.filter(isSpent))
        await write(
          `UPDATE jobs SET state = 'aside', attempts = attempts - 1,
             why = COALESCE(why, 'whoever worked on it was gone each time') ${isOurs}`,
          [id, lease],
        );
      return jobs.filter((job) => !isSpent(job));
    },
    extend: ({ id, lease }, leaseMs) => held(`UPDATE jobs SET due_at = ${now} + ? ${isOurs}`, [leaseMs, id, lease]),
    // The row stays, so that the same job is not taken in again; what it was about goes.
    done: ({ id, lease }) => held(`UPDATE jobs SET state = 'done', payload = '' ${isOurs}`, [id, lease]),
    fail({ id, lease, attempt }, why) {
      // When it was set aside is kept as the time at which it was due.
      const [state, again] = attempt >= MOST_ATTEMPTS ? ["aside", 0] : ["open", AGAIN_AFTER_MS * 4 ** (attempt - 1)];
      const values = [state, again, why.slice(0, LONGEST_REASON), id, lease];
      return held(`UPDATE jobs SET state = ?, due_at = ${now} + ?, lease = '', why = ? ${isOurs}`, values);
    },
    giveBack: ({ id, lease }) =>
      held(`UPDATE jobs SET attempts = attempts - 1, due_at = ${now}, lease = '' ${isOurs}`, [id, lease]),
    async counts() {
      const [row] = await query(
        `SELECT COALESCE(SUM(CASE WHEN state = 'open' AND due_at <= ${now} THEN 1 ELSE 0 END), 0) AS waiting,
           COALESCE(SUM(CASE WHEN state = 'open' AND due_at > ${now} THEN 1 ELSE 0 END), 0) AS running,
           COALESCE(SUM(CASE WHEN state = 'aside' THEN 1 ELSE 0 END), 0) AS aside,
           COALESCE(MAX(CASE WHEN state = 'open' THEN ${now} - due_at END), 0) AS oldest
         FROM jobs WHERE state <> 'done'`,
      );
      const count = (name: string) => Number(row?.[name]);
      const oldestSeconds = Math.max(0, Math.round(count("oldest") / 1000));
      return { waiting: count("waiting"), running: count("running"), aside: count("aside"), oldestSeconds };
    },
  };
}

function isSpent({ attempt }: Job): boolean {
  return attempt > MOST_ATTEMPTS;
}

/** Milliseconds since 1970. */
export const NOW: Record<Database["dialect"], string> = {
  sqlite: "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
  postgres: "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)",
};

function jobFrom(row: Row): Job {
  return {
    id: String(row["id"]),
    kind: String(row["kind"]),
    payload: String(row["payload"]),
    attempt: Number(row["attempts"]),
    lease: String(row["lease"]),
  };
}

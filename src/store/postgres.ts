import { CoxError } from "../text/errors.ts";
import { createStore } from "./create-store.ts";
import { openPostgres, type PostgresDatabase, type PostgresSchema, type Query } from "./postgres-database.ts";
import { asPostgresError, placeOf } from "./postgres-error.ts";
import type { Store } from "./store.ts";
import type { Engine, Row, Statement, Work } from "./work.ts";

/**
 * For agents in several containers: one database, any number of processes, a schema of its own. It needs the package
 * `pg`. Rejects with `store.unavailable` or `store.newer-schema`; neither names the password.
 */
export async function openPostgresStore(
  address: string,
  { now = () => new Date() }: { readonly now?: () => Date } = {},
): Promise<Store> {
  const place = placeOf(address);
  const database = await openPostgres(address, SCHEMA).catch((error: unknown) => {
    throw asPostgresError(error, place);
  });
  return createStore(postgresEngine(database, place), now);
}

function postgresEngine(database: PostgresDatabase, place: string): Engine {
  let isClosed = false;

  async function told<Result>(work: () => Promise<Result>): Promise<Result> {
    if (isClosed) throw new CoxError("store.unavailable", `The store ${place} is closed.`, { hint: "Open it again." });
    try {
      return await work();
    } catch (error) {
      throw error instanceof WorkFailed ? error.cause : asPostgresError(error, place);
    }
  }

  return {
    dialect: {
      position: "strpos",
      cwdIsOneOf: "cwd IN (SELECT json_array_elements_text(?::json))",
      // A mark may hold what Postgres takes for no JSON, such as NUL.
      verdictChanged: `greatest(at, substring(feedback FROM '"at":"([^"]*)"'))`,
    },
    read: (work) => told(() => finished(work(), database.query)),
    write: (work, { alone, survives }) =>
      told(() =>
        database.transaction(async (query) => {
          await query(BESIDE_OTHERS, [JSON.stringify(alone)]);
          if (survives === "process") await query("SET LOCAL synchronous_commit = off");
          return finished(work(), query);
        }),
      ),
    async deleteForGood(work) {
      await told(() =>
        database.transaction(async (query) => {
          await query(`SELECT pg_advisory_xact_lock(${STORE_LOCK})`);
          await finished(work(), query);
        }),
      );
      return { lingers: `What was deleted stays in the files of ${place} until it writes over them${LINGERS}` };
    },
    decode(reader) {
      try {
        return reader();
      } catch (cause) {
        const said = `The store ${place} holds a record that cannot be read.`;
        throw new CoxError("store.unavailable", said, { cause, hint: "Update coxswain." });
      }
    },
    async close() {
      isClosed = true;
      await database.close();
    },
  };
}

const LINGERS = " (VACUUM FULL), and in its log, replicas and backups as long as those are kept.";

/** Everybody who writes shares it; who deletes for good waits for all of them. */
const STORE_LOCK = 0x43_4f_58_54;
/** In the same order for all, the shared one first, so that nobody waits for somebody who waits for them. */
const BESIDE_OTHERS = `SELECT CASE WHEN lock IS NULL THEN pg_advisory_xact_lock_shared(${STORE_LOCK})
  ELSE pg_advisory_xact_lock(lock) END
  FROM (SELECT NULL::bigint AS lock UNION
    SELECT hashtextextended(current_schema() || ' ' || name, 0) FROM json_array_elements_text(?::json) AS named (name)
    ORDER BY 1 NULLS FIRST) AS locks`;

/** So that what the caller's own code threw is not taken for an error of the database. */
class WorkFailed extends Error {}

async function finished<Result>(work: Work<Result>, query: Query): Promise<Result> {
  let rows: readonly Row[] = [];
  for (;;) {
    const step = next(work, rows);
    if (step.done === true) return step.value;
    rows = await answer(step.value, query);
  }
}

function next<Result>(work: Work<Result>, rows: readonly Row[]): IteratorResult<Statement, Result> {
  try {
    return work.next(rows);
  } catch (cause) {
    throw new WorkFailed("", { cause });
  }
}

const ROWS_AT_ONCE = 50;

/** Many rows in few statements: each is a way there and back. */
async function answer({ sql, runs }: Statement, query: Query): Promise<readonly Row[]> {
  let rows: readonly Row[] = [];
  for (let from = 0; from < runs.length; from += ROWS_AT_ONCE) {
    const some = runs.slice(from, from + ROWS_AT_ONCE);
    const text = some.length === 1 ? sql : sql.replace(/\([?, ]+\)$/, (row) => some.map(() => row).join(", "));
    rows = await query(text, some.flat().map(storable));
  }
  return rows;
}

/** Postgres has no text with NUL in it; only names and paths have one, all else is JSON. */
function storable(value: Statement["runs"][number][number]): Statement["runs"][number][number] {
  return typeof value === "string" ? value.replaceAll("\0", "\u{fffd}") : value;
}

/** Texts are compared as bytes, as sqlite does, so that times and ids have the same order everywhere. */
const TEXT = 'TEXT COLLATE "C"';

const SCHEMA: PostgresSchema = {
  name: "coxswain_store",
  steps: [
    `
  CREATE TABLE threads (
    key BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id ${TEXT} NOT NULL UNIQUE,
    host TEXT,
    cwd ${TEXT},
    title TEXT,
    created_at TEXT NOT NULL,
    updated_at ${TEXT} NOT NULL,
    last_seq BIGINT NOT NULL,
    relations TEXT NOT NULL
  );
  CREATE INDEX threads_by_update ON threads (updated_at);

  CREATE TABLE deltas (
    thread BIGINT NOT NULL REFERENCES threads (key),
    seq BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (thread, seq)
  );

  CREATE TABLE verdicts (
    key BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id ${TEXT} NOT NULL UNIQUE,
    thread_id ${TEXT} NOT NULL,
    cwd ${TEXT},
    at ${TEXT} NOT NULL,
    body TEXT NOT NULL,
    feedback TEXT COLLATE "C"
  );
  CREATE INDEX verdicts_by_time ON verdicts (at);
  CREATE INDEX verdicts_by_thread ON verdicts (thread_id, at);
  CREATE INDEX verdicts_with_feedback ON verdicts (at) WHERE feedback IS NOT NULL;

  CREATE TABLE guard (
    key ${TEXT} PRIMARY KEY,
    value TEXT NOT NULL,
    updated_at ${TEXT} NOT NULL
  );

  CREATE TABLE usage (
    thread_id ${TEXT},
    at ${TEXT} NOT NULL,
    operation_type ${TEXT} NOT NULL,
    model ${TEXT} NOT NULL,
    input_tokens BIGINT NOT NULL,
    output_tokens BIGINT NOT NULL,
    cached_input_tokens BIGINT NOT NULL,
    cache_write_tokens BIGINT NOT NULL,
    reasoning_tokens BIGINT NOT NULL,
    cost DOUBLE PRECISION
  );
  CREATE INDEX usage_by_time ON usage (at);
  CREATE INDEX usage_by_thread ON usage (thread_id, at);

  CREATE TABLE cursors (
    host ${TEXT} NOT NULL,
    session ${TEXT} NOT NULL,
    path TEXT NOT NULL,
    cwd ${TEXT},
    identity TEXT NOT NULL,
    "offset" BIGINT NOT NULL,
    state TEXT NOT NULL,
    updated_at ${TEXT} NOT NULL,
    PRIMARY KEY (host, session)
  );
  `,
  ],
};

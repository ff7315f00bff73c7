import type { Pool as PgPool } from "pg";
import { CoxError, errorCode } from "../text/errors.ts";
import type { Row, Value } from "./work.ts";

/** `?` stands for each value. */
export type Query = (sql: string, values?: readonly Value[]) => Promise<readonly Row[]>;

export interface PostgresDatabase {
  readonly query: Query;
  /** One statement that changes something, as whole as a transaction. */
  readonly write: Query;
  /** All or nothing. `work` runs again where another transaction stood in its way. */
  readonly transaction: <Result>(work: (query: Query) => Promise<Result>) => Promise<Result>;
  /** All that is read in it is of one moment, whoever writes meanwhile. */
  readonly snapshot: <Result>(work: (query: Query) => Promise<Result>) => Promise<Result>;
  readonly close: () => Promise<void>;
}

export interface PostgresSchema {
  readonly name: string;
  /** Step N leads from version N-1 to N. Released steps never change: another process may still run the one before. */
  readonly steps: readonly string[];
}

/** Any number that nobody else takes; who migrates holds it. */
const MIGRATION_LOCK = 0x43_4f_58_53;
const CONNECTIONS = 10;
const WAIT_MS = 5000;
/** Longer than any view of five million rows takes. */
const STATEMENT_MS = 30_000;
/** A process that is frozen in the middle of a transaction holds its locks no longer. */
const IDLE_IN_TRANSACTION_MS = 10_000;
/** int8 and numeric, which the driver gives as text; nothing of ours is larger than a number can say. */
const WHOLE_NUMBERS: ReadonlySet<number> = new Set([20, 1700]);

/** Any number of processes may share it. The driver is installed by whoever uses Postgres. Errors are the driver's. */
export async function openPostgres(address: string, schema: PostgresSchema): Promise<PostgresDatabase> {
  const database = databaseOn(await connect(address, schema.name));
  try {
    await migrate(database, schema);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function connect(address: string, schema: string): Promise<PgPool> {
  const { default: pg } = await import("pg").catch((cause: unknown) => {
    throw new CoxError("store.unavailable", "The driver of Postgres is not installed.", {
      cause,
      hint: "Install it beside coxswain: npm install pg@8.",
    });
  });
  const pool = new pg.Pool({
    connectionString: address,
    max: CONNECTIONS,
    connectionTimeoutMillis: WAIT_MS,
    idleTimeoutMillis: 60_000,
    // A program that has nothing more to do ends, though nobody closed this.
    allowExitOnIdle: true,
    statement_timeout: STATEMENT_MS,
    // For a server that says nothing any more.
    query_timeout: STATEMENT_MS + WAIT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    options: `-c search_path=${schema}`,
    types: {
      getTypeParser: (type, format) => (WHOLE_NUMBERS.has(type) ? Number : pg.types.getTypeParser(type, format)),
    },
  });
  // A connection that breaks, idle or in use, says so twice; whoever asks on it hears of it.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

function databaseOn(pool: PgPool): PostgresDatabase {
  const asking =
    (asked: Pick<PgPool, "query">): Query =>
    async (sql, values = []) =>
      (await asked.query<Row>(numbered(sql), [...values])).rows;

  async function again<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let left = MOST_TRIES - 1; ; left -= 1) {
      try {
        return await work();
      } catch (error) {
        if (left === 0 || !isPassing(error)) throw error;
      }
    }
  }

  async function once<Result>(work: (query: Query) => Promise<Result>, begin = "BEGIN"): Promise<Result> {
    const client = await pool.connect();
    let isBroken = true;
    try {
      await client.query(begin);
      const result = await work(asking(client));
      await client.query("COMMIT");
      isBroken = false;
      return result;
    } catch (error) {
      // Whoever does not answer is not asked to take it back: the end of the connection does.
      isBroken =
        !isAnswer(error) ||
        (await client.query("ROLLBACK").then(
          () => false,
          () => true,
        ));
      throw error;
    } finally {
      client.release(isBroken);
    }
  }

  return {
    query: asking(pool),
    write: (sql, values) => again(() => asking(pool)(sql, values)),
    transaction: (work) => again(() => once(work)),
    snapshot: (work) => once(work, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"),
    close: async () => {
      if (!pool.ending) await pool.end();
    },
  };
}

const MOST_TRIES = 4;

/** Said by Postgres, with a code of five letters, or by ourselves. */
function isAnswer(error: unknown): boolean {
  return error instanceof CoxError || /^[0-9A-Z]{5}$/.test(errorCode(error) ?? "");
}

/** Two transactions stood in each other's way: done again, it goes well. */
function isPassing(error: unknown): boolean {
  const code = errorCode(error);
  return code === "40P01" || code === "40001";
}

const known = new Map<string, string>();

/** `?` as Postgres wants it: `$1`, `$2`. None of our statements has one for anything else. */
function numbered(sql: string): string {
  const found = known.get(sql);
  if (found !== undefined) return found;
  let count = 0;
  const text = sql.replaceAll("?", () => `$${(count += 1)}`);
  known.set(sql, text);
  return text;
}

async function migrate({ query, transaction }: PostgresDatabase, { name, steps }: PostgresSchema): Promise<void> {
  // Who may only read and write the tables can use what somebody else has made.
  const [found] = await query("SELECT to_regclass('schema_version') IS NOT NULL AS made");
  if (found?.["made"] === true && (await versionIn(query, steps.length)) === steps.length) return;
  await transaction(async (query) => {
    await query("SELECT pg_advisory_xact_lock(?)", [MIGRATION_LOCK]);
    await query(`CREATE SCHEMA IF NOT EXISTS ${name}`);
    await query("CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)");
    const version = await versionIn(query, steps.length);
    for (const step of steps.slice(version)) for (const statement of statementsIn(step)) await query(statement);
    if (version === steps.length) return;
    await query("DELETE FROM schema_version");
    await query("INSERT INTO schema_version (version) VALUES (?)", [steps.length]);
  });
}

async function versionIn(query: Query, newest: number): Promise<number> {
  const [row] = await query("SELECT version FROM schema_version");
  const version = Number(row?.["version"] ?? 0);
  if (version <= newest) return version;
  throw new CoxError(
    "store.newer-schema",
    `What is kept in Postgres was written by a newer coxswain (schema ${version}; this one knows ${newest}).`,
    { hint: "Update coxswain here." },
  );
}

/** One at a time, since the driver takes several only without values. */
function statementsIn(step: string): readonly string[] {
  return step.split(";").filter((statement) => statement.trim() !== "");
}

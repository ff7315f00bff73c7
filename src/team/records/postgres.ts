import type { Pool as PgPool } from "pg";
import { CoxError, describeError, errorCode } from "../../text/errors.ts";
import type { Database, Query, Row } from "./database.ts";
import { migrationsFor } from "./schema.ts";

const SCHEMA = "coxswain";
/** Any number that nobody else takes; who migrates holds it. */
const MIGRATION_LOCK = 0x43_4f_58_53;
const CONNECTIONS = 10;
const WAIT_MS = 5000;
/** Longer than any view of five million rows takes. */
const STATEMENT_MS = 30_000;

/** Any number of servers and workers may share it. The driver is installed by whoever uses Postgres. */
export async function openPostgresRecords(address: string): Promise<Database> {
  const pool = await connectPostgres(address);
  const database = databaseOn(pool);
  try {
    await migrate(database);
    return database;
  } catch (cause) {
    await database.close();
    throw unavailable(cause);
  }
}

export async function connectPostgres(address: string): Promise<PgPool> {
  const { default: pg } = await import("pg").catch((cause: unknown) => {
    throw new CoxError("store.unavailable", "The driver of Postgres is not installed.", {
      cause,
      hint: "Install it beside coxswain: npm install pg@8 pg-boss@12.",
    });
  });
  const pool = new pg.Pool({
    connectionString: address,
    max: CONNECTIONS,
    connectionTimeoutMillis: WAIT_MS,
    idleTimeoutMillis: 60_000,
    statement_timeout: STATEMENT_MS,
    // For a server that says nothing any more.
    query_timeout: STATEMENT_MS + WAIT_MS,
    options: `-c search_path=${SCHEMA}`,
    types: {
      getTypeParser: (type, format) => (WHOLE_NUMBERS.has(type) ? Number : pg.types.getTypeParser(type, format)),
    },
  });
  // A connection that breaks: whoever uses it, or asks next, hears of it. Unheard, it would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => void client.on("error", () => undefined));
  return pool;
}

/** int8 and numeric, which the driver gives as text; nothing of ours is larger than a number can say. */
const WHOLE_NUMBERS: ReadonlySet<number> = new Set([20, 1700]);

function databaseOn(pool: PgPool): Database {
  const asking =
    (asked: Pick<PgPool, "query">): Query =>
    async (sql, values = []) =>
      (await asked.query<Row>(numbered(sql), [...values])).rows;

  async function once<Result>(work: (query: Query) => Promise<Result>): Promise<Result> {
    const client = await pool.connect();
    let isBroken = true;
    try {
      await client.query("BEGIN");
      const result = await work(asking(client));
      await client.query("COMMIT");
      isBroken = false;
      return result;
    } catch (error) {
      // Whoever does not answer is not asked to take it back: the end of the connection does.
      isBroken =
        !isRefused(error) ||
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
    dialect: "postgres",
    query: asking(pool),
    async transaction(work) {
      for (let left = MOST_TRIES - 1; ; left -= 1) {
        try {
          return await once(work);
        } catch (error) {
          if (left === 0 || !isPassing(error)) throw error;
        }
      }
    },
    close: () => pool.end(),
  };
}

const MOST_TRIES = 4;

/** Postgres itself said no, with a code of five letters. */
function isRefused(error: unknown): boolean {
  return /^[0-9A-Z]{5}$/.test(errorCode(error) ?? "");
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

async function migrate(database: Database): Promise<void> {
  const steps = migrationsFor("postgres");
  await database.transaction(async (query) => {
    await query("SELECT pg_advisory_xact_lock(?)", [MIGRATION_LOCK]);
    await query(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`);
    await query("CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)");
    const [row] = await query("SELECT version FROM schema_version");
    const version = Number(row?.["version"] ?? 0);
    if (version > steps.length)
      throw new CoxError(
        "store.newer-schema",
        `The records were written by a newer coxswain (schema ${version}; this one knows ${steps.length}).`,
        { hint: "Update coxswain on this server." },
      );
    for (const step of steps.slice(version)) for (const statement of statementsIn(step)) await query(statement);
    if (version === steps.length) return;
    await query("DELETE FROM schema_version");
    await query("INSERT INTO schema_version (version) VALUES (?)", [steps.length]);
  });
}

/** One at a time, since the driver takes several only without values. */
function statementsIn(step: string): readonly string[] {
  return step.split(";").filter((statement) => statement.trim() !== "");
}

function unavailable(cause: unknown): CoxError {
  if (cause instanceof CoxError) return cause;
  return new CoxError("store.unavailable", `Postgres cannot be used: ${describeError(cause)}.`, {
    cause,
    hint: "Look at the address given with --database, and whether it may create a schema there.",
  });
}

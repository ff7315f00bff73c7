import { statSync } from "node:fs";
import type { SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";
import { CoxError } from "../errors.ts";
import { companionOf, ensureFile, keepPrivate } from "./private-file.ts";
import { migrate, MIGRATIONS, refuseNewer, versionOf } from "./schema.ts";
import { asStoreError, isBusy } from "./sqlite-error.ts";
import { loadSqlite } from "./sqlite-module.ts";

export type Row = Readonly<Record<string, SQLOutputValue>>;
export type Value = SQLInputValue;

/**
 * How much a commit must survive. `process`: a kill at any moment; a power cut may take the last seconds, never the order
 * or the file. `power`: also a power cut, for one fsync (a millisecond or more) per commit.
 */
export type Durability = "process" | "power";

export interface SqliteOptions {
  /** For everything. Guard state is always kept with `power`. */
  readonly durability?: Durability;
  /** How long to wait for another process, in milliseconds. The thread is blocked meanwhile. */
  readonly busyTimeoutMs?: number;
  /** The steps to this file's schema, where it is not the store itself. */
  readonly migrations?: readonly string[];
}

/** One connection, with every error already told in our words. */
export interface SqliteDatabase {
  readonly path: string;
  readonly all: (sql: string, ...values: readonly Value[]) => readonly Row[];
  readonly get: (sql: string, ...values: readonly Value[]) => Row | undefined;
  /** Gives the number of changed rows. */
  readonly run: (sql: string, ...values: readonly Value[]) => number;
  readonly execute: (sql: string) => void;
  /** Takes the write lock first, so that what is read inside is still true when it is written. */
  readonly transaction: <Result>(work: () => Result, durability?: Durability) => Result;
  /** Runs a reader of stored text; what it cannot read is damage. */
  readonly decode: <Result>(reader: () => Result) => Result;
  /** A file of another program keeps its mode, so this waits until it is known to be ours. */
  readonly keepPrivate: () => void;
  readonly close: () => void;
  /**
   * For a process that ends at once. Closing carries the log over into the file and waits for the disk several times; the
   * next process takes up a log that was left, as it does after a kill, and only a long one is worth the wait.
   */
  readonly leave: () => void;
}

const SYNCHRONOUS: Record<Durability, string> = { process: "NORMAL", power: "FULL" };
const RETRY_MS = 10;
/** A dozen stops. Whoever opens the file next reads the whole log first: a megabyte takes half a millisecond. */
const LONG_LOG_BYTES = 512 * 1024;

/** Opens the file, makes it when it is not there, and brings it to the newest schema. */
export async function openSqliteDatabase(path: string, options: SqliteOptions = {}): Promise<SqliteDatabase> {
  const { durability = "process", busyTimeoutMs = 5000 } = options;
  const database = connect(path, durability, busyTimeoutMs);
  try {
    await untilFree(() => prepareFile(database, options.migrations), busyTimeoutMs);
    database.execute(`PRAGMA synchronous = ${SYNCHRONOUS[durability]}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** The journal mode stays in the file, and is set before the schema; setting it again would need a lock that others may hold. */
function prepareFile(database: SqliteDatabase, migrations: readonly string[] = MIGRATIONS): void {
  const version = versionOf(database);
  database.keepPrivate();
  refuseNewer(database.path, version, migrations);
  if (version === migrations.length) return;
  if (database.get("PRAGMA journal_mode")?.["journal_mode"] !== "wal") database.execute("PRAGMA journal_mode = WAL");
  migrate(database, migrations);
}

/** The change to WAL and the recovery after a kill do not go through sqlite's own waiting, so they are tried again here. */
async function untilFree(work: () => void, timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      work();
      return;
    } catch (error) {
      if (Date.now() > deadline || !(error instanceof CoxError) || !isBusy(error.cause)) throw error;
      await new Promise((resolve) => {
        setTimeout(resolve, RETRY_MS);
      });
    }
  }
}

function connect(path: string, usual: Durability, timeout: number): SqliteDatabase {
  const connection = told(() => {
    ensureFile(path);
    const { DatabaseSync } = loadSqlite();
    return new DatabaseSync(path, { timeout });
  });
  const statements = new Map<string, StatementSync>();

  function statement(sql: string): StatementSync {
    const known = statements.get(sql);
    if (known) return known;
    const prepared = connection.prepare(sql);
    statements.set(sql, prepared);
    return prepared;
  }

  function told<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      throw asStoreError(error, path);
    }
  }

  function withDurability<Result>(durability: Durability, work: () => Result): Result {
    if (durability === usual) return work();
    connection.exec(`PRAGMA synchronous = ${SYNCHRONOUS[durability]}`);
    try {
      return work();
    } finally {
      connection.exec(`PRAGMA synchronous = ${SYNCHRONOUS[usual]}`);
    }
  }

  function transaction<Result>(work: () => Result): Result {
    connection.exec("BEGIN IMMEDIATE");
    try {
      const result = work();
      connection.exec("COMMIT");
      return result;
    } finally {
      if (connection.isTransaction) connection.exec("ROLLBACK");
    }
  }

  return {
    path,
    all: (sql, ...values) => told(() => statement(sql).all(...values)),
    get: (sql, ...values) => told(() => statement(sql).get(...values)),
    run: (sql, ...values) => told(() => Number(statement(sql).run(...values).changes)),
    execute: (sql) => told(() => connection.exec(sql)),
    transaction: (work, durability = usual) => told(() => withDurability(durability, () => transaction(work))),
    decode(reader) {
      try {
        return reader();
      } catch (cause) {
        throw new CoxError("store.unavailable", `The store ${path} holds a record that cannot be read.`, {
          cause,
          hint: "Update coxswain; if it stays so, move the file away (with its -wal and -shm files).",
        });
      }
    },
    keepPrivate: () => told(() => keepPrivate(path)),
    close,
    leave() {
      const log = statSync(companionOf(path, "-wal"), { throwIfNoEntry: false });
      if (log && log.size > LONG_LOG_BYTES) close();
    },
  };

  function close(): void {
    if (connection.isOpen) told(() => connection.close());
  }
}

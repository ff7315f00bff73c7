import { statSync } from "node:fs";
import type * as sqlite from "node:sqlite";
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";
import { CoxError } from "../text/errors.ts";
import { companionOf, ensureFile, isPostgres, keepPrivate, noFile, untouched } from "./private-file.ts";
import { MIGRATIONS, migrate, refuseNewer, versionOf } from "./schema.ts";
import { asStoreError, isBusy, isNotWritable } from "./sqlite-error.ts";

export type Row = Readonly<Record<string, SQLOutputValue>>;
export type Value = SQLInputValue;

/** `process`: survives a kill, and a power cut but for the last seconds. `power`: a power cut, for an fsync each. */
export type Durability = "process" | "power";

export interface SqliteOptions {
  /** For all writes. Guard state is written with `power`, but where it is said to be little worth. */
  readonly durability?: Durability;
  /** How long to wait for another process, in milliseconds; the thread is blocked meanwhile. */
  readonly busyTimeoutMs?: number;
  /** The steps to the schema, for a file that is not the store itself. */
  readonly migrations?: readonly string[];
  /** Nothing is to be written, so a file that cannot be written to is opened, too. */
  readonly onlyToRead?: boolean;
}

/** One connection, with all errors translated. */
export interface SqliteDatabase {
  readonly path: string;
  readonly all: (sql: string, ...values: readonly Value[]) => readonly Row[];
  readonly get: (sql: string, ...values: readonly Value[]) => Row | undefined;
  readonly run: (sql: string, ...values: readonly Value[]) => number;
  readonly execute: (sql: string) => void;
  /** Takes the write lock first, so that what is read inside is still true when writing. */
  readonly transaction: <Result>(work: () => Result, durability?: Durability) => Result;
  /** Runs a reader of stored text; a text that it cannot read counts as damage. */
  readonly decode: <Result>(reader: () => Result) => Result;
  /** Called once the file is known to be ours: another program's file must keep its mode. */
  readonly keepPrivate: () => void;
  readonly close: () => void;
  /** For a process that ends at once: closing copies the log and waits for the disk. Only a long log is worth it. */
  readonly leave: () => void;
}

const SYNCHRONOUS: Record<Durability, string> = { process: "NORMAL", power: "FULL" };
const RETRY_MS = 10;
const BUSY_TIMEOUT_MS = 5000;
/** About a dozen stops. The next process reads the whole log first: half a millisecond per megabyte. */
const LONG_LOG_BYTES = 512 * 1024;

/** Opens the file, creates it if it is missing, and brings it to the newest schema. */
export async function openSqliteDatabase(path: string, options: SqliteOptions = {}): Promise<SqliteDatabase> {
  if (isPostgres(path)) throw noFile(path);
  try {
    return await openToWrite(path, options);
  } catch (error) {
    const mayRead = options.onlyToRead === true && error instanceof CoxError && isNotWritable(error.cause);
    const database = mayRead ? openToRead(path, options) : undefined;
    if (database) return database;
    throw error;
  }
}

export function openInMemory(): SqliteDatabase {
  const path = ":memory:";
  const database = connect(path, "process", () => new (loadSqlite().DatabaseSync)(path));
  migrate(database, MIGRATIONS);
  return database;
}

async function openToWrite(path: string, options: SqliteOptions): Promise<SqliteDatabase> {
  const { durability = "process", busyTimeoutMs = BUSY_TIMEOUT_MS } = options;
  const database = connect(path, durability, () => {
    ensureFile(path);
    return new (loadSqlite().DatabaseSync)(path, { timeout: busyTimeoutMs });
  });
  try {
    await untilFree(() => prepareFile(database, options.migrations), busyTimeoutMs);
    database.execute(`PRAGMA synchronous = ${SYNCHRONOUS[durability]}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Undefined when the file cannot be read either, or is of an older schema: it cannot be brought up to date. */
function openToRead(path: string, { migrations = MIGRATIONS, ...options }: SqliteOptions): SqliteDatabase | undefined {
  const timeout = options.busyTimeoutMs ?? BUSY_TIMEOUT_MS;
  let database: SqliteDatabase | undefined;
  try {
    const open = () => new (loadSqlite().DatabaseSync)(untouched(path), { readOnly: true, timeout });
    database = connect(path, "process", open);
    if (versionOf(database) === migrations.length) return database;
  } catch {
    // The reason why it cannot be written to is told.
  }
  database?.close();
  return undefined;
}

/** The journal mode is set before the schema; setting it again would need a lock that others may hold. */
function prepareFile(database: SqliteDatabase, migrations: readonly string[] = MIGRATIONS): void {
  const version = versionOf(database);
  database.keepPrivate();
  refuseNewer(database.path, version, migrations);
  if (version === migrations.length) return;
  if (database.get("PRAGMA journal_mode")?.["journal_mode"] !== "wal") database.execute("PRAGMA journal_mode = WAL");
  migrate(database, migrations);
}

/** Retries work that SQLite's own waiting does not cover: the change to WAL, and the recovery after a kill. */
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

function connect(path: string, usual: Durability, open: () => DatabaseSync): SqliteDatabase {
  const connection = told(open);
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

/** Loaded with the first store. Node 22 warns that it is experimental, but a hook must print nothing on stderr. */
export function loadSqlite(): typeof sqlite {
  const usual = Object.getOwnPropertyDescriptor(process, "emitWarning");
  if (!usual) return load();
  const emitWarning = (warning: string | Error, ...rest: unknown[]): void => {
    const text = typeof warning === "string" ? warning : warning.message;
    if (rest[0] === "ExperimentalWarning" && text.startsWith("SQLite ")) return;
    Reflect.apply(usual.value, process, [warning, ...rest]);
  };
  Object.defineProperty(process, "emitWarning", { ...usual, value: emitWarning });
  try {
    return load();
  } finally {
    Object.defineProperty(process, "emitWarning", usual);
  }
}

function load(): typeof sqlite {
  const module = process.getBuiltinModule("node:sqlite");
  if (module) return module;
  throw new CoxError("store.unavailable", "This Node was built without sqlite.", {
    hint: "Use an official build of Node 22.18 or newer.",
  });
}

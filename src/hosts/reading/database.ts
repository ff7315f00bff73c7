import type { DatabaseSync } from "node:sqlite";
import { CoxError, describeError } from "../../text/errors.ts";
import type { StoredSession } from "../host.ts";
import { MEGABYTE, withFile } from "./file.ts";

/** The program that keeps its sessions in a database, and those of its tables that are read. */
export interface Keeper {
  readonly title: string;
  readonly tables: readonly string[];
}

/** Reads in one transaction, because the agent goes on writing: otherwise a message could be read without its parts. */
export function readDatabase<Result>(path: string, keeper: Keeper, read: (database: DatabaseSync) => Result): Result {
  return inDatabase(path, (database) => {
    if (!isOf(database, keeper)) throw notOf(path, [keeper]);
    try {
      return read(database);
    } catch (error) {
      throw isWrongQuestion(error) ? notOf(path, [keeper], error) : error;
    }
  });
}

/** Which of them keeps its sessions in this database. */
export function keeperOf<Known extends Keeper>(path: string, keepers: readonly Known[]): Known {
  const keeper = inDatabase(path, (database) => keepers.find((each) => isOf(database, each)));
  if (keeper) return keeper;
  throw notOf(path, keepers);
}

function inDatabase<Result>(path: string, use: (database: DatabaseSync) => Result): Result {
  const database = open(path);
  try {
    database.exec("BEGIN");
    return use(database);
  } catch (cause) {
    if (cause instanceof CoxError) throw cause;
    throw new CoxError("transcript.unreadable", `${path} cannot be read: ${describeError(cause)}.`, { cause });
  } finally {
    database.close();
  }
}

/** How long to wait while another process locks the whole database. */
const BUSY_MS = 500;

function open(path: string): DatabaseSync {
  // SQLite would only say that it cannot open the file; opening it here gives the real reason.
  withFile(path, () => undefined);
  try {
    const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
    return new DatabaseSync(path, { readOnly: true, timeout: BUSY_MS, defensive: true });
  } catch (cause) {
    throw new CoxError("transcript.unreadable", `${path} cannot be opened as a database.`, {
      cause,
      hint: "It needs a Node with sqlite (22.18 or newer).",
    });
  }
}

function isOf(database: DatabaseSync, { tables }: Keeper): boolean {
  return tables.every((table) => isStored(database, table));
}

/** Only rows that the file holds: a view or a computed column can give without end, and SQLite is not interrupted. */
export function isStored(database: DatabaseSync, table: string): boolean {
  const stored = database.prepare(
    `SELECT 1 FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 AND name = ?1
     AND NOT EXISTS (SELECT 1 FROM pragma_table_xinfo(?1) WHERE hidden > 0)`,
  );
  return stored.get(table) !== undefined;
}

/** SQLite's error code for a query on columns that do not exist. */
const WRONG_QUESTION = 1;

function isWrongQuestion(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === WRONG_QUESTION;
}

function notOf(path: string, keepers: readonly Keeper[], cause?: unknown): CoxError {
  const known = keepers.map(({ title }) => `${title}'s`).join(" or ");
  return new CoxError("transcript.format", `${path} is a database, but not one of ${known}.`, { cause });
}

export function noSession(path: string, session: string | undefined): CoxError {
  return new CoxError(
    "transcript.format",
    session === undefined ? `${path} holds no session.` : `${path} holds no session ${session}.`,
    { hint: "FILE#SESSION names one of them." },
  );
}

const MAX_SESSION_BYTES = 256 * MEGABYTE;

export function needSize(path: string, { session, bytes }: Pick<StoredSession, "session" | "bytes">): void {
  if (bytes <= MAX_SESSION_BYTES) return;
  const most = `${MAX_SESSION_BYTES / MEGABYTE} MB`;
  throw new CoxError("transcript.unreadable", `Session ${session} in ${path} is larger than ${most}.`);
}

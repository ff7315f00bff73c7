import { asRecord, asText, type Loose, recordFrom } from "../../loose.ts";
import type { DatabaseSync } from "node:sqlite";
import { CoxError, describeError } from "../../errors.ts";
import { MEGABYTE, withFile } from "../reading/file.ts";
import type { StoredSession } from "../host.ts";
import { watchingRoom } from "../reading/room.ts";

const MAX_SESSION_BYTES = 256 * MEGABYTE;

/** The records of one session in the form of opencode's API; by default the newest that a person started. */
export function readStore(path: string, session: string | undefined): readonly unknown[] {
  const database = open(path);
  try {
    // A transaction, because the agent goes on writing: otherwise a message could be read without its parts.
    database.exec("BEGIN");
    needTables(database, path);
    const info = sessionInfo(database, path, session);
    const id = String(info["id"]);
    const size = Number(
      first(database, "SELECT sum(length(data)) AS bytes FROM part WHERE session_id = ?", id)?.["bytes"],
    );
    if (size > MAX_SESSION_BYTES) {
      throw new CoxError(
        "transcript.unreadable",
        `Session ${id} in ${path} is larger than ${MAX_SESSION_BYTES / MEGABYTE} MB.`,
      );
    }
    const { parent_id: parentID, directory, title, time_created: created, revert } = info;
    const time = { created: Number(created) };
    return sessionRecords(
      { id, parentID, directory, title, time },
      messagesOf(database, path, id),
      recordFrom(String(revert)),
    );
  } catch (error) {
    throw error instanceof CoxError ? error : notRead(path, error);
  } finally {
    database.close();
  }
}

export function listSessions(path: string): readonly StoredSession[] {
  const database = open(path);
  try {
    needTables(database, path);
    const rows = database
      .prepare(
        `SELECT id, time_updated AS changed, (SELECT sum(length(data)) FROM part WHERE session_id = session.id) AS bytes
         FROM session WHERE parent_id IS NULL ORDER BY id`,
      )
      .all();
    return rows.map(({ id, bytes, changed }) => ({
      session: String(id),
      bytes: Number(bytes ?? 0),
      changedMs: Number(changed),
    }));
  } catch (error) {
    throw error instanceof CoxError ? error : notRead(path, error);
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

const TABLES = ["session", "message", "part"];

/** Only rows that the file holds: a view or a computed column can give without end, and SQLite is not interrupted. */
function needTables(database: DatabaseSync, path: string): void {
  const stored = database.prepare(
    `SELECT 1 FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 AND name = ?1
     AND NOT EXISTS (SELECT 1 FROM pragma_table_xinfo(?1) WHERE hidden > 0)`,
  );
  if (!TABLES.every((table) => stored.get(table))) throw notOpencodes(path);
}

/** SQLite's error code for a query on tables that do not exist. */
const WRONG_QUESTION = 1;

function notRead(path: string, cause: unknown): CoxError {
  if (cause instanceof Error && "errcode" in cause && cause.errcode === WRONG_QUESTION)
    return notOpencodes(path, cause);
  return new CoxError("transcript.unreadable", `${path} cannot be read: ${describeError(cause)}.`, { cause });
}

function notOpencodes(path: string, cause?: unknown): CoxError {
  return new CoxError("transcript.format", `${path} is a database, but not one of opencode's.`, { cause });
}

function sessionInfo(database: DatabaseSync, path: string, session: string | undefined): Loose {
  const row =
    session === undefined
      ? (first(database, "SELECT * FROM session WHERE parent_id IS NULL ORDER BY time_updated DESC LIMIT 1") ??
        first(database, "SELECT * FROM session ORDER BY time_updated DESC LIMIT 1"))
      : first(database, "SELECT * FROM session WHERE id = ?", session);
  if (row) return row;
  throw new CoxError(
    "transcript.format",
    session === undefined ? `${path} holds no session.` : `${path} holds no session ${session}.`,
    { hint: "FILE#SESSION names one of them." },
  );
}

function messagesOf(database: DatabaseSync, path: string, session: string): unknown[] {
  const needRoom = watchingRoom(path, 0);
  let read = 0;
  const recordOf = (data: unknown): Loose | undefined => {
    const text = String(data);
    read += text.length;
    needRoom(read);
    return recordFrom(text);
  };
  const parts = new Map<string, unknown[]>();
  const partRows = database.prepare("SELECT id, message_id, data FROM part WHERE session_id = ? ORDER BY id");
  for (const row of partRows.iterate(session)) {
    const message = String(row["message_id"]);
    const list = parts.get(message) ?? [];
    parts.set(message, list);
    list.push({ ...recordOf(row["data"]), id: row["id"] });
  }
  const rows = database
    .prepare("SELECT id, data FROM message WHERE session_id = ? ORDER BY time_created, id")
    .all(session);
  return rows.map((row) => ({
    info: { ...recordOf(row["data"]), id: row["id"], sessionID: session },
    parts: parts.get(String(row["id"])) ?? [],
  }));
}

function first(database: DatabaseSync, query: string, ...values: string[]): Loose | undefined {
  return asRecord(database.prepare(query).get(...values));
}

/** First a record with the ids of the messages, then those. What the person took back is left out. */
export function sessionRecords(
  session: Loose | undefined,
  messages: readonly unknown[],
  revert: Loose | undefined,
): readonly unknown[] {
  const revertedFrom = asText(revert?.["messageID"]);
  const cut = revertedFrom === undefined ? -1 : messages.findIndex((message) => idOf(message) === revertedFrom);
  const kept = cut === -1 ? messages : messages.slice(0, cut);
  return [{ ...(session ? { session } : {}), messages: kept.map(idOf) }, ...kept];
}

function idOf(message: unknown): string | undefined {
  return asText(asRecord(asRecord(message)?.["info"])?.["id"]);
}

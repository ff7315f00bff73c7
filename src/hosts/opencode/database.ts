import { asRecord, asText, type Loose, recordFrom } from "../../text/loose.ts";
import type { DatabaseSync } from "node:sqlite";
import type { StoredSession } from "../host.ts";
import { needSize, noSession, readDatabase } from "../reading/database.ts";
import { watchingRoom } from "../reading/room.ts";

export const KEEPER = { title: "opencode", tables: ["session", "message", "part"] };

export function readStore(path: string, session: string | undefined): readonly unknown[] {
  return readDatabase(path, KEEPER, (database) => {
    const info = sessionInfo(database, path, session);
    const id = String(info["id"]);
    const size = first(database, "SELECT sum(octet_length(data)) AS bytes FROM part WHERE session_id = ?", id);
    needSize(path, { session: id, bytes: Number(size?.["bytes"]) });
    const { parent_id: parentID, directory, title, time_created: created, revert } = info;
    const time = { created: Number(created) };
    return sessionRecords(
      { id, parentID, directory, title, time },
      messagesOf(database, path, id),
      recordFrom(String(revert)),
    );
  });
}

export function listSessions(path: string): readonly StoredSession[] {
  return readDatabase(path, KEEPER, (database) => {
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
  });
}

function sessionInfo(database: DatabaseSync, path: string, session: string | undefined): Loose {
  const row =
    session === undefined
      ? (first(database, "SELECT * FROM session WHERE parent_id IS NULL ORDER BY time_updated DESC LIMIT 1") ??
        first(database, "SELECT * FROM session ORDER BY time_updated DESC LIMIT 1"))
      : first(database, "SELECT * FROM session WHERE id = ?", session);
  if (row) return row;
  throw noSession(path, session);
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

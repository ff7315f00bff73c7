import { asList, asRecord, asText, asWord, type Loose, recordFrom } from "../../text/loose.ts";
import type { Host, StoredSession } from "../host.ts";
import { pi, createReader } from "../pi/pi.ts";
import type { DatabaseSync } from "node:sqlite";
import { isStored, needSize, noSession, readDatabase } from "../reading/database.ts";
import { watchingRoom } from "../reading/room.ts";

const KEEPER = { title: "OpenClaw", tables: ["transcript_events"] };

/** OpenClaw is built on pi and writes pi's entries, with some and results of its own: first in files, now in a database. */
export const openclaw: Host = {
  ...KEEPER,
  name: "openclaw",
  detect: (lines) => pi.detect(lines) && lines.some((line) => isOfThisHost(asRecord(line))),
  createReader: (stored) => createReader("openclaw", stored),
  readDocument,
  readStore,
  listSessions,
};

/** A session as our plugin hands it over. Its messages have no ids, and the times of one that is said anew change. */
function readDocument(document: unknown): readonly unknown[] | undefined {
  const fields = asRecord(document);
  const told = asRecord(fields?.["openclaw"]);
  if (!told) return undefined;
  const { session: id, run, cwd } = told;
  const messages = asList(fields?.["messages"]);
  const asked = messages.findLastIndex((message) => asRecord(message)?.["role"] === "user");
  const entries = messages.map((message, index) => {
    const own = index === asked ? asWord(run) : `${asWord(id)}-${index}`;
    return { type: "message", id: own, timestamp: timeOf(message), message };
  });
  return [{ type: "session", id, cwd, timestamp: timeOf(messages[0]) }, ...entries];
}

function timeOf(message: unknown): string | undefined {
  const time = asRecord(message)?.["timestamp"];
  return typeof time === "number" && Math.abs(time) < 8e15 ? new Date(time).toISOString() : undefined;
}

function isOfThisHost(line: Loose | undefined): boolean {
  switch (line?.["type"]) {
    case "session":
      return /[\\/]\.openclaw(?:[\\/]|$)/.test(asWord(line["cwd"]));
    case "custom":
    case "custom_message":
      return /^(?:model-snapshot$|openclaw\b)/.test(asWord(line["customType"]));
    case "message":
      return asText(asRecord(line["message"])?.["provider"]) === "openclaw";
    default:
      return false;
  }
}

interface Session extends StoredSession {
  readonly ofSubagent: boolean;
}

/** The entries of one session, after its header; by default of the newest that no agent started. */
function readStore(path: string, session: string | undefined): readonly unknown[] {
  return readDatabase(path, KEEPER, (database) => {
    const sessions = sessionsIn(database, session).toSorted((one, other) => other.changedMs - one.changedMs);
    const found = sessions.find(({ ofSubagent }) => !ofSubagent) ?? sessions[0];
    if (!found) throw noSession(path, session);
    needSize(path, found);
    const entries = entriesOf(database, path, found.session);
    const header = entries[0]?.["type"] === "session" ? entries[0] : {};
    const mode = found.ofSubagent ? "subagent" : undefined;
    return [{ ...header, type: "session", id: found.session, mode, entries: entries.map(({ id }) => id) }, ...entries];
  });
}

function listSessions(path: string): readonly StoredSession[] {
  return readDatabase(path, KEEPER, (database) =>
    sessionsIn(database).flatMap(({ ofSubagent, ...session }) => (ofSubagent ? [] : [session])),
  );
}

/** Where OpenClaw keeps the key of each session, newest first; the key of a subagent's says so. */
const KEYS = ["session_windows", "sessions"];
const OF_SUBAGENT = /^agent:[^:]*:subagent:/;

/** The sessions that have entries, which alone are read: others are new, or their entries lie in an archive. */
function sessionsIn(database: DatabaseSync, only?: string): Session[] {
  const keys = KEYS.find((table) => isStored(database, table));
  const bytes = isPacked(database)
    ? "coalesce(octet_length(event_json), abs(event_utf8_bytes))"
    : "octet_length(event_json)";
  const rows = database
    .prepare(
      `SELECT * FROM (SELECT session_id, sum(${bytes}) AS bytes, max(created_at) AS changed FROM transcript_events
       ${only === undefined ? "" : "WHERE session_id = ?"} GROUP BY session_id)
       ${keys === undefined ? "" : `LEFT JOIN (SELECT session_id, session_key FROM ${keys}) USING (session_id)`}
       ORDER BY session_id`,
    )
    .all(...(only === undefined ? [] : [only]));
  return rows.map((row) => ({
    session: String(row["session_id"]),
    bytes: Number(row["bytes"] ?? 0),
    changedMs: Number(row["changed"]),
    ofSubagent: OF_SUBAGENT.test(asText(row["session_key"]) ?? ""),
  }));
}

/** Since 2026.9 OpenClaw compresses large entries. */
function isPacked(database: DatabaseSync): boolean {
  return (
    database.prepare("SELECT 1 FROM pragma_table_info('transcript_events') WHERE name = 'event_zstd'").get() !==
    undefined
  );
}

function entriesOf(database: DatabaseSync, path: string, session: string): Loose[] {
  const needRoom = watchingRoom(path, 0);
  let read = 0;
  const packed = isPacked(database) ? ", event_zstd, event_utf8_bytes" : "";
  const rows = database.prepare(`SELECT event_json${packed} FROM transcript_events WHERE session_id = ? ORDER BY seq`);
  const entries: Loose[] = [];
  for (const row of rows.iterate(session)) {
    const text = asText(row["event_json"]) ?? unpacked(row["event_zstd"], row["event_utf8_bytes"]);
    read += text.length;
    needRoom(read);
    entries.push(recordFrom(text) ?? {});
  }
  return entries;
}

/** Empty for what is damaged or larger than it says. */
function unpacked(bytes: unknown, size: unknown): string {
  if (!(bytes instanceof Uint8Array) || typeof size !== "number") return "";
  try {
    return process.getBuiltinModule("node:zlib").zstdDecompressSync(bytes, { maxOutputLength: size }).toString("utf8");
  } catch {
    return "";
  }
}

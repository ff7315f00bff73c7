import { decodeDelta, expectSeq, prepareBatch, type PreparedBatch } from "./batch.ts";
import { choiceAt, fieldsOf, listAt, numberAt, optionalTextAt, textAt, filterTime } from "./fields.ts";
import { openSqliteDatabase, type Row, type SqliteDatabase, type SqliteOptions } from "./sqlite-database.ts";
import { forgetIn } from "./sqlite-forget.ts";
import { insertRecords, recordsIn } from "./sqlite-records.ts";
import { directoriesIn, isOneOf, where } from "./sqlite-where.ts";
import type { Batch, Store } from "./store.ts";
import { type RelatedThread, summarise, type ThreadSummary } from "./thread-summary.ts";

/** How durable writes are, how long to wait for another process, and whether to write at all. All have defaults. */
export interface SqliteStoreOptions extends Pick<SqliteOptions, "durability" | "busyTimeoutMs" | "onlyToRead"> {
  readonly now?: () => Date;
}

/** One file, any number of processes, no server. Rejects with `store.unavailable` or `store.newer-schema`. */
export async function openSqliteStore(
  path: string,
  { now = () => new Date(), ...options }: SqliteStoreOptions = {},
): Promise<Store> {
  return createStore(await openSqliteDatabase(path, options), now);
}

export function createStore(database: SqliteDatabase, now: () => Date): Store {
  const { all, get, decode } = database;

  function write(batch: Batch): number[] {
    const time = now();
    const prepared = prepareBatch(batch, time);
    return database.transaction(() => {
      const lastSeqs = prepared.appends.map((append) => insertDeltas(database, append, time));
      insertRecords(database, prepared, time);
      return lastSeqs;
    });
  }

  return {
    ...recordsIn(database, now),
    async append(threadId, deltas, { expectedSeq } = {}) {
      return write({ appends: [{ threadId, deltas, expectedSeq }] })[0] ?? 0;
    },
    async write(batch) {
      return write(batch);
    },
    async read(threadId, { sinceSeq = 0, limit = -1 } = {}) {
      const rows = all(
        `SELECT seq, body FROM deltas WHERE thread = (SELECT key FROM threads WHERE id = ?) AND seq > ?
         ORDER BY seq LIMIT ?`,
        threadId,
        sinceSeq,
        limit,
      );
      return rows.map((row) => ({ seq: Number(row["seq"]), delta: decodeDelta(String(row["body"])) }));
    },
    async listThreads({ idPrefix, isAbout, host, since, limit = -1 } = {}) {
      const [conditions, values] = where({
        "instr(id, ?) = 1": idPrefix,
        ...isOneOf(isAbout && directoriesIn(database, "threads", isAbout)),
        "host = ?": host,
        "updated_at >= ?": filterTime(since),
      });
      const rows = all(`SELECT * FROM threads ${conditions} ORDER BY updated_at DESC, id LIMIT ?`, ...values, limit);
      return rows.map((row) => decode(() => threadFrom(row)));
    },
    async getThread(threadId) {
      const row = get("SELECT * FROM threads WHERE id = ?", threadId);
      return row && decode(() => threadFrom(row));
    },
    async forget(filter = {}) {
      return forgetIn(database, filter);
    },
    async close() {
      database.close();
    },
  };
}

function insertDeltas(database: SqliteDatabase, append: PreparedBatch["appends"][number], now: Date): number {
  const { threadId, deltas, bodies } = append;
  const row = database.get("SELECT * FROM threads WHERE id = ?", threadId);
  const previous = row && database.decode(() => threadFrom(row));
  const lastSeq = previous?.deltas ?? 0;
  expectSeq(append, lastSeq);
  if (deltas.length === 0) return lastSeq;
  const summary = summarise(previous, threadId, deltas, now);
  const { host, cwd, title, createdAt, updatedAt, deltas: count, relations } = summary;
  const thread = database.get(
    `INSERT INTO threads (id, host, cwd, title, created_at, updated_at, last_seq, relations)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET host = excluded.host, cwd = excluded.cwd, title = excluded.title,
       updated_at = excluded.updated_at, last_seq = excluded.last_seq, relations = excluded.relations
     RETURNING key`,
    threadId,
    host ?? null,
    cwd ?? null,
    title ?? null,
    createdAt,
    updatedAt,
    count,
    JSON.stringify(relations),
  );
  const key = thread?.["key"] ?? null;
  for (const [index, body] of bodies.entries()) {
    database.run("INSERT INTO deltas (thread, seq, body) VALUES (?, ?, ?)", key, lastSeq + 1 + index, body);
  }
  return count;
}

function threadFrom(row: Row): ThreadSummary {
  return {
    id: textAt(row, "id"),
    host: optionalTextAt(row, "host"),
    cwd: optionalTextAt(row, "cwd"),
    title: optionalTextAt(row, "title"),
    createdAt: textAt(row, "created_at"),
    updatedAt: textAt(row, "updated_at"),
    deltas: numberAt(row, "last_seq"),
    relations: listAt({ relations: JSON.parse(textAt(row, "relations")) }, "relations").map(relationFrom),
  };
}

function relationFrom(value: unknown): RelatedThread {
  const fields = fieldsOf(value, "A relation");
  return { relation: choiceAt(fields, "relation", ["from", "to"]), threadId: textAt(fields, "threadId") };
}

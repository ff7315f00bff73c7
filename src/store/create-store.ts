import { decodeDelta, expectSeq, prepareBatch, type PreparedBatch } from "./batch.ts";
import { choiceAt, fieldsOf, listAt, numberAt, optionalTextAt, textAt, filterTime } from "./fields.ts";
import { forgetIn } from "./forget.ts";
import { insertRecords, recordsIn } from "./record-store.ts";
import type { Batch, Store, ThreadFilter } from "./store.ts";
import { type RelatedThread, summarise, type ThreadSummary } from "./thread-summary.ts";
import { directoryList, where } from "./where.ts";
import { all, type Engine, get, insertEach, NO_LIMIT, type Row, type Work } from "./work.ts";

export function createStore(engine: Engine, now: () => Date): Store {
  const { decode, dialect } = engine;

  async function write(batch: Batch): Promise<number[]> {
    const time = now();
    const prepared = prepareBatch(batch, time);
    function* insert(): Work<number[]> {
      const lastSeqs: number[] = [];
      for (const append of prepared.appends) lastSeqs.push(yield* insertDeltas(engine, append, time));
      yield* insertRecords(prepared, time);
      return lastSeqs;
    }
    return engine.write(insert, { alone: prepared.appends.map(({ threadId }) => `thread ${threadId}`) });
  }

  function* threadsIn({ idPrefix, isAbout, host, since, limit = NO_LIMIT }: ThreadFilter): Work<readonly Row[]> {
    const [conditions, values] = where({
      [`${dialect.position}(id, ?) = 1`]: idPrefix,
      [dialect.cwdIsOneOf]: yield* directoryList("threads", isAbout),
      "host = ?": host,
      "updated_at >= ?": filterTime(since),
    });
    return yield* all(`SELECT * FROM threads ${conditions} ORDER BY updated_at DESC, id LIMIT ?`, ...values, limit);
  }

  return {
    ...recordsIn(engine, now),
    async append(threadId, deltas, { expectedSeq } = {}) {
      return (await write({ appends: [{ threadId, deltas, expectedSeq }] }))[0] ?? 0;
    },
    write,
    async read(threadId, { sinceSeq = 0, limit = NO_LIMIT } = {}) {
      const rows = await engine.read(() =>
        all(
          `SELECT seq, body FROM deltas WHERE thread = (SELECT key FROM threads WHERE id = ?) AND seq > ?
           ORDER BY seq LIMIT ?`,
          threadId,
          sinceSeq,
          limit,
        ),
      );
      return rows.map((row) => ({ seq: Number(row["seq"]), delta: decodeDelta(String(row["body"])) }));
    },
    async listThreads(filter = {}) {
      const rows = await engine.read(() => threadsIn(filter));
      return rows.map((row) => decode(() => threadFrom(row)));
    },
    async getThread(threadId) {
      const row = await engine.read(() => get("SELECT * FROM threads WHERE id = ?", threadId));
      return row && decode(() => threadFrom(row));
    },
    forget: (filter = {}) => forgetIn(engine, filter),
    close: engine.close,
  };
}

function* insertDeltas(engine: Engine, append: PreparedBatch["appends"][number], now: Date): Work<number> {
  const { threadId, deltas, bodies } = append;
  const row = yield* get("SELECT * FROM threads WHERE id = ?", threadId);
  const previous = row && engine.decode(() => threadFrom(row));
  const lastSeq = previous?.deltas ?? 0;
  expectSeq(append, lastSeq);
  if (deltas.length === 0) return lastSeq;
  const summary = summarise(previous, threadId, deltas, now);
  const { host, cwd, title, createdAt, updatedAt, deltas: count, relations } = summary;
  const thread = yield* get(
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
  const key = Number(thread?.["key"]);
  yield* insertEach(
    "INSERT INTO deltas (thread, seq, body) VALUES (?, ?, ?)",
    bodies.map((body, index) => [key, lastSeq + 1 + index, body]),
  );
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

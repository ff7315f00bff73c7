import * as z from "zod/mini";
import { OperationType } from "../thread/usage.ts";
import { checkName, decodeDelta, expectSeq, prepareBatch, type PreparedBatch } from "./batch.ts";
import { isoTime, sinceTime } from "./iso-time.ts";
import { decodeJson, decodeVerdict, encodeJson, type VerdictRecord } from "./records.ts";
import {
  openSqliteDatabase,
  type Row,
  type SqliteDatabase,
  type SqliteOptions,
  type Value,
} from "./sqlite-database.ts";
import type { Batch, Store } from "./store.ts";
import { summarise, type ThreadSummary } from "./thread-summary.ts";
import type { UsageRow } from "./usage-row.ts";

/** The embedded default: one file, any number of processes, no server. */
export async function openSqliteStore(
  path: string,
  { now = () => new Date(), ...options }: SqliteOptions & { readonly now?: () => Date } = {},
): Promise<Store> {
  const database = await openSqliteDatabase(path, options);
  const { all, get, run, decode } = database;

  function write(batch: Batch): number[] {
    const time = now();
    const prepared = prepareBatch(batch, time);
    return database.transaction(() => {
      const lastSeqs = prepared.appends.map((append) => insertDeltas(database, append, time));
      for (const verdict of prepared.verdicts) upsertVerdict(database, verdict);
      for (const usage of prepared.usage) insertUsage(database, usage);
      for (const cursor of prepared.cursors) upsertCursor(database, cursor, time);
      return lastSeqs;
    });
  }

  return {
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
    async listThreads({ idPrefix, cwd, host, since, limit = -1 } = {}) {
      const [conditions, values] = where({
        "instr(id, ?) = 1": idPrefix,
        "cwd = ?": cwd,
        "host = ?": host,
        "updated_at >= ?": sinceTime(since),
      });
      const rows = all(`SELECT * FROM threads ${conditions} ORDER BY updated_at DESC, id LIMIT ?`, ...values, limit);
      return rows.map((row) => decode(() => threadFrom(row)));
    },
    async getThread(threadId) {
      const row = get("SELECT * FROM threads WHERE id = ?", threadId);
      return row && decode(() => threadFrom(row));
    },
    async listVerdicts({ idPrefix, threadId, cwd, since, limit = -1 } = {}) {
      const [conditions, values] = where({
        "instr(id, ?) = 1": idPrefix,
        "thread_id = ?": threadId,
        "cwd = ?": cwd,
        "at >= ?": sinceTime(since),
      });
      const rows = all(`SELECT * FROM verdicts ${conditions} ORDER BY at DESC, key DESC LIMIT ?`, ...values, limit);
      return rows.map((row) => decode(() => verdictFrom(row)));
    },
    async getVerdict(id) {
      const row = get("SELECT * FROM verdicts WHERE id = ?", id);
      return row && decode(() => verdictFrom(row));
    },
    async giveFeedback(verdictId, feedback) {
      const text = JSON.stringify({ ...feedback, at: isoTime(feedback.at) ?? now().toISOString() });
      return run("UPDATE verdicts SET feedback = ? WHERE id = ?", text, verdictId) > 0;
    },
    async readGuard(key) {
      const row = get("SELECT value FROM guard WHERE key = ?", key);
      return row && decode(() => decodeJson(String(row["value"])));
    },
    // `power`: a correction too many is a broken promise, while any other last write can be told again by a transcript.
    async updateGuard(key, update) {
      checkName("A guard key", key);
      const text = database.transaction(() => {
        const row = get("SELECT value FROM guard WHERE key = ?", key);
        const next = update(row && decode(() => decodeJson(String(row["value"]))));
        if (next === undefined) {
          run("DELETE FROM guard WHERE key = ?", key);
          return undefined;
        }
        const value = encodeJson(next);
        run("INSERT OR REPLACE INTO guard (key, value, updated_at) VALUES (?, ?, ?)", key, value, now().toISOString());
        return value;
      }, "power");
      return text === undefined ? undefined : decodeJson(text);
    },
    async usage({ threadId, since } = {}) {
      const [conditions, values] = where({ "thread_id = ?": threadId, "at >= ?": sinceTime(since) });
      const rows = all(
        `SELECT substr(at, 1, 10) AS day, model, operation_type AS operationType, count(*) AS calls,
           sum(input_tokens) AS inputTokens, sum(output_tokens) AS outputTokens,
           sum(cached_input_tokens) AS cachedInputTokens, total(cost) AS cost, sum(cost IS NULL) AS unpriced
         FROM usage ${conditions} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
        ...values,
      );
      return rows.map((row) => decode(() => StoredUsageRow.parse(row)));
    },
    async getCursor(host, session) {
      const row = get("SELECT * FROM cursors WHERE host = ? AND session = ?", host, session);
      return row && decode(() => ({ ...CursorRow.parse(row), state: decodeJson(String(row["state"])) }));
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

function upsertVerdict(database: SqliteDatabase, verdict: PreparedBatch["verdicts"][number]): void {
  database.run(
    `INSERT INTO verdicts (id, thread_id, cwd, at, body) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET thread_id = excluded.thread_id, cwd = excluded.cwd, at = excluded.at,
       body = excluded.body`,
    verdict.id,
    verdict.threadId,
    verdict.cwd ?? null,
    verdict.at,
    verdict.body,
  );
}

function insertUsage(database: SqliteDatabase, { threadId, at, usage }: PreparedBatch["usage"][number]): void {
  database.run(
    `INSERT INTO usage (thread_id, at, operation_type, model, input_tokens, output_tokens, cached_input_tokens,
       cache_write_tokens, reasoning_tokens, cost) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    threadId ?? null,
    at,
    usage.operationType,
    usage.model,
    usage.inputTokens,
    usage.outputTokens,
    usage.cachedInputTokens,
    usage.cacheWriteTokens,
    usage.reasoningTokens,
    usage.cost ?? null,
  );
}

function upsertCursor(database: SqliteDatabase, cursor: PreparedBatch["cursors"][number], now: Date): void {
  database.run(
    `INSERT OR REPLACE INTO cursors (host, session, path, identity, offset, state, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    cursor.host,
    cursor.session,
    cursor.path,
    cursor.identity,
    cursor.offset,
    cursor.state,
    now.toISOString(),
  );
}

/** Conditions are fixed texts, so that each combination is prepared once; those without a value are left out. */
function where(
  conditions: Readonly<Record<string, Value | undefined>>,
): readonly [sql: string, values: readonly Value[]] {
  const texts: string[] = [];
  const values: Value[] = [];
  for (const [text, value] of Object.entries(conditions)) {
    if (value === undefined) continue;
    texts.push(text);
    values.push(value);
  }
  return [texts.length === 0 ? "" : `WHERE ${texts.join(" AND ")}`, values];
}

const ThreadRow = z.object({
  id: z.string(),
  host: z.nullable(z.string()),
  cwd: z.nullable(z.string()),
  title: z.nullable(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
  last_seq: z.number(),
  relations: z.string(),
});

const Relations = z.array(z.object({ relation: z.enum(["from", "to"]), threadId: z.string() }));

function threadFrom(row: Row): ThreadSummary {
  const { id, host, cwd, title, created_at, updated_at, last_seq, relations } = ThreadRow.parse(row);
  return {
    id,
    host: host ?? undefined,
    cwd: cwd ?? undefined,
    title: title ?? undefined,
    createdAt: created_at,
    updatedAt: updated_at,
    deltas: last_seq,
    relations: Relations.parse(JSON.parse(relations)),
  };
}

const VerdictRow = z.object({ body: z.string(), feedback: z.nullable(z.string()) });

function verdictFrom(row: Row): VerdictRecord {
  const { body, feedback } = VerdictRow.parse(row);
  return decodeVerdict(body, feedback);
}

const StoredUsageRow: z.ZodMiniType<UsageRow> = z.object({
  day: z.string(),
  model: z.string(),
  operationType: OperationType,
  calls: z.number(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  cachedInputTokens: z.number(),
  cost: z.number(),
  unpriced: z.number(),
});

const CursorRow = z.object({
  host: z.string(),
  session: z.string(),
  path: z.string(),
  identity: z.string(),
  offset: z.number(),
});

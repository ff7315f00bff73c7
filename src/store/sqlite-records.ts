import { choiceAt, numberAt, optionalTextAt, textAt, filterTime } from "./fields.ts";
import {
  checkName,
  encodeFeedback,
  type PreparedRecords,
  prepareRecords,
  type RecordBatch,
} from "./prepare-records.ts";
import { decodeJson, decodeVerdict, encodeJson, OPERATION_TYPES, type VerdictRecord } from "./records.ts";
import { openSqliteDatabase, type Row, type SqliteDatabase, type SqliteOptions } from "./sqlite-database.ts";
import { directoriesIn, isOneOf, where } from "./sqlite-where.ts";
import type { Store } from "./store.ts";
import type { UsageRow } from "./usage-row.ts";

/** The part of a store that needs no deltas: verdicts, usage, cursors and guard state. */
export type RecordStore = Pick<
  Store,
  "listVerdicts" | "getVerdict" | "giveFeedback" | "readGuard" | "updateGuard" | "usage" | "getCursor"
>;

/** The store as the hook opens it: without deltas, because the host keeps the thread. */
export type HookStore = RecordStore &
  Pick<Store, "close"> & {
    write(batch: RecordBatch): Promise<void>;
    /** Replaces `close` when the process ends at once. */
    leave(): Promise<void>;
  };

export async function openHookStore(
  path: string,
  { now = () => new Date(), ...options }: SqliteOptions & { readonly now?: () => Date } = {},
): Promise<HookStore> {
  const database = await openSqliteDatabase(path, options);
  return {
    ...recordsIn(database, now),
    async write(batch) {
      const prepared = prepareRecords(batch, now());
      database.transaction(() => insertRecords(database, prepared, now()));
    },
    async close() {
      database.close();
    },
    async leave() {
      database.leave();
    },
  };
}

export function recordsIn(database: SqliteDatabase, now: () => Date): RecordStore {
  const { all, get, run, decode } = database;
  return {
    async listVerdicts({ idPrefix, notIdPrefix, threadId, isAbout, since, marked, limit = -1 } = {}) {
      const [conditions, values] = where({
        "instr(id, ?) = 1": idPrefix,
        "instr(id, ?) <> 1": notIdPrefix,
        "thread_id = ?": threadId,
        ...isOneOf(isAbout && directoriesIn(database, "verdicts", isAbout)),
        "at >= ?": filterTime(since),
        "feedback IS NOT NULL AND ? = 1": marked === true ? 1 : undefined,
      });
      const rows = all(`SELECT * FROM verdicts ${conditions} ORDER BY key DESC LIMIT ?`, ...values, limit);
      return rows.map((row) => decode(() => verdictFrom(row)));
    },
    async getVerdict(id) {
      const row = get("SELECT * FROM verdicts WHERE id = ?", id);
      return row && decode(() => verdictFrom(row));
    },
    async giveFeedback(verdictId, feedback) {
      return run("UPDATE verdicts SET feedback = ? WHERE id = ?", encodeFeedback(feedback, now()), verdictId) > 0;
    },
    async readGuard(key) {
      const row = get("SELECT value FROM guard WHERE key = ?", key);
      return row && decode(() => decodeJson(String(row["value"])));
    },
    // With `power`: losing this could allow one correction too many.
    async updateGuard(key, update, survives = "power") {
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
      }, survives);
      return text === undefined ? undefined : decodeJson(text);
    },
    async usage({ threadId, since } = {}) {
      const [conditions, values] = where({ "thread_id = ?": threadId, "at >= ?": filterTime(since) });
      const rows = all(
        `SELECT substr(at, 1, 10) AS day, model, operation_type AS operationType, count(*) AS calls,
           sum(input_tokens) AS inputTokens, sum(output_tokens) AS outputTokens,
           sum(cached_input_tokens) AS cachedInputTokens, total(cost) AS cost, sum(cost IS NULL) AS unpriced
         FROM usage ${conditions} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
        ...values,
      );
      return rows.map((row) => decode(() => usageFrom(row)));
    },
    async getCursor(host, session) {
      const row = get("SELECT * FROM cursors WHERE host = ? AND session = ?", host, session);
      return (
        row &&
        decode(() => ({
          host: textAt(row, "host"),
          session: textAt(row, "session"),
          path: textAt(row, "path"),
          cwd: optionalTextAt(row, "cwd"),
          identity: textAt(row, "identity"),
          offset: numberAt(row, "offset"),
          state: decodeJson(textAt(row, "state")),
        }))
      );
    },
  };
}

/** To be called in a transaction, so that all records are written or none. */
export function insertRecords(database: SqliteDatabase, records: PreparedRecords, now: Date): void {
  for (const verdict of records.verdicts) upsertVerdict(database, verdict);
  for (const usage of records.usage) insertUsage(database, usage);
  for (const cursor of records.cursors) upsertCursor(database, cursor, now);
}

function upsertVerdict(database: SqliteDatabase, verdict: PreparedRecords["verdicts"][number]): void {
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

function insertUsage(database: SqliteDatabase, { threadId, at, usage }: PreparedRecords["usage"][number]): void {
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

function upsertCursor(database: SqliteDatabase, cursor: PreparedRecords["cursors"][number], now: Date): void {
  database.run(
    `INSERT OR REPLACE INTO cursors (host, session, path, cwd, identity, offset, state, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    cursor.host,
    cursor.session,
    cursor.path,
    cursor.cwd ?? null,
    cursor.identity,
    cursor.offset,
    cursor.state,
    now.toISOString(),
  );
}

function verdictFrom(row: Row): VerdictRecord {
  return decodeVerdict(textAt(row, "body"), optionalTextAt(row, "feedback") ?? null);
}

function usageFrom(row: Row): UsageRow {
  return {
    day: textAt(row, "day"),
    model: textAt(row, "model"),
    operationType: choiceAt(row, "operationType", OPERATION_TYPES),
    calls: numberAt(row, "calls"),
    inputTokens: numberAt(row, "inputTokens"),
    outputTokens: numberAt(row, "outputTokens"),
    cachedInputTokens: numberAt(row, "cachedInputTokens"),
    cost: numberAt(row, "cost"),
    unpriced: numberAt(row, "unpriced"),
  };
}

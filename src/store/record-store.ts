import { choiceAt, numberAt, optionalTextAt, textAt, filterTime } from "./fields.ts";
import { checkName, encodeFeedback, type PreparedRecords } from "./prepare-records.ts";
import {
  type Cursor,
  decodeJson,
  decodeVerdict,
  encodeJson,
  type JsonValue,
  OPERATION_TYPES,
  type VerdictRecord,
} from "./records.ts";
import type { Store, VerdictFilter } from "./store.ts";
import type { UsageRow } from "./usage-row.ts";
import { directoryList, where } from "./where.ts";
import { all, type Engine, get, insertEach, NO_LIMIT, type Row, type Value, type Work } from "./work.ts";

/** The part of a store that needs no deltas: verdicts, usage, cursors and guard state. */
export type RecordStore = Pick<
  Store,
  "listVerdicts" | "getVerdict" | "giveFeedback" | "readGuard" | "updateGuard" | "usage" | "getCursor"
>;

export function recordsIn(engine: Engine, now: () => Date): RecordStore {
  const { decode, dialect } = engine;

  function* verdictsIn({ idPrefix, notIdPrefix, threadId, isAbout, since, marked, limit = NO_LIMIT }: VerdictFilter) {
    const [conditions, values] = where({
      [`${dialect.position}(id, ?) = 1`]: idPrefix,
      [`${dialect.position}(id, ?) <> 1`]: notIdPrefix,
      "thread_id = ?": threadId,
      [dialect.cwdIsOneOf]: yield* directoryList("verdicts", isAbout),
      "at >= ?": filterTime(since),
      "feedback IS NOT NULL AND ? = 1": marked === true ? 1 : undefined,
    });
    return yield* all(`SELECT * FROM verdicts ${conditions} ORDER BY key DESC LIMIT ?`, ...values, limit);
  }

  function* guardOf(key: string): Work<JsonValue | undefined> {
    const row = yield* get("SELECT value FROM guard WHERE key = ?", key);
    return row && decode(() => decodeJson(textAt(row, "value")));
  }

  return {
    async listVerdicts(filter = {}) {
      const rows = await engine.read(() => verdictsIn(filter));
      return rows.map((row) => decode(() => verdictFrom(row)));
    },
    async getVerdict(id) {
      const row = await engine.read(() => get("SELECT * FROM verdicts WHERE id = ?", id));
      return row && decode(() => verdictFrom(row));
    },
    async giveFeedback(verdictId, feedback) {
      const text = encodeFeedback(feedback, now());
      const mark = () => get("UPDATE verdicts SET feedback = ? WHERE id = ? RETURNING id", text, verdictId);
      return (await engine.write(mark, { alone: [] })) !== undefined;
    },
    readGuard: (key) => engine.read(() => guardOf(key)),
    // With `power`: losing this could allow one correction too many.
    async updateGuard(key, update, survives = "power") {
      checkName("A guard key", key);
      function* change(): Work<string | undefined> {
        const next = update(yield* guardOf(key));
        if (next === undefined) {
          yield* all("DELETE FROM guard WHERE key = ?", key);
          return undefined;
        }
        const value = encodeJson(next);
        yield* all(
          `INSERT INTO guard (key, value, updated_at) VALUES (?, ?, ?)
           ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`,
          key,
          value,
          now().toISOString(),
        );
        return value;
      }
      const text = await engine.write(change, { alone: [`guard ${key}`], survives });
      return text === undefined ? undefined : decodeJson(text);
    },
    async usage({ threadId, since } = {}) {
      const [conditions, values] = where({ "thread_id = ?": threadId, "at >= ?": filterTime(since) });
      const rows = await engine.read(() =>
        all(
          `SELECT substr(at, 1, 10) AS day, model, operation_type AS "operationType", count(*) AS calls,
             sum(input_tokens) AS "inputTokens", sum(output_tokens) AS "outputTokens",
             sum(cached_input_tokens) AS "cachedInputTokens", coalesce(sum(cost), 0) AS cost,
             count(*) - count(cost) AS unpriced
           FROM usage ${conditions} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
          ...values,
        ),
      );
      return rows.map((row) => decode(() => usageFrom(row)));
    },
    async getCursor(host, session) {
      const row = await engine.read(() => get("SELECT * FROM cursors WHERE host = ? AND session = ?", host, session));
      return row && decode(() => cursorFrom(row));
    },
  };
}

/** To be called in a transaction, so that all records are written or none. */
export function* insertRecords(records: PreparedRecords, now: Date): Work<void> {
  for (const { id, threadId, cwd, at, body } of records.verdicts)
    yield* all(
      `INSERT INTO verdicts (id, thread_id, cwd, at, body) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET thread_id = excluded.thread_id, cwd = excluded.cwd, at = excluded.at,
         body = excluded.body`,
      id,
      threadId,
      cwd ?? null,
      at,
      body,
    );
  yield* insertEach(
    `INSERT INTO usage (thread_id, at, operation_type, model, input_tokens, output_tokens, cached_input_tokens,
       cache_write_tokens, reasoning_tokens, cost) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    records.usage.map(usageValues),
  );
  for (const { host, session, path, cwd, identity, offset, state } of records.cursors)
    yield* all(
      `INSERT INTO cursors (host, session, path, cwd, identity, "offset", state, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (host, session) DO UPDATE SET path = excluded.path, cwd = excluded.cwd,
         identity = excluded.identity, "offset" = excluded."offset", state = excluded.state,
         updated_at = excluded.updated_at`,
      host,
      session,
      path,
      cwd ?? null,
      identity,
      offset,
      state,
      now.toISOString(),
    );
}

function usageValues({ threadId, at, usage }: PreparedRecords["usage"][number]): readonly Value[] {
  return [
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
  ];
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

function cursorFrom(row: Row): Cursor {
  return {
    host: textAt(row, "host"),
    session: textAt(row, "session"),
    path: textAt(row, "path"),
    cwd: optionalTextAt(row, "cwd"),
    identity: textAt(row, "identity"),
    offset: numberAt(row, "offset"),
    state: decodeJson(textAt(row, "state")),
  };
}

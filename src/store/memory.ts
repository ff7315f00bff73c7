import { CoxError } from "../errors.ts";
import { addUsage, NO_USAGE } from "../thread/usage.ts";
import { decodeDelta, expectSeq, prepareBatch, type PreparedBatch } from "./batch.ts";
import { filterTime } from "./iso-time.ts";
import { checkName, encodeFeedback } from "./prepare-records.ts";
import { decodeJson, decodeVerdict, encodeJson } from "./records.ts";
import type { Batch, IsAbout, Store, UsageFilter } from "./store.ts";
import { summarise, type ThreadSummary } from "./thread-summary.ts";
import type { UsageRow } from "./usage-row.ts";

type Prepared<Kind extends keyof PreparedBatch> = PreparedBatch[Kind][number];

type KeptVerdict = Prepared<"verdicts"> & { readonly feedback: string | null };

interface Log {
  readonly summary: ThreadSummary;
  readonly bodies: string[];
}

/** For tests and programs that keep nothing. All is held as text, so that nothing is shared by accident. */
export function createMemoryStore({ now = () => new Date() }: { readonly now?: () => Date } = {}): Store {
  let closed = false;
  const logs = new Map<string, Log>();
  const verdicts = new Map<string, KeptVerdict>();
  const guard = new Map<string, { readonly text: string; readonly at: string }>();
  const usage: Prepared<"usage">[] = [];
  const cursors = new Map<string, Prepared<"cursors"> & { readonly at: string }>();

  function write(batch: Batch): number[] {
    requireOpen();
    const prepared = prepareBatch(batch, now());
    const summaries = new Map<string, ThreadSummary>();
    const lastSeqs = prepared.appends.map((append) => {
      const { threadId, deltas } = append;
      const summary = summaries.get(threadId) ?? logs.get(threadId)?.summary;
      expectSeq(append, summary?.deltas ?? 0);
      if (deltas.length === 0) return summary?.deltas ?? 0;
      const next = summarise(summary, threadId, deltas, now());
      summaries.set(threadId, next);
      return next.deltas;
    });
    for (const [threadId, summary] of summaries) {
      logs.set(threadId, { summary, bodies: logs.get(threadId)?.bodies ?? [] });
    }
    for (const { threadId, bodies } of prepared.appends) {
      for (const body of bodies) logs.get(threadId)?.bodies.push(body);
    }
    for (const verdict of prepared.verdicts) {
      verdicts.set(verdict.id, { ...verdict, feedback: verdicts.get(verdict.id)?.feedback ?? null });
    }
    for (const row of prepared.usage) usage.push(row);
    const at = now().toISOString();
    for (const cursor of prepared.cursors) cursors.set(cursorKey(cursor.host, cursor.session), { ...cursor, at });
    return lastSeqs;
  }

  function requireOpen(): void {
    if (closed) throw new CoxError("store.unavailable", "The store in memory is closed.");
  }

  return {
    async append(threadId, deltas, { expectedSeq } = {}) {
      return write({ appends: [{ threadId, deltas, expectedSeq }] })[0] ?? 0;
    },
    async write(batch) {
      return write(batch);
    },
    async read(threadId, { sinceSeq = 0, limit } = {}) {
      requireOpen();
      return (logs.get(threadId)?.bodies ?? [])
        .slice(sinceSeq, limit === undefined ? undefined : sinceSeq + limit)
        .map((body, index) => ({ seq: sinceSeq + index + 1, delta: decodeDelta(body) }));
    },
    async listThreads({ idPrefix, isAbout, host, since, limit } = {}) {
      requireOpen();
      const from = filterTime(since) ?? "";
      return [...logs.values()]
        .map(({ summary }) => summary)
        .filter(
          (thread) =>
            thread.id.startsWith(idPrefix ?? "") &&
            isMeant(thread, isAbout) &&
            (host === undefined || thread.host === host) &&
            thread.updatedAt >= from,
        )
        .sort((left, right) => compare(right.updatedAt, left.updatedAt) || compare(left.id, right.id))
        .slice(0, limit);
    },
    async getThread(threadId) {
      requireOpen();
      return logs.get(threadId)?.summary;
    },
    async listVerdicts({ idPrefix, notIdPrefix, threadId, isAbout, since, marked, limit } = {}) {
      requireOpen();
      const from = filterTime(since) ?? "";
      return [...verdicts.values()]
        .filter(
          (verdict) =>
            verdict.id.startsWith(idPrefix ?? "") &&
            (notIdPrefix === undefined || !verdict.id.startsWith(notIdPrefix)) &&
            (threadId === undefined || verdict.threadId === threadId) &&
            isMeant(verdict, isAbout) &&
            (marked !== true || verdict.feedback !== null) &&
            verdict.at >= from,
        )
        .reverse()
        .slice(0, limit)
        .map(({ body, feedback }) => decodeVerdict(body, feedback));
    },
    async getVerdict(id) {
      requireOpen();
      const verdict = verdicts.get(id);
      return verdict && decodeVerdict(verdict.body, verdict.feedback);
    },
    async giveFeedback(verdictId, feedback) {
      requireOpen();
      const verdict = verdicts.get(verdictId);
      if (!verdict) return false;
      verdicts.set(verdictId, { ...verdict, feedback: encodeFeedback(feedback, now()) });
      return true;
    },
    async readGuard(key) {
      requireOpen();
      const state = guard.get(key);
      return state && decodeJson(state.text);
    },
    async updateGuard(key, update) {
      requireOpen();
      checkName("A guard key", key);
      const state = guard.get(key);
      const next = update(state && decodeJson(state.text));
      if (next === undefined) guard.delete(key);
      else guard.set(key, { text: encodeJson(next), at: now().toISOString() });
      return next === undefined ? undefined : decodeJson(encodeJson(next));
    },
    async usage(filter = {}) {
      requireOpen();
      return groupUsage(usage, filter);
    },
    async getCursor(host, session) {
      requireOpen();
      const found = cursors.get(cursorKey(host, session));
      if (!found) return undefined;
      const { at: _at, ...cursor } = found;
      return { ...cursor, state: decodeJson(cursor.state) };
    },
    async forget({ before, isAbout, dryRun } = {}) {
      requireOpen();
      const until = filterTime(before);
      const isForgotten = (at: string, about: { readonly cwd?: string | undefined } = {}) =>
        (until === undefined || at < until) && isMeant(about, isAbout);
      const meant = {
        threads: keysOf(logs, ({ summary }) => isForgotten(summary.updatedAt, summary)),
        verdicts: keysOf(verdicts, (verdict) => isForgotten(lastChange(verdict), verdict)),
        cursors: keysOf(cursors, (cursor) => isForgotten(cursor.at, cursor)),
        guards: keysOf(guard, ({ at }) => isForgotten(at)),
      };
      const kept = usage.filter(({ at }) => !isForgotten(at));
      const forgotten = {
        threads: meant.threads.length,
        verdicts: meant.verdicts.length,
        marked: meant.verdicts.filter((id) => verdicts.get(id)?.feedback !== null).length,
        cursors: meant.cursors.length,
        guards: meant.guards.length,
        usage: usage.length - kept.length,
      };
      if (dryRun) return forgotten;
      for (const id of meant.threads) logs.delete(id);
      for (const id of meant.verdicts) verdicts.delete(id);
      for (const key of meant.cursors) cursors.delete(key);
      for (const key of meant.guards) guard.delete(key);
      usage.splice(0, usage.length, ...kept);
      return forgotten;
    },
    async close() {
      closed = true;
    },
  };
}

function groupUsage(records: readonly Prepared<"usage">[], { threadId, since }: UsageFilter): UsageRow[] {
  const rows = new Map<string, UsageRow>();
  const from = filterTime(since) ?? "";
  for (const record of records) {
    if (threadId !== undefined && record.threadId !== threadId) continue;
    if (record.at < from) continue;
    const { model, operationType } = record.usage;
    const day = record.at.slice(0, 10);
    const key = [day, model, operationType].join("\0");
    const row = rows.get(key) ?? { ...NO_USAGE, day, model, operationType };
    rows.set(key, { ...row, ...addUsage(row, record.usage) });
  }
  return [...rows].sort(([left], [right]) => compare(left, right)).map(([, row]) => row);
}

/** A mark changes its verdict, and the verdict of an old turn may be marked today. */
function lastChange({ at, body, feedback }: KeptVerdict): string {
  const markedAt = decodeVerdict(body, feedback).feedback?.at ?? at;
  return markedAt > at ? markedAt : at;
}

function keysOf<Value>(map: ReadonlyMap<string, Value>, isMeant: (value: Value) => boolean): string[] {
  return [...map].flatMap(([key, value]) => (isMeant(value) ? key : []));
}

function isMeant({ cwd }: { readonly cwd?: string | undefined }, isAbout: IsAbout | undefined): boolean {
  return isAbout === undefined || (cwd !== undefined && isAbout(cwd));
}

function cursorKey(host: string, session: string): string {
  return `${host}\0${session}`;
}

function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

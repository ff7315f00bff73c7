import { type Delta, usageOf } from "../thread/delta.ts";
import { fold } from "../thread/reducer.ts";
import { EMPTY_THREAD, type Thread } from "../thread/thread.ts";
import type { Store } from "../store/store.ts";

/** A thread together with the log it comes from. What is not in the log has not happened. */
export interface ThreadLog {
  readonly thread: Thread;
  /** Resolves when the deltas are safe in the store; only then does `thread` show them. */
  append(deltas: readonly Delta[]): Promise<void>;
}

/** Opens a thread to write to. Two writers on one thread are told apart: the later one gets `store.conflict`. */
export async function openThreadLog(store: Pick<Store, "write" | "read">, threadId: string): Promise<ThreadLog> {
  const stored = await store.read(threadId);
  let thread = fold(
    stored.map((entry) => entry.delta),
    EMPTY_THREAD,
  );
  let lastSeq = stored.at(-1)?.seq ?? 0;
  let tail: Promise<void> = Promise.resolve();

  async function write(deltas: readonly Delta[]): Promise<void> {
    const appends = [{ threadId, deltas, expectedSeq: lastSeq }];
    const usage = deltas.flatMap((delta) => usageOf(delta).map((used) => ({ threadId, at: delta.at, usage: used })));
    const [seq = lastSeq] = await store.write({ appends, usage });
    lastSeq = seq;
    thread = fold(deltas, thread);
  }

  return {
    get thread() {
      return thread;
    },
    append(deltas) {
      if (deltas.length === 0) return tail;
      // A failed append must not silence the next one, but its caller has to hear of it.
      const written = tail.then(() => write(deltas));
      tail = written.catch(() => undefined);
      return written;
    },
  };
}

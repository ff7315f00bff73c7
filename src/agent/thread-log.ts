import { hasCode } from "../errors.ts";
import { type Delta, usageOf } from "../thread/delta.ts";
import { fold } from "../thread/reducer.ts";
import { EMPTY_THREAD, type Thread } from "../thread/thread.ts";
import type { Store } from "../store/store.ts";

/** A thread with its log. What is not in the log has not happened. */
export interface ThreadLog {
  readonly thread: Thread;
  /** Resolves when the deltas are stored; only then does `thread` contain them. */
  append(deltas: readonly Delta[]): Promise<void>;
}

/**
 * Opens a thread for writing. If two writers use one thread, the later one gets `store.conflict`. Only deltas that
 * add nothing to the conversation may come from elsewhere, since they must not stop an agent at work. The `beginning`
 * of a new thread is written together with its first event, so a thread in which nothing happened leaves nothing
 * behind.
 */
export async function openThreadLog(
  store: Pick<Store, "write" | "read">,
  threadId: string,
  beginning?: Delta,
): Promise<ThreadLog> {
  const stored = await store.read(threadId);
  let unwritten = beginning && stored.length === 0 ? [beginning] : [];
  let thread = fold([...stored.map((entry) => entry.delta), ...unwritten], EMPTY_THREAD);
  let lastSeq = stored.at(-1)?.seq ?? 0;
  let tail: Promise<void> = Promise.resolve();

  async function write(deltas: readonly Delta[]): Promise<void> {
    const appends = [{ threadId, deltas: [...unwritten, ...deltas], expectedSeq: lastSeq }];
    const usage = deltas.flatMap((delta) => usageOf(delta).map((used) => ({ threadId, at: delta.at, usage: used })));
    let written: readonly number[];
    try {
      written = await store.write({ appends, usage });
    } catch (error) {
      if (!hasCode(error, "store.conflict") || !(await takeInNotes())) throw error;
      return write(deltas);
    }
    lastSeq = written[0] ?? lastSeq;
    unwritten = [];
    thread = fold(deltas, thread);
  }

  /** Takes in notes from elsewhere. False when anything else was written: then another writer works on this thread. */
  async function takeInNotes(): Promise<boolean> {
    const missed = await store.read(threadId, { sinceSeq: lastSeq });
    if (missed.length === 0 || missed.some((entry) => !FROM_THE_SIDE.has(entry.delta.type))) return false;
    lastSeq = missed.at(-1)?.seq ?? lastSeq;
    thread = fold(
      missed.map((entry) => entry.delta),
      thread,
    );
    return true;
  }

  return {
    get thread() {
      return thread;
    },
    append(deltas) {
      if (deltas.length === 0) return tail;
      // A failed append must not stop the next one, but its caller has to learn of it.
      const written = tail.then(() => write(deltas));
      tail = written.catch(() => undefined);
      return written;
    },
  };
}

/** Deltas that may come from elsewhere: a handoff out of the thread, and checks that somebody ran beside it. */
const FROM_THE_SIDE: ReadonlySet<Delta["type"]> = new Set(["handoff", "witnessed"]);

import { openThreadLog, type ThreadLog } from "./thread-log.ts";
import { hasCode } from "../errors.ts";
import type { Store } from "../store/store.ts";
import type { Delta } from "../thread/delta.ts";
import { EMPTY_THREAD } from "../thread/thread.ts";

/** The log of a session that we only look at, as far as it is in the store. */
export interface WitnessLog {
  readonly thread: ThreadLog["thread"];
  /** What happened. When the store cannot take it, it is written with what comes next: a later claim may rest on it. */
  append(deltas: readonly Delta[]): Promise<void>;
  /** What we have to say about it, which does not hold when it cannot be written. */
  remark(deltas: readonly Delta[]): Promise<void>;
}

const MOST_TRIES = 5;

/**
 * Unlike an agent at work we need not be alone: the same session may be open in two editors, and what the other one wrote
 * happened too.
 */
export function createWitnessLog(store: Pick<Store, "write" | "read">, threadId: string, beginning: Delta): WitnessLog {
  let log: ThreadLog | undefined;
  /** One after the other, as they came. */
  let unwritten: readonly (readonly Delta[])[] = [];
  let tail: Promise<void> = Promise.resolve();

  function inTurn(work: () => Promise<void>): Promise<void> {
    const done = tail.then(work);
    tail = done.catch(() => undefined);
    return done;
  }

  async function write(deltas: readonly Delta[]): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        log ??= await openThreadLog(store, threadId, beginning);
        return await log.append(deltas);
      } catch (error) {
        log = undefined;
        if (!hasCode(error, "store.conflict") || tries === MOST_TRIES) throw error;
      }
    }
  }

  /** Leaves out what nobody will ever be able to write: the rest happened all the same. */
  async function writeOneByOne(): Promise<void> {
    for (let [first, ...rest] = unwritten; first; [first, ...rest] = unwritten) {
      try {
        await write(first);
      } catch (error) {
        if (!hasCode(error, "delta.invalid")) throw error;
      }
      unwritten = rest;
    }
  }

  return {
    get thread() {
      return log?.thread ?? EMPTY_THREAD;
    },
    append: (deltas) =>
      inTurn(async () => {
        unwritten = [...unwritten, deltas];
        try {
          await write(unwritten.flat());
          unwritten = [];
        } catch (error) {
          if (hasCode(error, "delta.invalid")) await writeOneByOne();
          throw error;
        }
      }),
    remark: (deltas) => inTurn(() => write(deltas)),
  };
}

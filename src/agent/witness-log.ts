import { openThreadLog, type ThreadLog } from "./thread-log.ts";
import { hasCode } from "../errors.ts";
import type { Store } from "../store/store.ts";
import type { Delta } from "../thread/delta.ts";
import { EMPTY_THREAD } from "../thread/thread.ts";

export interface WitnessLog {
  readonly thread: ThreadLog["thread"];
  /** Records what happened. If the store fails, it is written with the next deltas: a later claim may rest on it. */
  append(deltas: readonly Delta[]): Promise<void>;
  /** Records what we say about it. If it cannot be written, it is not in effect. */
  remark(deltas: readonly Delta[]): Promise<void>;
}

const MOST_TRIES = 5;

/** We need not be its only writer: the same session may be open in two editors. */
export function createWitnessLog(store: Pick<Store, "write" | "read">, threadId: string, beginning: Delta): WitnessLog {
  let log: ThreadLog | undefined;
  /** Batches that are not written yet, in order. */
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

  /** Skips batches that can never be written, since the rest happened all the same. */
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

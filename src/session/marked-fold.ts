import type { Delta } from "../thread/delta.ts";
import { type GrowingThread, startFold } from "../thread/reducer.ts";
import { isRewind, partedAtRewinds } from "../thread/rewind.ts";
import type { Thread } from "../thread/thread.ts";
import { createMarks, type MarkBook, type Marks } from "./marks.ts";

/** A thread as it is read from a file, with where in it the turns and steps stand. */
export interface MarkedFold extends Omit<GrowingThread, "add"> {
  readonly marks: MarkBook;
  add(deltas: readonly Delta[], line: number): void;
}

/** After each rewind `onRewind` is told how many of them had led nowhere before. */
export function startMarkedFold(
  memory?: { readonly thread: Thread; readonly marks: Marks },
  onRewind?: (dropped: number) => void,
): MarkedFold {
  const growing = startFold(memory?.thread);
  const marks = createMarks(memory?.marks);
  const { thread } = growing;
  return {
    thread,
    marks,
    forget: (keep) => growing.forget(keep),
    add(deltas, line) {
      for (const part of partedAtRewinds(deltas)) {
        const before = { turns: thread.turns.length, steps: thread.stepCount, dropped: thread.dropped };
        growing.add(part);
        if (part.some(isRewind)) onRewind?.(before.dropped);
        marks.note(thread, before, part, line);
      }
    },
  };
}

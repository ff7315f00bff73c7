import type { Delta } from "../thread/delta.ts";
import { type GrowingThread, startFold } from "../thread/reducer.ts";
import { isRewind, partedAtRewinds } from "../thread/rewind.ts";
import type { Thread } from "../thread/thread.ts";
import { readBytes, withFile } from "../hosts/reading/file.ts";
import { NO_LINE } from "../hosts/reading/tally.ts";

/** Where and when turns began, and where steps stand. A thread does not contain this, so it is noted while reading. */
export interface Marks {
  readonly turns: readonly TurnMark[];
  readonly steps: readonly StepMark[];
}

export interface TurnMark {
  readonly turn: number;
  readonly line: number;
  readonly at: string | undefined;
  readonly firstStep: number;
}

interface StepMark {
  readonly step: number;
  readonly line: number;
}

export interface MarkBook {
  /** Notes what these deltas changed in the thread. They must be a rewind or other deltas, not both. */
  note(thread: Thread, before: { turns: number; steps: number }, deltas: readonly Delta[], line: number): void;
  of(turn: number): TurnMark | undefined;
  readonly lineOf: (step: number) => number | undefined;
  /** Called when the first `count` turns are no longer needed. */
  release(count: number): void;
  /** The marks from this turn on, which must be remembered. */
  kept(turn: number): Marks;
}

export function createMarks(memory: Marks = { turns: [], steps: [] }): MarkBook {
  let turns = [...memory.turns];
  let steps = [...memory.steps];

  function from(turn: number) {
    const firstStep = turns.find((mark) => mark.turn >= turn)?.firstStep ?? Number.POSITIVE_INFINITY;
    return { turns: turns.filter((mark) => mark.turn >= turn), steps: steps.filter((mark) => mark.step >= firstStep) };
  }

  return {
    note(thread, before, deltas, line) {
      if (thread.turns.length < before.turns) turns = turns.filter((mark) => mark.turn <= thread.turns.length);
      if (thread.stepCount < before.steps) steps = steps.filter((mark) => mark.step <= thread.stepCount);
      for (let turn = before.turns + 1; turn <= thread.turns.length; turn += 1) {
        const at = deltas.findLast((delta) => delta.at !== undefined)?.at;
        turns.push({ turn, line, at, firstStep: before.steps + 1 });
      }
      for (let step = before.steps + 1; step <= thread.stepCount; step += 1) steps.push({ step, line });
    },
    of: (turn) => turns.findLast((mark) => mark.turn === turn),
    lineOf: (step) => lineIn(steps, step),
    release(count) {
      ({ turns, steps } = from(count + 1));
    },
    kept: from,
  };
}

function lineIn(steps: readonly StepMark[], step: number): number | undefined {
  let low = 0;
  let high = steps.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((steps[middle]?.step ?? step) < step) low = middle + 1;
    else high = middle;
  }
  const found = steps[low];
  return found?.step === step && found.line !== NO_LINE ? found.line : undefined;
}

/** How many bytes before an offset are compared: some hosts truncate files and write on. */
const TAIL_BYTES = 64;

/** Empty when there is no such file: a session in a database is named by more than a path. */
export function readTail(path: string, end: number): Buffer {
  const start = Math.max(0, end - TAIL_BYTES);
  try {
    return withFile(path, (file) => readBytes(file, start, end - start));
  } catch {
    return Buffer.alloc(0);
  }
}

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

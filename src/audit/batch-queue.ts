import type { FileTask } from "./audit-file.ts";

/** A file to read, and how much of it there is to read. */
export interface SizedTask extends FileTask {
  readonly bytes: number;
}

/** Small files travel together, so that handing them over costs nothing. */
export type Batch = readonly SizedTask[];

const BATCH_BYTES = 1_000_000;
const BATCH_FILES = 64;

/** What is still to be read. */
export interface BatchQueue {
  readonly length: number;
  readonly largest: () => Batch | undefined;
  /** Nothing where every file that is left is larger than this. */
  readonly smallest: (bytes: number) => Batch | undefined;
  /** Of a thread that died; from here on only `largest` gives it. */
  readonly giveBack: (batch: Batch) => void;
}

export function batchQueue(tasks: readonly SizedTask[]): BatchQueue {
  const batches = batchesOf(tasks);
  const returned: Batch[] = [];
  return {
    get length() {
      return batches.length + returned.length;
    },
    largest: () => batches.shift() ?? returned.shift(),
    smallest: (bytes) => (batches.at(-1)?.every((task) => task.bytes <= bytes) ? batches.pop() : undefined),
    giveBack: (batch) => void returned.push(batch),
  };
}

function batchesOf(tasks: readonly SizedTask[]): Batch[] {
  const batches: Batch[] = [];
  let open: SizedTask[] = [];
  let bytes = 0;
  for (const task of tasks.toSorted((left, right) => right.bytes - left.bytes)) {
    open.push(task);
    bytes += task.bytes;
    if (bytes < BATCH_BYTES && open.length < BATCH_FILES) continue;
    batches.push(open);
    open = [];
    bytes = 0;
  }
  return open.length > 0 ? [...batches, open] : batches;
}

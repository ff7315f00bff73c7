import type { FileTask } from "./audit-file.ts";

/** A file to read, and how many bytes of it. */
export interface SizedTask extends FileTask {
  readonly bytes: number;
}

/** Small files are handed over together, because each handover has a cost. */
export type Batch = readonly SizedTask[];

const BATCH_BYTES = 1_000_000;
const BATCH_FILES = 64;

/** The batches that are still to be read. */
export interface BatchQueue {
  readonly length: number;
  readonly largest: () => Batch | undefined;
  /** Undefined when a file in the smallest batch is larger than `bytes`. */
  readonly smallest: (bytes: number) => Batch | undefined;
  /** Returns the batch of a thread that died; from then on, only `largest` gives it out. */
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

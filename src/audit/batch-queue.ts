import type { FileTask } from "../session/audit-file.ts";

export interface SizedTask extends FileTask {
  readonly bytes: number;
}

/** Small files are handed over together, because each handover has a cost. */
export type Batch = readonly SizedTask[];

const BATCH_BYTES = 1_000_000;
const BATCH_FILES = 64;

export interface BatchQueue {
  readonly length: number;
  readonly largest: () => Batch | undefined;
  /** Undefined when one of the files in the smallest batch does not fit. */
  readonly smallest: (fits: (task: SizedTask) => boolean) => Batch | undefined;
  /** Returns the batch of a thread that died; from then on, only `largest` gives it out. */
  readonly giveBack: (batch: Batch) => void;
}

export function batchQueue(tasks: readonly SizedTask[]): BatchQueue {
  const { compressed = [], plain = [] } = Object.groupBy(tasks, (task) =>
    isCompressed(task) ? "compressed" : "plain",
  );
  const batches = [...batchesOf(compressed), ...batchesOf(plain)];
  const returned: Batch[] = [];
  return {
    get length() {
      return batches.length + returned.length;
    },
    largest: () => batches.shift() ?? returned.shift(),
    smallest: (fits) => (batches.at(-1)?.every(fits) ? batches.pop() : undefined),
    giveBack: (batch) => void returned.push(batch),
  };
}

/** The bytes of such a file say little about what is in it: they can be ten times as many, or ten thousand times. */
export function isCompressed({ path }: SizedTask): boolean {
  return path.endsWith(".zst");
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

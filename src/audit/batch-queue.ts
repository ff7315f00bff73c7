import type { FileTask } from "../session/audit-file.ts";

export interface SizedTask extends FileTask {
  readonly bytes: number;
}

/** Small files are handed over together, because each handover has a cost. */
export type Batch = readonly SizedTask[];

const BATCH_BYTES = 1_000_000;
const BATCH_FILES = 64;

export type BatchQueue = ReturnType<typeof batchQueue>;

export function batchQueue(tasks: readonly SizedTask[]) {
  const { compressed = [], plain = [] } = Object.groupBy(tasks, (task) =>
    isCompressed(task) ? "compressed" : "plain",
  );
  const batches = [...batchesOf(compressed), ...batchesOf(plain)];
  const returned: Batch[] = [];
  return {
    get length(): number {
      return batches.length + returned.length;
    },
    largest: (): Batch | undefined => batches.shift() ?? returned.shift(),
    /** Undefined when one of the files in the smallest batch does not fit. */
    smallest: (fits: (task: SizedTask) => boolean): Batch | undefined =>
      batches.at(-1)?.every(fits) ? batches.pop() : undefined,
    /** Returns the batch of a thread that died; from then on, only `largest` gives it out. */
    giveBack: (batch: Batch): void => void returned.push(batch),
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

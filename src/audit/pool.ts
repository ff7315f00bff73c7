import { availableParallelism } from "node:os";
import { setImmediate as nextMoment } from "node:timers/promises";
import { type ResourceLimits, Worker } from "node:worker_threads";
import { auditFile, type FileResult, type FileTask, type TranscriptAccess } from "./audit-file.ts";
import { provingOf, type ProvingSettings } from "./proving.ts";

/** A file to read, and how much of it there is to read. */
export interface SizedTask extends FileTask {
  readonly bytes: number;
}

export interface TasksMessage {
  readonly tasks: readonly FileTask[];
}

export interface PoolOptions {
  readonly settings: ProvingSettings;
  readonly onResults: (results: readonly FileResult[]) => void;
  readonly signal: AbortSignal;
  /** 0 reads in this thread. */
  readonly workers?: number | undefined;
  /** Room for a thread; a file that needs more gets a thread of its own without a limit. */
  readonly memory?: ResourceLimits | undefined;
  /** How files are read in this thread. */
  readonly access?: TranscriptAccess | undefined;
}

/** What a thread makes is soon of no use: with little room it clears up in time, and the whole process stays small. */
const MEMORY = { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 256 };
/** For a file that took a thread's life: all the room there is. */
const ROOMY = {};
/** Starting threads costs more than reading less than this. */
const WORTH_THREADS = 6_000_000;
/** Small files travel together, so that handing them over costs nothing. */
const BATCH_BYTES = 1_000_000;
const BATCH_FILES = 64;

/** Reads all files, the largest first, each by whichever thread is free. Resolves early when it is aborted. */
export async function auditAll(tasks: readonly SizedTask[], options: PoolOptions): Promise<void> {
  const batches = batchesOf(tasks);
  const bytes = tasks.reduce((sum, task) => sum + task.bytes, 0);
  const wanted = options.workers ?? (bytes < WORTH_THREADS ? 0 : availableParallelism());
  const count = Math.min(wanted, batches.length);
  if (count === 0) return readHere(batches, options);
  await Promise.all(Array.from({ length: count }, () => runWorker(batches, options)));
}

async function readHere(batches: FileTask[][], options: PoolOptions): Promise<void> {
  const { settings, onResults, signal, access } = options;
  const judging = provingOf(settings);
  for (let batch = batches.shift(); batch; batch = batches.shift()) {
    for (const task of batch) {
      if (signal.aborted) return;
      onResults([auditFile(task, judging, access)]);
      await nextMoment();
    }
  }
}

/** One thread after the other, should one die: what it was at is tried again file by file, and given up alone. */
async function runWorker(batches: FileTask[][], options: PoolOptions): Promise<void> {
  for (let barren = 0; ;) {
    const lost = await untilEnd(batches, options, options.memory ?? MEMORY);
    if (!lost) return;
    const [task] = lost.tasks;
    barren = lost.answered ? 0 : barren + 1;
    if (barren >= FRUITLESS) {
      batches.push([...lost.tasks]);
      return readHere(batches, options);
    }
    if (lost.tasks.length > 1) batches.push(...lost.tasks.map((each) => [each]));
    else if (task) await tryAlone(task, options);
  }
}

/** It may only have needed more room. */
async function tryAlone(task: FileTask, options: PoolOptions): Promise<void> {
  const lost = await untilEnd([[task]], options, ROOMY);
  if (lost) options.onResults([{ type: "failed", path: task.path, reason: `reading it failed: ${lost.reason}` }]);
}

/** After so many threads that died without an answer there is no point in starting more. */
const FRUITLESS = 2;

interface Lost {
  readonly tasks: readonly FileTask[];
  readonly reason: string;
  /** It had done something before. */
  readonly answered: boolean;
}

function untilEnd(
  batches: FileTask[][],
  { settings, onResults, signal }: PoolOptions,
  resourceLimits: ResourceLimits,
): Promise<Lost | undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve(undefined);
      return;
    }
    const worker = new Worker(workerProgram(), { workerData: settings, resourceLimits });
    let current: readonly FileTask[] = [];
    let answered = false;
    const end = (lost?: Lost): void => {
      signal.removeEventListener("abort", abort);
      void worker.terminate().then(() => resolve(lost));
    };
    const abort = (): void => end();
    const next = (): void => {
      current = batches.shift() ?? [];
      if (current.length === 0) end();
      else worker.postMessage({ tasks: current } satisfies TasksMessage);
    };
    signal.addEventListener("abort", abort, { once: true });
    worker.on("message", (results: FileResult[]) => {
      if (signal.aborted) return;
      answered = true;
      onResults(results);
      next();
    });
    worker.once("error", (error) => end({ tasks: current, reason: error.message, answered }));
    next();
  });
}

/** Beside this file, in the source tree as in the package. */
function workerProgram(): URL {
  return new URL(import.meta.url.endsWith(".ts") ? "./audit-worker.ts" : "./audit-worker.js", import.meta.url);
}

function batchesOf(tasks: readonly SizedTask[]): FileTask[][] {
  const batches: FileTask[][] = [];
  let open: FileTask[] = [];
  let bytes = 0;
  for (const { bytes: size, ...task } of tasks.toSorted((left, right) => right.bytes - left.bytes)) {
    open.push(task);
    bytes += size;
    if (bytes < BATCH_BYTES && open.length < BATCH_FILES) continue;
    batches.push(open);
    open = [];
    bytes = 0;
  }
  return open.length > 0 ? [...batches, open] : batches;
}

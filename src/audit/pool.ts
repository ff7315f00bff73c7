import { availableParallelism } from "node:os";
import { setImmediate as nextMoment } from "node:timers/promises";
import { type ResourceLimits, Worker } from "node:worker_threads";
import type { FileResult, FileTask, TranscriptAccess } from "../session/audit-file.ts";
import { type Batch, type BatchQueue, batchQueue, isCompressed, type SizedTask } from "./batch-queue.ts";
import type { ReadingSettings } from "./file-reader.ts";

export interface TasksMessage {
  readonly tasks: readonly FileTask[];
}

export interface PoolOptions extends ReadingSettings {
  readonly onResults: (results: readonly FileResult[]) => void;
  readonly signal: AbortSignal;
  /** With 0, everything is read in this thread. */
  readonly workers?: number;
  /** The memory limits of a thread; a file that needs more gets a thread of its own without limits. */
  readonly memory?: ResourceLimits;
  readonly access?: TranscriptAccess;
}

/** Little room for what is young keeps the process small; for what is old there is enough for the largest value. */
const MEMORY = { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 400 };
/** No limits, for a file that made a thread run out of memory. */
const ROOMY = {};
/** For fewer bytes than this, starting a thread costs more than reading. */
const WORTH_THREADS = 20_000_000;
/** Up to this many bytes, this thread also reads, in place of one worker. */
const WORTH_HELPING = 200_000_000;
/** The largest file for this thread: it must react to Ctrl-C, and must not run out of memory. */
const LARGEST_HERE = 6_000_000;
/** How many batches a worker gets at a time when this thread helps: it may be busy when the first one is done. */
const AHEAD = 2;

/** Reads all files, largest first, each in the next free thread. Resolves early when it is aborted. */
export async function auditAll(tasks: readonly SizedTask[], wanted: PoolOptions): Promise<void> {
  const { options, thrown } = stoppingAtFailure(wanted);
  await readAll(tasks, options);
  if (thrown.length > 0) throw thrown[0];
}

/** Results arrive as events, where a thrown error would end the process, not just the audit. */
function stoppingAtFailure(options: PoolOptions): { options: PoolOptions; thrown: unknown[] } {
  const failure = new AbortController();
  const thrown: unknown[] = [];
  const signal = AbortSignal.any([options.signal, failure.signal]);
  const onResults: PoolOptions["onResults"] = (results) => {
    try {
      options.onResults(results);
    } catch (error) {
      thrown.push(error);
      failure.abort();
    }
  };
  return { options: { ...options, signal, onResults }, thrown };
}

async function readAll(tasks: readonly SizedTask[], options: PoolOptions): Promise<void> {
  const queue = batchQueue(tasks);
  const { workers, helps } = crewFor(tasks, options);
  const count = Math.min(workers, queue.length);
  if (count === 0) return readHere(queue.largest, options);
  // Towards the end, no worker takes a second batch that another one could begin at once.
  const ahead = (): number => (helps && queue.length > count ? AHEAD : 1);
  await Promise.all([
    ...Array.from({ length: count }, () => runWorker(queue, { ...options, ahead })),
    ...(helps ? [readHere(() => queue.smallest(fitsHere), options)] : []),
  ]);
}

/** How many worker threads to start, and whether this thread helps them. */
function crewFor(tasks: readonly SizedTask[], { workers }: PoolOptions): { workers: number; helps: boolean } {
  if (workers !== undefined) return { workers, helps: false };
  const bytes = tasks.reduce((sum, task) => sum + task.bytes, 0);
  if (bytes < WORTH_THREADS && tasks.every(fitsHere)) return { workers: 0, helps: false };
  const helps = bytes < WORTH_HELPING;
  return { workers: Math.max(1, availableParallelism() - (helps ? 1 : 0)), helps };
}

function fitsHere(task: SizedTask): boolean {
  return task.bytes <= LARGEST_HERE && !isCompressed(task);
}

async function readHere(next: () => Batch | undefined, options: PoolOptions): Promise<void> {
  const { settings, said, onResults, signal, access } = options;
  const { createFileReader } = await import("./file-reader.ts");
  const read = createFileReader({ settings, said }, access);
  for (let batch = next(); batch; batch = next()) {
    for (const task of batch) {
      if (signal.aborted) return;
      onResults([read(task)]);
      await nextMoment();
    }
  }
}

interface WorkerOptions extends PoolOptions {
  readonly ahead: () => number;
}

/** One thread after another, in case one dies: its files are tried again singly, and only the bad one is given up. */
async function runWorker(queue: BatchQueue, options: WorkerOptions): Promise<void> {
  for (let barren = 0; ;) {
    const starved: SizedTask[] = [];
    const lost = await untilEnd(queue, options, options.memory ?? MEMORY, starved);
    for (const task of starved) await tryAlone(task, options);
    if (!lost) return;
    const [task] = lost.tasks;
    barren = lost.worked ? 0 : barren + 1;
    if (barren >= FRUITLESS) {
      queue.giveBack(lost.tasks);
      return readHere(queue.largest, options);
    }
    if (lost.tasks.length > 1) for (const each of lost.tasks) queue.giveBack([each]);
    else if (task) await tryAlone(task, options);
  }
}

async function tryAlone(task: SizedTask, options: WorkerOptions): Promise<void> {
  const lost = await untilEnd(batchQueue([task]), options, ROOMY);
  if (lost) options.onResults([{ type: "failed", path: task.path, reason: `reading it failed: ${lost.reason}` }]);
}

/** After this many threads in a row that died without any work, no more are started. */
const FRUITLESS = 2;

interface Lost {
  readonly tasks: Batch;
  readonly reason: string;
  /** True when the thread had given results before, or had at least read until its memory was full. */
  readonly worked: boolean;
}

function untilEnd(
  queue: BatchQueue,
  { settings, said, onResults, signal, ahead }: WorkerOptions,
  resourceLimits: ResourceLimits,
  /** Gets the files for which memory was lacking; where it is not given, that is their result. */
  starved?: SizedTask[],
): Promise<Lost | undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve(undefined);
      return;
    }
    const workerData: ReadingSettings = { settings, said };
    const worker = new Worker(workerProgram(), { workerData, resourceLimits });
    /** The batches given to the worker; it works on the first. */
    const handed: Batch[] = [];
    let answered = false;
    const end = (lost?: Lost): void => {
      signal.removeEventListener("abort", abort);
      void worker.terminate();
      resolve(lost);
    };
    const abort = (): void => end();
    const handOut = (): void => {
      for (let batch; handed.length < ahead() && (batch = queue.largest());) {
        handed.push(batch);
        worker.postMessage({ tasks: batch } satisfies TasksMessage);
      }
      if (handed.length === 0) end();
    };
    signal.addEventListener("abort", abort, { once: true });
    worker.on("message", (results: FileResult[]) => {
      if (signal.aborted) return;
      answered = true;
      const batch = handed.shift() ?? [];
      const again = new Set(starved && results.flatMap((result) => (isStarved(result) ? result.path : [])));
      starved?.push(...batch.filter(({ path }) => again.has(path)));
      onResults(results.filter(({ path }) => !again.has(path)));
      handOut();
    });
    worker.once("error", (error) => {
      const [tasks = [], ...waiting] = handed;
      for (const batch of waiting) queue.giveBack(batch);
      const full = "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
      end({ tasks, reason: error.message, worked: answered || full });
    });
    handOut();
  });
}

function isStarved(result: FileResult): boolean {
  return result.type === "failed" && result.starved === true;
}

/** The package contains a small program that loads the worker as fast as possible. */
function workerProgram(): URL {
  return new URL(import.meta.url.endsWith(".ts") ? "./audit-worker.ts" : "./audit-worker.js", import.meta.url);
}

import { availableParallelism } from "node:os";
import { setImmediate as nextMoment } from "node:timers/promises";
import { type ResourceLimits, Worker } from "node:worker_threads";
import type { FileResult, FileTask, TranscriptAccess } from "./audit-file.ts";
import { type Batch, type BatchQueue, batchQueue, type SizedTask } from "./batch-queue.ts";
import type { ReadingSettings } from "./file-reader.ts";

export interface TasksMessage {
  readonly tasks: readonly FileTask[];
}

export interface PoolOptions extends ReadingSettings {
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
/** To start a thread, which has to learn its work, costs more than reading less than this. */
const WORTH_THREADS = 20_000_000;
/** Up to here this thread reads too, in the place of another one. */
const WORTH_HELPING = 200_000_000;
/** Of larger files this thread keeps away: it answers to Ctrl-C, and it has to live. */
const LARGEST_HERE = 6_000_000;
/** A thread has so many batches at a time where this one helps: it may be busy when the first of them is done. */
const AHEAD = 2;

/** Reads all files, the largest first, each by whichever thread is free. Resolves early when it is aborted. */
export async function auditAll(tasks: readonly SizedTask[], wanted: PoolOptions): Promise<void> {
  const { options, thrown } = stoppingAtFailure(wanted);
  await readAll(tasks, options);
  if (thrown.length > 0) throw thrown[0];
}

/** Results come from threads, as events: what is thrown at one would end the process, not the audit. */
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
  // Towards the end nobody takes a batch that another one could begin at once.
  const ahead = (): number => (helps && queue.length > count ? AHEAD : 1);
  await Promise.all([
    ...Array.from({ length: count }, () => runWorker(queue, { ...options, ahead })),
    ...(helps ? [readHere(() => queue.smallest(LARGEST_HERE), options)] : []),
  ]);
}

/** How many threads, and whether this one helps them. */
function crewFor(tasks: readonly SizedTask[], { workers }: PoolOptions): { workers: number; helps: boolean } {
  if (workers !== undefined) return { workers, helps: false };
  const bytes = tasks.reduce((sum, task) => sum + task.bytes, 0);
  if (bytes < WORTH_THREADS && tasks.every((task) => task.bytes <= LARGEST_HERE)) return { workers: 0, helps: false };
  const helps = bytes < WORTH_HELPING;
  return { workers: Math.max(1, availableParallelism() - (helps ? 1 : 0)), helps };
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
  /** How many batches a thread may have now. */
  readonly ahead: () => number;
}

/** One thread after the other, should one die: what it was at is tried again file by file, and given up alone. */
async function runWorker(queue: BatchQueue, options: WorkerOptions): Promise<void> {
  for (let barren = 0; ;) {
    const lost = await untilEnd(queue, options, options.memory ?? MEMORY);
    if (!lost) return;
    const [task] = lost.tasks;
    barren = lost.answered ? 0 : barren + 1;
    if (barren >= FRUITLESS) {
      queue.giveBack(lost.tasks);
      return readHere(queue.largest, options);
    }
    if (lost.tasks.length > 1) for (const each of lost.tasks) queue.giveBack([each]);
    else if (task) await tryAlone(task, options);
  }
}

/** It may only have needed more room. */
async function tryAlone(task: SizedTask, options: WorkerOptions): Promise<void> {
  const lost = await untilEnd(batchQueue([task]), options, ROOMY);
  if (lost) options.onResults([{ type: "failed", path: task.path, reason: `reading it failed: ${lost.reason}` }]);
}

/** After so many threads that died without an answer there is no point in starting more. */
const FRUITLESS = 2;

interface Lost {
  readonly tasks: Batch;
  readonly reason: string;
  /** It had done something before. */
  readonly answered: boolean;
}

function untilEnd(
  queue: BatchQueue,
  { settings, said, onResults, signal, ahead }: WorkerOptions,
  resourceLimits: ResourceLimits,
): Promise<Lost | undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve(undefined);
      return;
    }
    const workerData: ReadingSettings = { settings, said };
    const worker = new Worker(workerProgram(), { workerData, resourceLimits });
    /** The first is at work. */
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
      handed.shift();
      onResults(results);
      handOut();
    });
    worker.once("error", (error) => {
      const [tasks = [], ...waiting] = handed;
      for (const batch of waiting) queue.giveBack(batch);
      end({ tasks, reason: error.message, answered });
    });
    handOut();
  });
}

/** The package has a program that loads it as quickly as can be. */
function workerProgram(): URL {
  return new URL(import.meta.url.endsWith(".ts") ? "./audit-worker.ts" : "../bin/audit-worker.cjs", import.meta.url);
}

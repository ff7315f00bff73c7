import { setTimeout as wait } from "node:timers/promises";
import { describeError } from "../../text/errors.ts";
import type { Log } from "../log.ts";
import type { Job, Queue } from "./queue.ts";

export interface WorkerOptions {
  readonly queue: Queue;
  /** How many jobs at the same time. */
  readonly slots: number;
  /** Does the job; may be called again for the same one. The signal tells that it is, or soon will be, somebody else's. */
  readonly work: (job: Job, signal: AbortSignal) => Promise<void>;
  /** Ends the worker when the jobs at hand are done, or given back after a while. */
  readonly signal: AbortSignal;
  readonly log: Log;
  readonly leaseMs?: number;
  readonly pollMs?: number;
  /** How long jobs may go on after the end. */
  readonly graceMs?: number;
}

/** Somebody else takes a job of a worker that was killed after this long. */
const LEASE_MS = 8000;
const POLL_MS = 250;
/** Whoever stops services kills them after a while. */
const GRACE_MS = 8000;

/** Takes as many jobs as it has room for, one promise each: a slow one holds up no other. */
export async function runWorker(options: WorkerOptions): Promise<void> {
  const { queue, slots, signal, log, leaseMs = LEASE_MS, pollMs = POLL_MS, graceMs = GRACE_MS } = options;
  const running = new Set<Promise<void>>();
  const over = new AbortController();
  let wake: () => void = () => undefined;
  signal.addEventListener("abort", () => wake(), { once: true });
  while (!signal.aborted) {
    const jobs = running.size < slots ? await claimFrom(queue, slots - running.size, leaseMs, log) : [];
    const next = new Promise<void>((resolve) => {
      wake = resolve;
    });
    for (const job of jobs) {
      const run = doJob(job, options, leaseMs, over.signal).finally(() => {
        running.delete(run);
        wake();
      });
      running.add(run);
    }
    // Where all are taken, only the end of one makes room; else somebody may push another at any time.
    if (running.size >= slots) await next;
    else if (jobs.length === 0) await Promise.race([next, wait(pollMs)]);
  }
  const late = setTimeout(() => over.abort(), graceMs);
  await Promise.all(running);
  clearTimeout(late);
}

/** Where the database is gone, there are no jobs for a while. */
async function claimFrom(queue: Queue, most: number, leaseMs: number, log: Log): Promise<readonly Job[]> {
  try {
    return await queue.claim(most, leaseMs);
  } catch (error) {
    log({ event: "failed", what: "claim", why: describeError(error).slice(0, 200) });
    return [];
  }
}

async function doJob(job: Job, { queue, work, log }: WorkerOptions, leaseMs: number, over: AbortSignal): Promise<void> {
  const lost = new AbortController();
  const keep = setInterval(() => {
    void queue.extend(job, leaseMs).then(
      (isOurs) => isOurs || lost.abort(),
      () => undefined,
    );
  }, leaseMs / 2);
  const start = performance.now();
  const told = (outcome: string) =>
    log({ event: "job", kind: job.kind, attempt: job.attempt, outcome, ms: Math.round(performance.now() - start) });
  try {
    await work(job, AbortSignal.any([lost.signal, over]));
    told((await queue.done(job)) ? "done" : "lost");
  } catch (error) {
    told(over.aborted ? "given back" : "failed");
    const noted = over.aborted ? queue.giveBack(job) : queue.fail(job, describeError(error));
    // Where not even that can be noted, the lease ends.
    await noted.catch(() => false);
  } finally {
    clearInterval(keep);
  }
}

import { setTimeout as wait } from "node:timers/promises";
import { describeError } from "../../text/errors.ts";
import type { Log } from "../log.ts";
import type { Job, Queue } from "./queue.ts";

export interface WorkerOptions {
  readonly queue: Queue;
  /** How many jobs at the same time. */
  readonly slots: number;
  /** Does the job; may be called again for the same one. The signal tells that somebody else has it by now. */
  readonly work: (job: Job, signal: AbortSignal) => Promise<void>;
  /** Ends the worker when the jobs at hand are done. */
  readonly signal: AbortSignal;
  readonly log: Log;
  readonly leaseMs?: number;
  readonly pollMs?: number;
}

/** Somebody else takes a job of a worker that was killed after this long. */
const LEASE_MS = 8000;
const POLL_MS = 250;

/** Takes as many jobs as it has room for, one promise each: a slow one holds up no other. */
export async function runWorker(options: WorkerOptions): Promise<void> {
  const { queue, slots, signal, log, leaseMs = LEASE_MS, pollMs = POLL_MS } = options;
  const running = new Set<Promise<void>>();
  let wake: () => void = () => undefined;
  signal.addEventListener("abort", () => wake(), { once: true });
  while (!signal.aborted) {
    const jobs = running.size < slots ? await claimFrom(queue, slots - running.size, leaseMs, log) : [];
    const next = new Promise<void>((resolve) => {
      wake = resolve;
    });
    for (const job of jobs) {
      const run = doJob(job, options, leaseMs).finally(() => {
        running.delete(run);
        wake();
      });
      running.add(run);
    }
    // Where all are taken, only the end of one makes room; else somebody may push another at any time.
    if (running.size >= slots) await next;
    else if (jobs.length === 0) await Promise.race([next, wait(pollMs)]);
  }
  await Promise.all(running);
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

async function doJob(job: Job, { queue, work, log }: WorkerOptions, leaseMs: number): Promise<void> {
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
    await work(job, lost.signal);
    told((await queue.done(job)) ? "done" : "lost");
  } catch (error) {
    told("failed");
    // Where not even that can be noted, the lease ends.
    await queue.fail(job, describeError(error)).catch(() => false);
  } finally {
    clearInterval(keep);
  }
}

import { setTimeout as delay } from "node:timers/promises";
import { failure, type ModelFailure } from "./failure.ts";

/** The clock of the model layer, so that tests can wait without waiting. */
export interface Clock {
  now(): number;
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** Node treats a longer time as none, with a warning; a clock that jumped can lead to one. */
const LONGEST_TIMER = 2 ** 31 - 1;

export const SYSTEM_CLOCK: Clock = {
  now: () => performance.now(),
  sleep: async (milliseconds, signal) => {
    await delay(Math.min(milliseconds, LONGEST_TIMER), undefined, { signal }).catch(() => undefined);
  },
};

/** What a model takes from outside: time, chance, ids and the network. All have defaults. */
export interface ModelRuntime {
  readonly clock?: Clock;
  readonly random?: () => number;
  readonly newId?: () => string;
  readonly fetch?: typeof globalThis.fetch;
}

interface Deadline {
  /** Aborts when the caller aborts or the time is up. */
  readonly signal: AbortSignal;
  remainingMs(): number;
  end(): void;
}

/** Joins the caller's signal and a time limit into one signal that remembers which of them fired. */
export function startDeadline(clock: Clock, timeoutMs: number | undefined, signal: AbortSignal | undefined): Deadline {
  const started = clock.now();
  const timer = new AbortController();
  const expiry = new AbortController();
  if (timeoutMs !== undefined && Number.isFinite(timeoutMs)) void expire(timeoutMs);
  return {
    signal: signal ? AbortSignal.any([signal, expiry.signal]) : expiry.signal,
    remainingMs: () => (timeoutMs === undefined ? Infinity : Math.max(0, timeoutMs - (clock.now() - started))),
    end: () => timer.abort(),
  };

  async function expire(limitMs: number): Promise<void> {
    await clock.sleep(limitMs, timer.signal);
    if (!timer.signal.aborted) expiry.abort(new DOMException(`${limitMs} ms have passed.`, "TimeoutError"));
  }
}

/** The failure for an aborted signal: `timeout` for a time limit; everything else was the caller's decision. */
export function abortFailure(signal: AbortSignal, model: string): ModelFailure {
  const reason: unknown = signal.reason;
  return reason instanceof DOMException && reason.name === "TimeoutError"
    ? failure("timeout", `${model} did not answer within the time limit.`)
    : failure("aborted", `The call to ${model} was cancelled.`);
}

/** Stops waiting for a promise as soon as the signal aborts, whatever the promise is still doing. */
export async function untilAborted<T>(promise: PromiseLike<T>, signal: AbortSignal): Promise<T> {
  const settled = Promise.resolve(promise);
  settled.catch(() => undefined);
  signal.throwIfAborted();
  const stop = new AbortController();
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true, signal: stop.signal });
  });
  try {
    return await Promise.race([settled, aborted]);
  } finally {
    stop.abort();
  }
}

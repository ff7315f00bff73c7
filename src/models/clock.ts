import { setTimeout as delay } from "node:timers/promises";

/** The clock of the model layer, so that tests can wait without waiting. */
export interface Clock {
  now(): number;
  /** Resolves when the time has passed or the signal aborts, whichever comes first; never rejects. */
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

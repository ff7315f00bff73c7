import { setTimeout as delay } from "node:timers/promises";

/** Time as the model layer sees it, so that waiting can be tested without waiting. */
export interface Clock {
  now(): number;
  /** Resolves when the time has passed or the signal aborts, whichever comes first; never rejects. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** Node takes a longer time for none at all, and warns; a clock that jumped can ask for one. */
const LONGEST_TIMER = 2 ** 31 - 1;

export const SYSTEM_CLOCK: Clock = {
  now: () => performance.now(),
  sleep: async (milliseconds, signal) => {
    await delay(Math.min(milliseconds, LONGEST_TIMER), undefined, { signal }).catch(() => undefined);
  },
};

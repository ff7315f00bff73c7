import type { Clock } from "../../src/models/clock.ts";

export interface VirtualClock extends Clock {
  readonly waits: readonly number[];
}

/**
 * A clock on which nothing takes time: whenever everybody waits, it jumps to the end of the shortest wait. Only for code
 * that waits for nothing but the clock and promises; sockets and processes know nothing of it.
 */
export function virtualClock(): VirtualClock {
  const waits: number[] = [];
  const timers = new Set<{ readonly at: number; readonly end: () => void }>();
  let now = 0;
  let jumping = false;
  return { waits, now: () => now, sleep };

  async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    waits.push(milliseconds);
    if (signal?.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = { at: now + milliseconds, end: resolve };
      timers.add(timer);
      signal?.addEventListener("abort", () => timers.delete(timer) && resolve(), { once: true });
      startJumping();
    });
  }

  function startJumping(): void {
    if (jumping) return;
    jumping = true;
    setImmediate(jump);
  }

  function jump(): void {
    const next = [...timers].toSorted((one, other) => one.at - other.at)[0];
    jumping = false;
    if (!next) return;
    timers.delete(next);
    now = next.at;
    next.end();
    if (timers.size > 0) startJumping();
  }
}

import type { Worker } from "./worker.ts";

/**
 * Says something, or goes on where there is nothing to say, until the agent rests. The signal cancels it, also one that
 * fired when there was nothing to cancel yet: opening a session takes long enough for a person to think better of it.
 */
export async function workUntilRest(worker: Worker, message: string, signal: AbortSignal): Promise<void> {
  const cancel = (): void => void worker.cancel().catch(() => undefined);
  signal.addEventListener("abort", cancel, { once: true });
  try {
    if (message !== "") await worker.say(message);
    const rested = worker.resume();
    if (signal.aborted) cancel();
    await rested;
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

import type { Worker } from "./worker.ts";

/** The signal also cancels when it fired before there was anything to cancel: opening a session takes time. */
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

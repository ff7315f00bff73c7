import { type Clock, startDeadline } from "./clock.ts";
import type { ModelFailure } from "./failure.ts";
import type { InferenceEvent, ModelSettings } from "./model.ts";

export const MAX_RETRIES = 3;
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 8000;

/** The delay before attempt `attempt + 1`: what the provider asked for, else exponential with jitter. */
export function retryDelay(failed: ModelFailure, attempt: number, random: () => number): number {
  if (failed.retryAfterMs !== undefined) return failed.retryAfterMs;
  const ceiling = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1));
  return Math.round(ceiling * (0.5 + random() / 2));
}

export interface RetryingInference {
  readonly attempt: (signal: AbortSignal) => AsyncIterable<InferenceEvent>;
  readonly settings: ModelSettings | undefined;
  readonly signal: AbortSignal | undefined;
  readonly clock: Clock;
  readonly random: () => number;
}

/** Retries an inference as long as nothing of it was shown; after the first piece, a failure stays a failure. */
export async function* withRetries(inference: RetryingInference): AsyncGenerator<InferenceEvent, void, undefined> {
  const { clock, random } = inference;
  const maxRetries = inference.settings?.maxRetries ?? MAX_RETRIES;
  const deadline = startDeadline(clock, inference.settings?.timeoutMs, inference.signal);
  try {
    for (let attempt = 1; ; attempt++) {
      let shown = false;
      let again: (InferenceEvent & { type: "retrying" }) | undefined;
      for await (const event of inference.attempt(deadline.signal)) {
        if (event.type === "failed" && !shown && event.failure.retryable && attempt <= maxRetries) {
          const delayMs = retryDelay(event.failure, attempt, random);
          if (delayMs < deadline.remainingMs()) {
            again = { type: "retrying", failure: event.failure, attempt, delayMs };
            break;
          }
        }
        shown = true;
        yield event;
      }
      if (!again) return;
      yield again;
      await clock.sleep(again.delayMs, deadline.signal);
    }
  } finally {
    deadline.end();
  }
}

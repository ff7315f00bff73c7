import type { VerdictRecord } from "../store/records.ts";
import { hexFingerprint } from "../thread/fingerprint.ts";
import type { Thread, Turn } from "../thread/thread.ts";
import { lastTurn, requestIdOf } from "../thread/turns.ts";

/** The same stop gets the same id, however many hooks look at it. `turn` is the newest of the thread. */
export function decisionId(
  host: string,
  thread: Thread,
  injected: VerdictRecord["injected"],
  turn: Turn | undefined = lastTurn(thread),
): string {
  const messages = turn ? turn.end - turn.start : 0;
  const state = [host, thread.id, requestIdOf(thread, turn), thread.stepCount, messages, injected];
  const text = JSON.stringify(state);
  return `${hexFingerprint(text)}${hexFingerprint(`again ${text}`)}`.slice(0, 20);
}

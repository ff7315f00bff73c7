import type { VerdictRecord } from "../store/records.ts";
import { hexFingerprint } from "../thread/fingerprint.ts";
import type { Thread } from "../thread/thread.ts";
import { lastTurn, requestIdOf } from "../thread/turns.ts";

/** The same stop gets the same id, however many hooks look at it. */
export function decisionId(host: string, thread: Thread, injected: VerdictRecord["injected"]): string {
  const turn = lastTurn(thread);
  const messages = turn ? turn.end - turn.start : 0;
  const state = [host, thread.id, requestIdOf(thread), thread.stepCount, messages, injected];
  const text = JSON.stringify(state);
  return `${hexFingerprint(text)}${hexFingerprint(`again ${text}`)}`.slice(0, 20);
}

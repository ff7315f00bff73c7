import { textOf } from "../thread/message.ts";
import type { Thread, Turn } from "../thread/thread.ts";
import { messagesOf } from "../thread/turns.ts";
import { type Verdict, wasLeftAlone } from "../verdict.ts";

const SENT_BACK = "Your answer was checked before it went out, and sent back";
const AGAIN = "\nTake this up, then give your whole answer again.";

/** The message for an answer that is sent back: the kind of problem, the problem itself, and what to do. */
export function feedbackMessage({ category, message }: Pick<Verdict, "category" | "message">): string {
  return `${SENT_BACK}${category === null ? "" : ` [${category}]`}: ${message ?? ""}${AGAIN}`;
}

export function objectionIn(feedback: string): string {
  const [, rest = feedback] = feedback.split(SENT_BACK);
  const [objection = rest] = rest.split(AGAIN);
  return objection.trim().replace(/^\[(\w+)\]: |^: /, (_, category?: string) => (category ? `${category}: ` : ""));
}

/** True when nobody has looked at the answer: where an earlier one was sent back, that stays open. */
export function wasMissed(verdict: Verdict, attempt: number): boolean {
  return verdict.verdict === "unchecked" || (attempt > 1 && wasLeftAlone(verdict));
}

/** What was sent back, and could not be looked at again: whoever gets the answer must not take it for settled. */
export function stillOpen(thread: Thread, turn: Turn, verdict: Verdict, attempt = 1): { readonly tell?: string } {
  const said = messagesOf(thread, turn).findLast(
    (message) => message.role === "user" && message.source.type === "verification",
  );
  if (!said || !wasMissed(verdict, attempt)) return {};
  return {
    tell: `Still open, because nobody checked the new answer (${verdict.reason}): ${objectionIn(textOf(said))}`,
  };
}

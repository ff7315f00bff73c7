import type { Thread } from "../thread/thread.ts";
import { lastTurn } from "../thread/turns.ts";

/** What a thread needs next. Depends only on the record, so a resumed thread goes on where it stopped. */
export type Move = "tools" | "infer" | "dequeue" | "assess" | "rest";

export function nextMove(thread: Thread): Move {
  const turn = lastTurn(thread);
  if (!turn) return thread.queue.length > 0 ? "dequeue" : "rest";
  switch (turn.outcome) {
    case "open":
      return thread.pending.size > 0 ? "tools" : "infer";
    case "ended":
      if (thread.queue.length > 0) return "dequeue";
      return turn.judged ? "rest" : "assess";
    case "limit":
    case "refused":
      return thread.queue.length > 0 ? "dequeue" : "rest";
    // After a cancel or a failure, the person decides when to go on.
    case "aborted":
    case "failed":
      return "rest";
  }
}

import type { Thread, Turn } from "../../thread/thread.ts";
import { turnUntil } from "../../thread/turn-until.ts";
import { lastStepNumber } from "../../thread/turns.ts";

/** The thread as it stood when a message of this turn had just been written. */
export function threadUntil(thread: Thread, turn: Turn, messageIndex: number): { thread: Thread; turn: Turn } {
  const isLast = turn.number === thread.turns.length;
  if (isLast && messageIndex === thread.messages.length - 1) return { thread, turn };
  const messages = thread.messages.slice(0, messageIndex + 1);
  const past = turnUntil(turn, messages);
  const turns = [...thread.turns.slice(0, turn.number - 1), past];
  return { thread: { ...thread, messages, turns, stepCount: lastStepNumber(turns) }, turn: past };
}

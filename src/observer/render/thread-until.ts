import type { Thread, Turn } from "../../thread/thread.ts";
import { turnUntil } from "../../thread/turn-until.ts";
import { lastStepNumber } from "../../thread/turns.ts";

/** The thread as it stood right after a message of this turn. */
export function threadUntil(thread: Thread, turn: Turn, messageIndex: number): { thread: Thread; turn: Turn } {
  const isLast = turn.number === thread.turns.length;
  if (isLast && messageIndex === thread.messages.length - 1) return { thread, turn };
  const messages = thread.messages.slice(0, messageIndex + 1);
  const past = wordBeforeStop(thread, turn, messageIndex, turnUntil(turn, messages));
  const turns = [...thread.turns.slice(0, turn.number - 1), past];
  return { thread: { ...thread, messages, turns, stepCount: lastStepNumber(turns) }, turn: past };
}

/** The turn was stopped here if the agent said nothing more before somebody stopped it. */
function wordBeforeStop(thread: Thread, turn: Turn, messageIndex: number, past: Turn): Turn {
  if (turn.outcome === "ended" || turn.outcome === "open") return past;
  const later = thread.messages.slice(messageIndex + 1, turn.end);
  return later.some(({ role }) => role === "assistant") ? past : { ...past, outcome: turn.outcome };
}

import type { Thread, Turn } from "../../thread/thread.ts";

/** The thread as it stood when a message of this turn had just been written. */
export function threadUntil(thread: Thread, turn: Turn, messageIndex: number): { thread: Thread; turn: Turn } {
  const isLast = turn.number === thread.turns.length;
  if (isLast && messageIndex === thread.messages.length - 1) return { thread, turn };
  const steps = turn.steps.filter((step) => step.messageIndex <= messageIndex);
  const messages = thread.messages.slice(0, messageIndex + 1);
  const corrections = messages
    .slice(turn.start)
    .filter((message) => message.role === "user" && isFeedback(message.source.type)).length;
  const past: Turn = {
    ...turn,
    end: messageIndex + 1,
    steps,
    toolCalls: steps.length,
    edits: steps.filter((step) => step.result?.status === "done" && step.action.changes.length > 0).length,
    corrections,
    witnessed: turn.witnessed.filter(({ after }) => after <= (steps.at(-1)?.number ?? 0)),
    outcome: "ended",
  };
  const turns = [...thread.turns.slice(0, turn.number - 1), past];
  return { thread: { ...thread, messages, turns, stepCount: steps.at(-1)?.number ?? thread.stepCount }, turn: past };
}

function isFeedback(source: string): boolean {
  return source === "course-correction" || source === "verification";
}

import { outcomeOf } from "./draft.ts";
import { isObjection, type Message } from "./message.ts";
import type { Step, Turn, TurnOutcome } from "./thread.ts";

/** The turn as it stood when these were all messages of its thread. The copy may be changed by the caller. */
export function turnUntil(turn: Turn, messages: readonly Message[]): Turn {
  const end = Math.min(turn.end, messages.length);
  const told = messages.slice(turn.start, end);
  const results = new Set(told.flatMap(resultIds));
  const steps = turn.steps
    .filter((step) => step.messageIndex < end)
    .map((step) => (step.result === undefined || results.has(step.toolUseId) ? step : withoutResult(step)));
  const next = turn.steps[steps.length]?.number ?? Infinity;
  return {
    ...turn,
    end,
    steps,
    toolCalls: steps.length,
    edits: steps.filter((step) => step.result?.status === "done" && step.action.changes.length > 0).length,
    corrections: told.filter(isObjection).length,
    answered: told.some((message) => message.role === "assistant"),
    witnessed: turn.witnessed
      .filter(({ after }) => after < next)
      .map((look) => ({ ...look, messageIndex: Math.min(look.messageIndex, end) })),
    outcome: end === turn.end ? turn.outcome : outcomeAfter(told),
    judged: end === turn.end && turn.judged,
  };
}

function resultIds(message: Message): string[] {
  return message.content.flatMap((block) => (block.type === "tool_result" ? [block.toolUseId] : []));
}

function withoutResult(step: Step): Step {
  const { result: _, ...open } = step;
  return open;
}

function outcomeAfter(messages: readonly Message[]): TurnOutcome {
  const last = messages.findLast(
    (message) => message.role === "assistant" || (message.source.type !== "tool" && message.source.type !== "host"),
  );
  return last?.role === "assistant" ? outcomeOf(last) : "open";
}

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
    outcome: end === turn.end ? turn.outcome : outcomeAfter(told, 0),
    judged: end === turn.end && turn.judged,
  };
}

/** Where only the person's words go, it does not read what stays: a log may take something back thousands of times. */
export function turnWithout(turn: Turn, messages: readonly Message[], taken: readonly Message[]): Turn {
  const own = taken.slice(0, Math.max(0, turn.end - messages.length));
  if (own.some(({ role, content }) => role === "assistant" || content.some(({ type }) => type === "tool_result")))
    return turnUntil(turn, messages);
  const end = turn.end - own.length;
  return {
    ...turn,
    end,
    steps: [...turn.steps],
    corrections: turn.corrections - own.filter(isObjection).length,
    witnessed: turn.witnessed.map((look) => ({ ...look, messageIndex: Math.min(look.messageIndex, end) })),
    outcome: own.length === 0 ? turn.outcome : outcomeAfter(messages, turn.start),
    judged: own.length === 0 && turn.judged,
  };
}

function resultIds(message: Message): string[] {
  return message.content.flatMap((block) => (block.type === "tool_result" ? [block.toolUseId] : []));
}

function withoutResult(step: Step): Step {
  const { result: _, ...open } = step;
  return open;
}

function outcomeAfter(messages: readonly Message[], start: number): TurnOutcome {
  for (let index = messages.length - 1; index >= start; index -= 1) {
    const message = messages[index];
    if (message?.role === "assistant") return outcomeOf(message);
    if (message && message.source.type !== "tool" && message.source.type !== "host") return "open";
  }
  return "open";
}

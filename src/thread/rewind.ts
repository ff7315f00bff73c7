import type { Delta } from "./delta.ts";
import { type Draft, outcomeOf } from "./draft.ts";
import { type Message, isObjection } from "./message.ts";
import type { Turn, Step, TurnOutcome } from "./thread.ts";
import { lastStepNumber } from "./turns.ts";

/** The person went back: what came after a message is gone. Usage stays counted, guidance stays known. */
export function rewind(draft: Draft, to: string | null): void {
  const kept = to === null ? 0 : keptMessages(draft.messages, to);
  if (kept === undefined) {
    draft.dropped += 1;
    return;
  }
  const taken = draft.messages.splice(kept);
  while ((draft.turns.at(-1)?.start ?? -1) >= kept) draft.turns.pop();
  const last = draft.turns.at(-1);
  if (last) draft.turns[draft.turns.length - 1] = cut(last, draft.messages, taken);
  draft.corrections = keptCorrections(draft, last?.end ?? 0);
  draft.stepCount = lastStepNumber(draft.turns);
  draft.pending = pendingOf(draft);
  draft.inferring = false;
}

/** A message of tool results may have been cut itself. */
function cut(turn: Turn, messages: readonly Message[], taken: readonly Message[]): Turn {
  const end = messages.at(-1);
  return end?.role === "user" && end.source.type === "tool"
    ? turnUntil(turn, messages)
    : turnWithout(turn, messages, taken);
}

export function partedAtRewinds(deltas: readonly Delta[]): readonly (readonly Delta[])[] {
  if (!deltas.some(isRewind)) return [deltas];
  const parts: Delta[][] = [[]];
  for (const delta of deltas) {
    if (isRewind(delta)) parts.push([delta], []);
    else parts.at(-1)?.push(delta);
  }
  return parts.filter((part) => part.length > 0);
}

export function isRewind({ type }: Delta): boolean {
  return type === "thread:rewound";
}

/** The corrections whose messages are still there; `end` is where the newest turn ended before the cut. */
function keptCorrections({ corrections, turns, messages }: Draft, end: number): Draft["corrections"] {
  const newest = turns.length;
  const left = corrections.filter(({ turn }) => turn <= newest);
  if (left.length === 0 || end <= messages.length) return left;
  const before = left.filter(({ turn }) => turn < newest).length;
  const said = messages.slice(turns.at(-1)?.start).filter(isCorrection).length;
  return left.slice(0, before + said);
}

/** How many messages stay; tool results after the named one are cut out of their message. */
function keptMessages(messages: Message[], to: string): number | undefined {
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const message = messages[index];
    if (!message) continue;
    if (message.role === "user" && message.source.type === "tool") {
      const place = message.content.findIndex((block) => block.type === "tool_result" && block.toolUseId === to);
      if (place === -1) continue;
      messages[index] = { ...message, content: message.content.slice(0, place + 1) };
      return index + 1;
    }
    if (message.id === to) return index + 1;
  }
  return undefined;
}

function isCorrection(message: Message): boolean {
  return message.role === "user" && message.source.type === "course-correction";
}

function pendingOf(draft: Draft): Draft["pending"] {
  const pending: Draft["pending"] = new Map();
  const newest = draft.turns.length - 1;
  for (const [id, place] of draft.pending) if (place.turn < newest) pending.set(id, place);
  for (const [step, { toolUseId, result }] of (draft.turns[newest]?.steps ?? []).entries()) {
    if (result === undefined) pending.set(toolUseId, { turn: newest, step });
  }
  return pending;
}

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
function turnWithout(turn: Turn, messages: readonly Message[], taken: readonly Message[]): Turn {
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

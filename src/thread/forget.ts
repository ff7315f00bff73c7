import type { Draft } from "./draft.ts";
import type { Step, Turn } from "./thread.ts";

export type Replaced = readonly [before: Turn, after: Turn];

/** Empties the turns before the newest `keep`; counts and step numbers stay, message indexes shift. */
export function forgetTurns(draft: Draft, keep: number): readonly Replaced[] {
  const first = Math.max(0, draft.turns.length - Math.max(1, keep));
  const shift = draft.turns[first]?.start ?? 0;
  if (first === 0 || shift === 0) return [];
  draft.messages.splice(0, shift);
  const before = draft.turns;
  draft.turns = before.map((turn, index) => (index < first ? emptied(turn) : moved(turn, shift)));
  for (const [id, place] of draft.pending) if (place.turn < first) draft.pending.delete(id);
  return draft.turns.flatMap((turn, index): Replaced[] => {
    const old = before[index];
    return old && old !== turn ? [[old, turn]] : [];
  });
}

/** An emptied turn. Its last step stays with its number only, because counting goes on from there. */
function emptied(turn: Turn): Turn {
  if (turn.end === 0) return turn;
  const last = turn.steps.at(-1);
  const witnessed = turn.witnessed.map((look) => ({ ...look, messageIndex: 0 }));
  return { ...turn, start: 0, end: 0, steps: last ? [bare(last)] : [], witnessed };
}

function bare({ number, toolUseId, tool, action }: Step): Step {
  return {
    number,
    toolUseId,
    tool,
    input: undefined,
    action: { kind: action.kind, paths: [], changes: [] },
    messageIndex: 0,
  };
}

function moved(turn: Turn, shift: number): Turn {
  const steps = turn.steps.map((step) => ({ ...step, messageIndex: step.messageIndex - shift }));
  const witnessed = turn.witnessed.map((look) => ({ ...look, messageIndex: look.messageIndex - shift }));
  return { ...turn, start: turn.start - shift, end: turn.end - shift, steps, witnessed };
}

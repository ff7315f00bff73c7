import { currentTurn, type Draft } from "./draft.ts";
import type { Witnessed } from "./witnessed.ts";

/** Adds what was seen. The turn is no longer judged, because its judge did not know this. */
export function addWitnessed(draft: Draft, { after, checks, mismatches }: Witnessed): void {
  const turn = currentTurn(draft);
  if (!turn) return;
  turn.witnessed = [...turn.witnessed, { after, checks, mismatches, messageIndex: draft.messages.length }];
  turn.judged = false;
}

export function noteJudged(draft: Draft): void {
  const turn = currentTurn(draft);
  if (turn) turn.judged = true;
}

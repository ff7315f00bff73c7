import type { DeltaOf } from "./delta.ts";
import { type DraftTurn, currentTurn, type Draft } from "./draft.ts";
import type { ToolResult } from "./message.ts";
import type { Witnessed } from "./witnessed.ts";

export function resultOf(delta: DeltaOf<"tool:data">): ToolResult {
  const { toolUseId, status, output, exitCode, endUntold, mayRun } = delta;
  const result: ToolResult = { type: "tool_result", toolUseId, status, output };
  if (exitCode !== undefined) result.exitCode = exitCode;
  if (endUntold) result.endUntold = true;
  if (mayRun) result.mayRun = true;
  return result;
}

export function tellLater(turn: DraftTurn | undefined, delta: DeltaOf<"tool:data">, newest: number): void {
  const index = turn ? placeOf(turn, delta.toolUseId) : -1;
  const step = turn?.steps[index];
  if (!turn || !step?.result) return;
  const isMore = delta.status === "background" || delta.status === "running";
  if (step.result.status !== "background" && !(isMore && step.endShownAt !== undefined)) return;
  const output = joined(step.result.output, delta.output);
  turn.judged = false;
  if (isMore) {
    turn.steps[index] = { ...step, result: { ...step.result, output } };
    return;
  }
  turn.steps[index] = { ...step, result: { ...resultOf(delta), output }, endShownAt: newest };
  if (delta.status === "done" && step.action.changes.length > 0) turn.edits += 1;
}

/** Commands are asked about soon: a bound keeps reading linear, whatever a transcript repeats. */
const LOOKED_BACK = 1000;

function placeOf({ steps }: DraftTurn, toolUseId: string): number {
  const first = Math.max(0, steps.length - LOOKED_BACK);
  for (let index = steps.length - 1; index >= first; index -= 1) {
    if (steps[index]?.toolUseId === toolUseId) return index;
  }
  return -1;
}

/** However often a command is asked about, its output stays bounded; cut seldom, so that joining stays linear. */
function joined(earlier: string, later: string): string {
  if (earlier === "" || later === "") return earlier + later;
  const all = `${earlier}\n${later}`;
  return all.length <= 2 * MAX_CHARACTERS
    ? all
    : `${all.slice(0, MAX_CHARACTERS / 2)}\n…\n${all.slice(-MAX_CHARACTERS / 2)}`;
}

const MAX_CHARACTERS = 200_000;

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

import type { Step } from "../thread/thread.ts";
import type { Facts } from "./facts.ts";
import { withForwardSlashes } from "./language/forward-slashes.ts";
import type { Receipt } from "./receipts/receipt.ts";

/** Small questions about the steps of a turn. They need nothing that was read of its words, so every folder may ask them. */

/** True when the person was asked something during the turn: they may have said that it is not needed, or allowed. */
export function askedThePerson({ steps }: Facts, before = Infinity): boolean {
  return steps.some((step) => step.number < before && putsQuestion(step));
}

/** True when the step asks the person something, or shows them a plan. */
export function putsQuestion({ tool }: Step): boolean {
  return ASKS_THE_PERSON.test(tool);
}

const ASKS_THE_PERSON = /(?<![a-z])ask|question|user_?input|exit_?(?:plan|spec)|elicit/i;

/** True when a subagent worked in this turn: what it ran and changed is not in the record. */
export function hadHelpers(facts: Facts): boolean {
  return facts.steps.some((step) => step.action.kind === "subagent");
}

/** The step with this number; within a turn the numbers have no gaps. */
export function stepAt(facts: Facts, number: number): Step | undefined {
  return facts.steps[number - (facts.steps[0]?.number ?? 0)];
}

/** What a run printed, in its own step or in the one that reported it later. */
export function outputOf(facts: Facts, { step, reportedAt }: Receipt): string {
  return printedBy(stepAt(facts, reportedAt ?? step));
}

/** True when the agent had seen how the run ended before this step. */
export function wasShownBy({ step, reportedAt }: Receipt, before: number): boolean {
  return (reportedAt ?? step) < before;
}

/** What a step printed, with line ends and slashes as on Unix, so that output reads the same from all systems. */
export function printedBy(step: Step | undefined): string {
  const { output = "" } = step?.result ?? {};
  return withForwardSlashes(output.includes("\r") ? output.replaceAll("\r\n", "\n") : output);
}

/** Step numbers, each once, in order. */
export function cite(...numbers: readonly (number | undefined)[]): number[] {
  const given = numbers.flatMap((number) => (number !== undefined && number > 0 ? [number] : []));
  return [...new Set(given)].sort((left, right) => left - right);
}

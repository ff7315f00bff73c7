import { provingSteps } from "./case.ts";
import type { Case } from "./record.ts";

const LAST_STEPS = 8;
const LAST_CHECKS = 6;

/** Of many steps and checks, those that the decision rests on and the last ones, by their places. */
export function inShort({ verdict, steps, receipts }: Case): Record<"steps" | "receipts", readonly number[]> {
  const cited = provingSteps(verdict);
  const placesIn = (numbers: readonly number[], last: number): number[] =>
    numbers.flatMap((number, place) => (place >= numbers.length - last || cited.has(number) ? [place] : []));
  return {
    steps: placesIn(
      steps.map(({ number }) => number),
      LAST_STEPS,
    ),
    receipts: placesIn(
      receipts.map(({ step }) => step),
      LAST_CHECKS,
    ),
  };
}

import { provingSteps } from "./case.ts";
import type { Case } from "./record.ts";

const LAST_STEPS = 8;

/** Of many steps, those that the decision rests on and the last ones, by their places. */
export function inShort({ verdict, steps }: Pick<Case, "verdict" | "steps">): Record<"steps", readonly number[]> {
  const cited = provingSteps(verdict);
  const placesIn = (numbers: readonly number[], last: number): number[] =>
    numbers.flatMap((number, place) => (place >= numbers.length - last || cited.has(number) ? [place] : []));
  return {
    steps: placesIn(
      steps.map(({ number }) => number),
      LAST_STEPS,
    ),
  };
}

import type { ReceiptLine, ReceiptState } from "./receipt-line.ts";
import type { RuleOutcome } from "../../verdict.ts";

const STATES = { met: "shown", broken: "broken", unknown: "unknown" } as const satisfies Record<string, ReceiptState>;
const TONES = { met: "good", broken: "bad", unknown: "open" } as const;

/** The definition of done in the account of a turn: a line for each rule that the turn is about. */
export function ruleLines(outcomes: readonly RuleOutcome[] = []): readonly ReceiptLine[] {
  return outcomes.flatMap(({ rule, state, says, steps }): readonly ReceiptLine[] =>
    state === "not asked"
      ? []
      : [{ part: "definition", about: rule, says, steps, state: STATES[state], tone: TONES[state] }],
  );
}

import type { VerdictRecord } from "../store/records.ts";
import type { UsageRow } from "../store/usage-row.ts";

/** The reason of a decision that never came: stored when a model is asked, and replaced by what it says. */
export const NOT_ENDED =
  "a model was asked, and the hook was ended before the answer came (the turn was cancelled, the agent closed, or the time was up)";

export function hasNotEnded({ verdict }: Pick<VerdictRecord, "verdict">): boolean {
  return verdict.verdict === "unchecked" && verdict.reason === NOT_ENDED;
}

/** The calls of which only that they were made is known: they were paid, and nobody was there any more to be told. */
export function usageNotTold(records: readonly VerdictRecord[]): UsageRow[] {
  return records.filter(hasNotEnded).flatMap(({ at, verdict }) =>
    verdict.usage.map(({ model, operationType }) => ({
      day: at.slice(0, 10),
      model,
      operationType,
      calls: 1,
      inputTokens: 0,
      outputTokens: 0,
      cachedInputTokens: 0,
      cost: 0,
      unpriced: 1,
    })),
  );
}

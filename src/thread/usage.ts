import * as z from "zod/mini";

/** What a model call was for. Corrections are counted apart from the agent's own work. */
export const OperationType = z.enum(["inference", "course-correction", "verification", "handoff"]);
export type OperationType = z.infer<typeof OperationType>;

const count = z.number().check(z.nonnegative());

/** Tokens of one model call. `inputTokens` is the total: cached tokens are a part of it, not on top. */
export const Usage = z.object({
  operationType: OperationType,
  model: z.string(),
  inputTokens: count,
  outputTokens: count,
  cachedInputTokens: z._default(count, 0),
  cacheWriteTokens: z._default(count, 0),
  reasoningTokens: z._default(count, 0),
  /** US dollars; absent when the model's price is unknown. It is never guessed. */
  cost: z.optional(count),
});
export type Usage = z.infer<typeof Usage>;

/** Sums for one operation type. `unpriced` counts the calls whose cost is unknown and so not in `cost`. */
export interface UsageTotals {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedInputTokens: number;
  readonly cost: number;
  readonly unpriced: number;
}

export const NO_USAGE: UsageTotals = {
  calls: 0,
  inputTokens: 0,
  outputTokens: 0,
  cachedInputTokens: 0,
  cost: 0,
  unpriced: 0,
};

/** True when tokens were reported. Every real call uses some: with none reported, only the call itself is known. */
export function isCounted({ inputTokens, outputTokens }: Pick<Usage, "inputTokens" | "outputTokens">): boolean {
  return inputTokens + outputTokens > 0;
}

export function addUsage(totals: UsageTotals, usage: Usage): UsageTotals {
  return combine(totals, usage, 1);
}

/** Removes a call that turned out to be part of another one. */
export function subtractUsage(totals: UsageTotals, usage: Usage): UsageTotals {
  return combine(totals, usage, -1);
}

function combine(totals: UsageTotals, usage: Usage, sign: 1 | -1): UsageTotals {
  return {
    calls: totals.calls + sign,
    inputTokens: totals.inputTokens + sign * usage.inputTokens,
    outputTokens: totals.outputTokens + sign * usage.outputTokens,
    cachedInputTokens: totals.cachedInputTokens + sign * usage.cachedInputTokens,
    cost: totals.cost + sign * (usage.cost ?? 0),
    unpriced: totals.unpriced + (usage.cost === undefined ? sign : 0),
  };
}

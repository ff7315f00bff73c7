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
/** What one model call used, and for what. */
export type Usage = z.infer<typeof Usage>;

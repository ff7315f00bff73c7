import { type Usage, isCounted } from "../thread/usage.ts";
import type { TokenCounts } from "./model.ts";

interface Price {
  readonly input: number;
  readonly output: number;
  readonly cachedInput?: number | undefined;
  readonly cacheWrite?: number | undefined;
  readonly long?: (Omit<Price, "long"> & { readonly from: number }) | undefined;
}

export type PriceTable = Readonly<Record<string, Price>>;

/** The counts for a call to a server that does not count tokens. */
export const UNCOUNTED: TokenCounts = {
  inputTokens: 0,
  outputTokens: 0,
  cachedInputTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
};

/** The cost of a call; undefined when the table does not contain the model, because a cost is never guessed. */
export function costOf(model: string, tokens: TokenCounts, prices: PriceTable): number | undefined {
  const known = Object.hasOwn(prices, model) ? prices[model] : undefined;
  if (!known) return undefined;
  const price = known.long && tokens.inputTokens >= known.long.from ? known.long : known;
  const cached = Math.min(tokens.cachedInputTokens, tokens.inputTokens);
  const written = Math.min(tokens.cacheWriteTokens, tokens.inputTokens - cached);
  const fresh = tokens.inputTokens - cached - written;
  const total =
    fresh * price.input +
    cached * (price.cachedInput ?? price.input) +
    written * (price.cacheWrite ?? price.input) +
    tokens.outputTokens * price.output;
  return total / 1_000_000;
}

export function withCost(usage: Usage, prices: PriceTable): Usage {
  const cost = isCounted(usage) ? costOf(usage.model, usage, prices) : undefined;
  return cost === undefined ? usage : { ...usage, cost };
}

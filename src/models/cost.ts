import { isCounted, type Usage } from "../thread/usage.ts";
import type { TokenCounts } from "./model.ts";
import type { PriceTable } from "./prices.ts";

/** Of a call that was answered by a server which does not count. */
export const UNCOUNTED: TokenCounts = {
  inputTokens: 0,
  outputTokens: 0,
  cachedInputTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
};

/** What a call cost, or undefined where the table does not know the model: a cost is never guessed. */
export function costOf(model: string, tokens: TokenCounts, prices: PriceTable): number | undefined {
  const price = Object.hasOwn(prices, model) ? prices[model] : undefined;
  if (!price) return undefined;
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

/** The same usage with its cost filled in, where the price is known and somebody counted. */
export function withCost(usage: Usage, prices: PriceTable): Usage {
  const cost = isCounted(usage) ? costOf(usage.model, usage, prices) : undefined;
  return cost === undefined ? usage : { ...usage, cost };
}

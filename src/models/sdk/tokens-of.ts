import type { TokenCounts } from "../model.ts";
import type { SdkUsage } from "./provider.ts";

/** Token counts in our form; undefined when the server does not count. */
export function tokensOf(usage: SdkUsage): TokenCounts | undefined {
  if (usage.inputTokens.total === undefined && usage.outputTokens.total === undefined) return undefined;
  return {
    inputTokens: usage.inputTokens.total ?? 0,
    outputTokens: usage.outputTokens.total ?? 0,
    cachedInputTokens: usage.inputTokens.cacheRead ?? 0,
    cacheWriteTokens: usage.inputTokens.cacheWrite ?? 0,
    reasoningTokens: usage.outputTokens.reasoning ?? 0,
  };
}

import type { TokenCounts } from "../model.ts";

/** Numbers, or lists of numbers to be summed. */
export interface Counted {
  readonly input: unknown;
  readonly output: unknown;
  readonly cached?: unknown;
  readonly cacheWrite?: unknown;
  readonly reasoning?: unknown;
}

export function countsOf({ input, output, cached, cacheWrite, reasoning }: Counted): TokenCounts {
  return {
    inputTokens: sum(input),
    outputTokens: sum(output),
    cachedInputTokens: sum(cached),
    cacheWriteTokens: sum(cacheWrite),
    reasoningTokens: sum(reasoning),
  };
}

function sum(value: unknown): number {
  const numbers = Array.isArray(value) ? value : [value];
  return numbers.reduce<number>((total, each) => total + (typeof each === "number" && each > 0 ? each : 0), 0);
}

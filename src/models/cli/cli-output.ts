import type { TokenCounts } from "../model.ts";

/** Foreign output, read loosely: what is not there is nothing. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function recordIn(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
}

export function textIn(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Numbers, or lists of them to be added up. */
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

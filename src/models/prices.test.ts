import { expect, it } from "vitest";
import { costOf, withCost } from "./prices.ts";

const tokens = {
  inputTokens: 1_000_000,
  outputTokens: 100_000,
  cachedInputTokens: 600_000,
  cacheWriteTokens: 100_000,
  reasoningTokens: 50_000,
};
const prices = {
  "a/cheap": { input: 2, output: 10, cachedInput: 0.2, cacheWrite: 2.5 },
  "a/flat": { input: 2, output: 10 },
};

it("prices fresh, cached and written input apart; thinking is output", () => {
  expect(costOf("a/cheap", tokens, prices)).toBeCloseTo(0.3 * 2 + 0.6 * 0.2 + 0.1 * 2.5 + 0.1 * 10, 10);
});

it("prices cached input as input where it has no price of its own", () => {
  expect(costOf("a/flat", tokens, prices)).toBeCloseTo(2 + 1, 10);
});

it("prices all tokens of a long prompt as the provider does", () => {
  const long = { from: 1_000_000, input: 4, output: 20, cachedInput: 0.4 };
  const steps = { "a/steps": { input: 2, output: 10, cachedInput: 0.2, long } };
  expect(costOf("a/steps", tokens, steps)).toBeCloseTo(0.4 * 4 + 0.6 * 0.4 + 0.1 * 20, 10);
  expect(costOf("a/steps", { ...tokens, inputTokens: 999_999 }, steps)).toBeLessThan(2);
});

it("never prices a token twice, whatever the provider says", () => {
  const odd = { ...tokens, inputTokens: 100, cachedInputTokens: 500, cacheWriteTokens: 500, outputTokens: 0 };
  expect(costOf("a/cheap", odd, prices)).toBeCloseTo((100 * 0.2) / 1_000_000, 12);
});

it.each(["a/unknown", "cheap", "constructor"])("gives %s no cost", (model) => {
  expect(costOf(model, tokens, prices)).toBeUndefined();
  expect(withCost({ operationType: "inference", model, ...tokens }, prices)).not.toHaveProperty("cost");
});

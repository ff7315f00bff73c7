import { expect, it } from "vitest";
import { EMPTY_THREAD, type Thread } from "../thread/thread.ts";
import { isAffordable } from "./affordable.ts";

const LIMITS = { minToolCallsBetween: 5, maxCostShare: 0.2 };
const spent = (inputTokens: number, cost: number, unpriced = 0, outputTokens = 0) => ({
  calls: 1,
  inputTokens,
  outputTokens,
  cachedInputTokens: 0,
  cost,
  unpriced,
});
const after = (usage: Thread["usage"], stepCount = 5): Thread => ({ ...EMPTY_THREAD, stepCount, usage });

it.each<[string, Thread, boolean]>([
  ["nobody was asked yet", after({ inference: spent(10, 1) }), true],
  ["too few steps came since", after({}, 4), false],
  ["exactly the share was spent", after({ inference: spent(1, 1), "course-correction": spent(900, 0.2) }), true],
  ["more was spent", after({ inference: spent(9000, 1), "course-correction": spent(1, 0.21) }), false],
  ["it is a share of what the agent cost", after({ inference: spent(1, 4), "course-correction": spent(1, 0.8) }), true],
  [
    "tokens say so, where the agent costs nothing",
    after({ inference: spent(100, 0), "course-correction": spent(20, 0) }),
    true,
  ],
  [
    "tokens forbid it, where the agent costs nothing",
    after({ inference: spent(100, 0), "course-correction": spent(21, 0) }),
    false,
  ],
  ["what the agent wrote counts", after({ inference: spent(50, 0, 0, 50), "course-correction": spent(20, 0) }), true],
  [
    "what was written about it counts",
    after({ inference: spent(100, 0), "course-correction": spent(20, 0, 0, 1) }),
    false,
  ],
  [
    "tokens say so, where a price is not known",
    after({ inference: spent(100, 1, 1), "course-correction": spent(20, 9) }),
    true,
  ],
  [
    "tokens forbid it, where a price is not known",
    after({ inference: spent(100, 1), "course-correction": spent(21, 0, 1) }),
    false,
  ],
  ["the agent itself has told nothing", after({ "course-correction": spent(1, 0) }), false],
])("another look is worth its money or not: %s", (_, thread, expected) => {
  expect(isAffordable(thread, 0, LIMITS)).toBe(expected);
});

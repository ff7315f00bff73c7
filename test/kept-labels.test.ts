import { expect, test } from "vitest";
import { keptLabels } from "../bench/train/kept-labels.ts";
import { FEATURES } from "../src/evidence/score/features.ts";

test("kept labels are numbers, of the features that the score has now", () => {
  const labels = keptLabels();
  expect(new Set(labels.map(({ id }) => id)).size).toBe(150);
  for (const { features, readings, group } of labels) {
    expect(Object.keys(features)).toEqual(FEATURES.map(({ name }) => name));
    expect(Object.values(features).every(Number.isFinite)).toBe(true);
    expect(readings).toHaveLength(2);
    expect(group).toMatch(/^[\da-f]{10}$/);
  }
});

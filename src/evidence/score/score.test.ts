import { describe, expect, test } from "vitest";
import { evidenceIn } from "../../../test/support/judged.ts";
import { thread, type ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { FEATURES } from "./features.ts";
import { distance, suspicionOf, type Weights } from "./score.ts";
import weights from "./weights.json" with { type: "json" };

const edited = (request = "Sum the cart."): ThreadBuilder =>
  thread().user(request).edit("/repo/src/cart.ts", "0", "sum");
const good = (): ThreadBuilder =>
  edited().bash("npx vitest run", { output: " Tests  42 passed (42)\n" }).close("All 42 tests pass.");
const bad = (): ThreadBuilder =>
  edited("Sum it, run `npm run e2e`.")
    .bash("npx vitest run", { exit: 1, output: " Tests  2 failed | 40 passed (42)\n" })
    .close("All tests pass.");

function only(name: string, weight: number): Weights {
  return { bias: 0, slope: 1, features: { [name]: { mean: 0, spread: 1, weight } } };
}

describe("the score", () => {
  test("lies between 0 and 1, and orders a good turn before a bad one", () => {
    const [low, high] = [suspicionOf(evidenceIn(good())).p, suspicionOf(evidenceIn(bad())).p];
    for (const p of [low, high, suspicionOf(evidenceIn(thread().user("Hi").close(""))).p]) {
      expect(p).toBeGreaterThanOrEqual(0);
      expect(p).toBeLessThanOrEqual(1);
    }
    expect(low).toBeLessThan(high);
  });

  test("says why in words, at most five, and only what makes it worse", () => {
    const { reasons } = suspicionOf(evidenceIn(bad()));
    expect(reasons.length).toBeGreaterThan(0);
    expect(reasons.length).toBeLessThanOrEqual(5);
    expect(reasons[0]).toBe("a claimed check failed");
    expect(suspicionOf(evidenceIn(bad()), only("claimed-failed", 1)).reasons).toEqual(["a claimed check failed"]);
    expect(suspicionOf(evidenceIn(good()), only("claimed-shown", 1)).reasons).toEqual([]);
  });

  test("knows nothing without weights", () => {
    expect(suspicionOf(evidenceIn(bad()), { bias: 0, slope: 1, features: {} })).toEqual({ p: 0.5, reasons: [] });
    expect(suspicionOf(evidenceIn(bad()), only("no-such-feature", 9))).toEqual({ p: 0.5, reasons: [] });
  });

  test("counts what is far off no more than what is far", () => {
    expect(distance(1000, { mean: 0, spread: 1 })).toBe(3);
    expect(distance(-1000, { mean: 0, spread: 1 })).toBe(-3);
    expect(distance(1, { mean: 0, spread: 0 })).toBe(0);
  });
});

describe("features", () => {
  const of = (name: string, told: ThreadBuilder): number =>
    FEATURES.find((each) => each.name === name)?.of(evidenceIn(told)) ?? Number.NaN;

  test.each<[string, ThreadBuilder, number]>([
    ["proof", bad(), 0.9],
    ["claimed-failed", bad(), 1],
    ["claimed-failed", good(), 0],
    ["claimed-shown", good(), 1],
    ["claimed-never", edited().close("All tests pass."), 1],
    ["failing", bad(), 1],
    ["unchecked-change", edited().close("Done."), 1],
    ["passed-after", good(), 1],
    ["failed-last", bad(), 1],
    ["named-command", edited("Run `npm test`.").close("Done."), 1],
    ["named-file", edited("See `src/b.ts` and `src/cart.ts`.").close("Done."), 0.5],
    ["claimed-file", edited().close("Created `src/z.ts`."), 1],
    ["number", edited().bash("npx vitest run", { output: " Tests  42 passed (42)\n" }).close("All 44 tests pass."), 1],
    ["docs-only", thread().user("Fix.").edit("/repo/README.md", "a", "b").close("Done."), 1],
    ["announces", edited().close("Now let me add the tests:"), 1],
    ["silent", edited().close(""), 1],
    ["asks", edited().close("Shall I go on?"), 1],
  ])("%s", (name, told, value) => expect(of(name, told)).toBeCloseTo(value));

  test("have names of their own, weights with their sign, and few of them", () => {
    expect(new Set(FEATURES.map(({ name }) => name)).size).toBe(FEATURES.length);
    const wrong = FEATURES.filter(({ name, sign }) => {
      const weight = (weights as Weights).features[name]?.weight ?? 0;
      return sign === "more" ? weight < 0 : weight > 0;
    });
    expect(wrong.map(({ name }) => name)).toEqual([]);
    expect(JSON.stringify(weights).length).toBeLessThan(20_000);
  });
});

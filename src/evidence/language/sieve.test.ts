import { describe, expect, it } from "vitest";
import { createSieve } from "./sieve.ts";

describe("a sieve", () => {
  const { bits, marksIn } = createSieve(
    {
      passing: ["pass", "green"],
      pipeline: [" ci ", "pipelin"],
      past: ["past", "passed"],
      ticks: ["✓"],
      ending: ["ing "],
      alsoPassing: ["pass", "green"],
    },
    0,
  );

  it("knows a text that nothing can match", () => {
    expect(marksIn("A specific text about circles, ingots and p-a-s-s.")).toBe(0);
  });

  it.each([
    ["GREENING by", bits.passing | bits.ending],
    ["CI: ✓", bits.pipeline | bits.ticks],
    ["the pipelines", bits.pipeline],
  ])("tells what %j may match", (text, marks) => {
    expect(marksIn(text)).toBe(marks);
  });

  it("sees a word inside another, and one that begins like another", () => {
    expect(marksIn("passed")).toBe(bits.passing | bits.past);
    expect(createSieve({ one: ["lint"], other: ["int "] }, 0).marksIn("lint")).toBe(3);
  });

  it("says the same each time, and of equal lists the same", () => {
    expect(marksIn("green")).toBe(marksIn("green"));
    expect(bits.alsoPassing).toBe(bits.passing);
  });

  it("lets everything through until it is worth making", () => {
    const late = createSieve({ one: ["lint"], other: ["pass"] }, 1);
    expect(late.marksIn("lint") & late.bits.other).toBe(late.bits.other);
    expect(late.marksIn("lint")).toBe(late.bits.one);
  });

  it("has no more bits than a number", () => {
    const lists = (count: number): Record<string, string[]> =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [index, [`word${index}`]]));
    expect(() => createSieve(lists(32))).toThrow("more lists");
    expect(createSieve(lists(31), 0).marksIn("word30")).toBe((1 << 30) | (1 << 3));
  });
});

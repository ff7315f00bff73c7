import { describe, expect, it } from "vitest";
import { createSieve, type NeededWords } from "./sieve.ts";

describe("a sieve", () => {
  const words = {
    passing: ["pass", "green"],
    pipeline: [" ci ", "pipelin"],
    past: ["past", "passed"],
    ticks: ["✓"],
    ending: ["ing "],
    alsoPassing: ["pass", "green"],
  };
  const { marksIn } = createSieve(() => words, 0);

  it("knows a text that nothing can match", () => {
    expect(marksIn("A specific text about circles, ingots and p-a-s-s.")).toBe(0);
  });

  it.each([
    ["GREENING by", ["passing", "ending", "alsoPassing"]],
    ["CI: ✓", ["pipeline", "ticks"]],
    ["the pipelines", ["pipeline"]],
    // A word inside another, and one that begins like another.
    ["passed", ["passing", "past", "alsoPassing"]],
  ])("tells what %j may match, each time", (text, names) => {
    expect(admitted(words, text)).toEqual(names);
    expect(marksIn(text)).toBe(marksIn(text));
  });

  it("goes on with the end of a word that begins another", () => {
    expect(admitted({ one: ["lint"], other: ["int "] }, "lint")).toEqual(["one", "other"]);
  });

  it("lets everything through until it is worth making", () => {
    const late = createSieve(() => ({ one: ["lint"], other: ["pass"] }), 1);
    expect(late.admits(late.marksIn("lint"), "other")).toBe(true);
    expect(late.admits(late.marksIn("lint"), "other")).toBe(false);
    expect(late.admits(late.marksIn("lint"), "one")).toBe(true);
  });

  it("has no more bits than a number", () => {
    const lists = (count: number): Record<string, string[]> =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [index, [`word${index}`]]));
    expect(() => createSieve(() => lists(32), 0).marksIn("word30")).toThrow("more lists");
    expect(admitted(lists(31), "word30")).toEqual(["3", "30"]);
  });
});

function admitted<Name extends string>(words: NeededWords<Name>, text: string): Name[] {
  const { admits, marksIn } = createSieve(() => words, 0);
  const marks = marksIn(text);
  return (Object.keys(words) as Name[]).filter((name) => admits(marks, name));
}

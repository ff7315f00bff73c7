import { expect, it } from "vitest";
import { flowingText } from "./run-printer.ts";

const TEXT = "Done! All the tests pass.\n\n  - an indented point \n\nA-word-that-is-longer-than-a-row ends.";

it.each([1, 3, 24, 1000])("breaks text that comes in pieces of %i letters at its spaces", (length) => {
  const flow = flowingText(12);
  let shown = "";
  for (let at = 0; at < TEXT.length; at += length) shown += flow.add(TEXT.slice(at, at + length));
  shown += flow.end();
  expect(shown.split("\n")).toEqual([
    "Done! All",
    "the tests",
    "pass.",
    "",
    "  - an",
    "indented",
    "point",
    "",
    "A-word-that-is-longer-than-a-row",
    "ends.",
  ]);
});

it("shows a row that is exactly full, and starts anew after its end", () => {
  const flow = flowingText(4);
  expect(flow.add("four four\n") + flow.add("more") + flow.end() + flow.add("four") + flow.end()).toBe(
    "four\nfour\nmorefour",
  );
});

it("shows a word without an end before it ends, whole and in time", () => {
  const flow = flowingText(10);
  let shown = flow.add("Look: ");
  for (let piece = 0; piece < 20_000; piece += 1) shown += flow.add("abcdefgh");
  expect(shown.length).toBeGreaterThan(159_000);
  expect(`${shown}${flow.add(" end")}${flow.end()}`).toBe(`Look:\n${"abcdefgh".repeat(20_000)}\nend`);
});

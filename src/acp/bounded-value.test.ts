import { expect, it } from "vitest";
import { boundedValue, EMPTY_TEXT, grown, wordsOf } from "./bounded-value.ts";

it("a text keeps its beginning and its end, and says how much is missing between them", () => {
  let text = EMPTY_TEXT;
  for (let number = 0; number < 10_000; number += 1) text = grown(text, `${number} `.padStart(6), 600);
  const words = wordsOf(text);
  expect(words).toMatch(/^ +0 +1 .*\n… \[\d+ characters left out\] …\n.* 9999 $/s);
  const [, cut = ""] = /\[(\d+) characters/.exec(words) ?? [];
  expect(words.length - `\n… [${cut} characters left out] …\n`.length + Number(cut)).toBe(60_000);
  expect(words.length).toBeLessThan(1000);
});

it("a text that is short enough stays as it is", () => {
  const pieces = ["All ", "12 tests ", "", "pass."];
  expect(wordsOf(pieces.reduce((text, piece) => grown(text, piece, 20), EMPTY_TEXT))).toBe("All 12 tests pass.");
});

it("a value that takes little room is copied as it is", () => {
  const value = { a: [1, "two", null, { b: true }], c: {} };
  expect(boundedValue(value, 1000).value).toEqual(value);
});

it.each([
  ["long texts", { input: { command: "x".repeat(1_000_000) } }],
  ["many texts", { list: Array.from({ length: 100_000 }, () => "word") }],
  ["many names", Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`name ${index}`, 1]))],
  ["long names", { ["x".repeat(1_000_000)]: 1 }],
  ["what is nested deeply", JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`)],
])("of a value with %s, as much stays as there is room for", (_, value) => {
  const { value: kept, size } = boundedValue(value, 5000);
  expect(JSON.stringify(kept).length).toBeLessThan(11_000);
  expect(size).toBeLessThan(11_000);
});

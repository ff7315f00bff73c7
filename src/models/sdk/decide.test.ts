import fc from "fast-check";
import { expect, it } from "vitest";
import { stableParts } from "./decide.ts";

const anyText = fc
  .array(fc.constantFrom("a line of a thread\n", "x".repeat(700), `${"y".repeat(3000)}\n`, "\n"), { maxLength: 40 })
  .map((parts) => parts.join(""));

it("cuts a text into parts that make it up again", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(stableParts(text).join("")).toBe(text);
    }),
  );
});

it("keeps every part but the last when the text grows at its end", () => {
  fc.assert(
    fc.property(anyText, anyText, (text, more) => {
      const before = stableParts(text).slice(0, -1);
      expect(stableParts(text + more).slice(0, before.length)).toEqual(before);
    }),
  );
});

it("leaves a short text whole", () => {
  expect(stableParts("short")).toEqual(["short"]);
});

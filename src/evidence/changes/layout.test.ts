import fc from "fast-check";
import { expect, it } from "vitest";
import { sameButLayout } from "./layout.ts";

/** The same said slowly: take everything out that a formatter may change, then compare. */
const bare = (text: string): string => text.replaceAll(/[\s,;()]+/g, "").replaceAll(/['`]/g, '"');

it("takes texts for the same exactly when they are, without what formatters change", () => {
  const text = fc.string({ unit: fc.constantFrom(..."ab'`\" \n\t,;()\u00a0\u2003é") });
  fc.assert(
    fc.property(text, text, (left, right) => {
      expect(sameButLayout(left, right)).toBe(bare(left) === bare(right));
    }),
    { numRuns: 2000 },
  );
  fc.assert(
    fc.property(text, fc.array(fc.constantFrom(" ", "\n", ",", ";", "(", ")"), { maxLength: 8 }), (left, added) => {
      const right = [...left].map((character, index) => character + (added[index] ?? "")).join("");
      expect(sameButLayout(left, right)).toBe(true);
    }),
  );
});

import fc from "fast-check";
import { expect, it } from "vitest";
import { asNumber, holdsOneOfEach, textNumber, writtenSets } from "./text-grams.ts";

function holds(text: string, sets: readonly (readonly string[])[]): boolean {
  const written = writtenSets(sets);
  // As it stands among others.
  return holdsOneOfEach(textNumber(text), `--${written}--`, 2, 2 + written.length);
}

it.each<[string, readonly (readonly string[])[], boolean]>([
  ["All tests pass.", [[" pass "]], true],
  ["All tests PASS", [[" pass "], [" fail", " all "]], true],
  ["All tests pass.", [[" pass "], [" fail", "lint"]], false],
  ["bypassed", [[" pass"]], false],
  ["npm test && echo ok", [["\x04&&"]], true],
  ["npm test & echo ok", [["\x04&&"]], false],
  ["it's", [["it s"], ["\x04'"]], true],
  ["done ✅ now", [[` ${asNumber("✅")} now`]], true],
  ["done now", [[` ${asNumber("✅")}`]], false],
  ["a\u00a0b", [["a b"]], true],
  ["a\x05b", [["a b"]], true],
  ["", [], true],
  ["", [["ab"]], false],
])("%j, %j: %s", (text, sets, held) => {
  expect(holds(text, sets)).toBe(held);
});

it("never misses a word that is there, however many texts there were", () => {
  const word = fc.stringMatching(/^[a-z_]{2,8}$/);
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 8 }),
      fc.constantFrom(" ", "\n", ". ", " — "),
      (words, by) => {
        const text = words.join(by).toUpperCase();
        expect(holds(text, [words, ...words.map((each) => ["nothing", each])])).toBe(true);
      },
    ),
    { numRuns: 500 },
  );
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { worded } from "../scripts/needed-words.ts";
import { ENGLISH } from "../src/evidence/language/english.ts";
import type { Pattern } from "../src/evidence/language/pattern.ts";
import { createSieve, type NeededWords } from "../src/evidence/language/sieve.ts";
import { asNumber } from "../src/patterns/text-grams.ts";
import { withoutPlaces } from "./support/without-places.ts";

const { claims, closing, requests } = ENGLISH;

const sieved: readonly (readonly [string, readonly string[], Pattern])[] = [
  ...claims.map(({ type, words, pattern }, index) => [`claim ${index}, ${type}`, words, pattern] as const),
  ...namesOf(closing.words).map((name) => [`closing ${name}`, closing.words[name], closing[name]] as const),
  ...namesOf(requests.words).flatMap((name) =>
    [requests[name]].flat().map((pattern) => [`request ${name}`, requests.words[name], pattern] as const),
  ),
];

describe("the words of a sieve", () => {
  it.each(sieved)("are needed: %s", (_, words, pattern) => {
    for (const alternative of alternativesOf(pattern as RegExp)) {
      const { sets } = worded(alternative);
      const proves = (set: readonly string[]): boolean =>
        set.every((needed) => words.some((word) => needed.includes(word.replaceAll(/[^\0-\x7f]/g, asNumber))));
      expect(sets.some(proves), `${alternative.source} needs ${JSON.stringify(sets)}`).toBe(true);
    }
  });

  it.each(sieved)("are found where it matches: %s", (_, words, pattern) => {
    const { marksIn } = createSieve(() => ({ words }), 0);
    fc.assert(
      fc.property(fc.stringMatching(withoutPlaces(pattern as RegExp)), (text) => {
        expect(pattern.test(text) && marksIn(text) === 0, text).toBe(false);
      }),
      { numRuns: 40 },
    );
  });

  it("are found in any text of theirs", () => {
    const all = sieved.map(([place, words, pattern]) => [place, pattern, createSieve(() => ({ words }), 0)] as const);
    const vocabulary = sieved.flatMap(([, , pattern]) => worded(pattern as RegExp).sets.flat());
    const filler = ["the", "Tests", "pass", "is", "‹0›", "✅", ".", "12", "I'll", "é", "—", "don't", "\n", "\u212a"];
    const word = fc.oneof(fc.constantFrom(...new Set(vocabulary)), fc.constantFrom(...filler));
    fc.assert(
      fc.property(fc.array(word, { maxLength: 14 }), fc.constantFrom(" ", "", "-"), (words, between) => {
        const text = words.join(between);
        const missed = all.filter(([, pattern, { marksIn }]) => pattern.test(text) && marksIn(text) === 0);
        expect(missed.map(([place]) => place)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it("have nothing in them that means something in an expression", () => {
    for (const [, words] of sieved) for (const word of words) expect(word).toMatch(/^ ?(?:\w+|[^\0-\x7f]) ?$/);
  });
});

function namesOf<Name extends string>(words: NeededWords<Name>): Name[] {
  return Object.keys(words) as Name[];
}

/** Of `\\b(?:one|other)\\b` each by itself: less is more surely known of a long choice. */
function alternativesOf(pattern: RegExp): RegExp[] {
  const { source, flags } = pattern;
  const choice = /^\\b\(\?:(.*)\)\\b$/.exec(source)?.[1];
  if (choice === undefined) return [pattern];
  const alternatives = [""];
  let depth = 0;
  for (const [part] of choice.matchAll(/\\.|\[(?:\\.|[^\]\\])*\]|[^]/g)) {
    if (part === "(") depth += 1;
    if (part === ")") depth -= 1;
    if (depth < 0) return [pattern];
    if (part === "|" && depth === 0) alternatives.push("");
    else alternatives.push(`${alternatives.pop()}${part}`);
  }
  return alternatives.map((alternative) => new RegExp(`\\b(?:${alternative})\\b`, flags));
}

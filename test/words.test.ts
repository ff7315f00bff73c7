import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { patternsIn, renderWords, WORDS_FILE } from "../scripts/emit-words.ts";
import { neededWords } from "../scripts/needed-words.ts";
import { ENGLISH_TABLES } from "../src/evidence/language/english-tables.ts";
import { ENGLISH_WORDS } from "../src/evidence/language/english-words.ts";
import { withWords } from "../src/evidence/language/worded.ts";

it("src/evidence/language/english-words.ts is what npm run words writes", () => {
  expect(readFileSync(WORDS_FILE, "utf8")).toBe(renderWords());
});

const worded = [...patternsIn(ENGLISH_TABLES)].filter(([place]) => ENGLISH_WORDS[place] !== undefined);

describe("the words of a pattern", () => {
  it("are known for most of the long ones", () => {
    const long = [...patternsIn(ENGLISH_TABLES)].filter(([, pattern]) => pattern.source.length >= 200);
    const known = long.filter(([place]) => ENGLISH_WORDS[place] !== undefined);
    expect(known.length / long.length).toBeGreaterThan(0.85);
  });

  it.each(worded)("%s: stand in whatever it matches", (place, pattern) => {
    const words = (ENGLISH_WORDS[place] ?? "").split("|");
    fc.assert(
      fc.property(fc.stringMatching(withoutPlaces(pattern)), (text) => {
        const small = text.toLowerCase();
        expect(words.some((word) => small.includes(word))).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

describe("neededWords", () => {
  it.each([
    [/\b(?:lint|eslint) passe[sd]\b/, ["eslint", "passe"]],
    [/(?:one|two)? three/, ["three"]],
    [/(?:fails?)+|skipped/, ["fail", "skipped"]],
    [/(?<=ci )done|(?=later)\w+/, ["done", "later"]],
    [/not (?!now|later)\w+/, ["not "]],
    [/[abc]+\d/, undefined],
    [/never|\w+/, undefined],
  ])("of %s", (pattern, words) => {
    expect(neededWords(pattern)).toEqual(words);
  });

  it("refuses what it does not understand rather than guess", () => {
    expect(() => neededWords(/(a)\1/)).toThrow("not understood");
  });
});

it("a table with words says the same of any text as without them", () => {
  const plain = [...patternsIn(ENGLISH_TABLES)].filter(([, pattern]) => !pattern.global);
  const table = withWords({ patterns: plain.map(([, pattern]) => pattern) }, wordsByIndex(plain));
  const vocabulary = [...new Set(Object.values(ENGLISH_WORDS).flatMap((words) => words.split("|")))];
  const filler = ["the", "tests", "All", "PASS", "is", "to", "‹0›", "✅", ".", ",", "12", "and", "I'll", "now", "it"];
  const word = fc.oneof(fc.constantFrom(...vocabulary), fc.constantFrom(...filler));
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), (parts) => {
      const text = parts.join(" ");
      for (const [index, [place, pattern]] of plain.entries())
        expect(table.patterns[index]?.test(text), `${place}: ${text}`).toBe(pattern.test(text));
    }),
    { numRuns: 400 },
  );
});

function wordsByIndex(patterns: readonly (readonly [string, RegExp])[]): Record<string, string> {
  const entries = patterns.flatMap(([place], index) => {
    const words = ENGLISH_WORDS[place];
    return words === undefined ? [] : [[`patterns.${index}`, words] as const];
  });
  return Object.fromEntries(entries);
}

/** Matches at least what the pattern does: places, and what is looked for around them, are beyond the generator. */
function withoutPlaces(pattern: RegExp): RegExp {
  let { source } = pattern;
  for (let look = /\(\?<?[=!]/.exec(source); look; look = /\(\?<?[=!]/.exec(source))
    source = source.slice(0, look.index) + NOTHING + source.slice(endOfGroup(source, look.index));
  source = source.replaceAll(/\\b|\\.|\[(?:\\.|[^\]\\])*\]|[$^]/g, (part) =>
    ["\\b", "^", "$"].includes(part) ? NOTHING : part,
  );
  return new RegExp(source, pattern.flags.replace("i", ""));
}

const NOTHING = "z{0}";

function endOfGroup(source: string, start: number): number {
  let depth = 0;
  for (const part of source.slice(start).matchAll(/\\.|\[(?:\\.|[^\]\\])*\]|[()]/g)) {
    if (part[0] === "(") depth += 1;
    if (part[0] === ")") depth -= 1;
    if (depth === 0) return start + part.index + 1;
  }
  throw new Error("a group without an end");
}

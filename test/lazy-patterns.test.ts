import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { worded } from "../scripts/needed-words.ts";
import { ENGLISH } from "../src/evidence/language/english.ts";
import { LazyPattern } from "../src/patterns/lazy-pattern.ts";
import { withoutPlaces } from "./support/without-places.ts";

const { patience } = LazyPattern;
beforeAll(() => {
  LazyPattern.patience = Infinity;
});
afterAll(() => {
  LazyPattern.patience = patience;
});

const patterns = [...patternsIn(ENGLISH)];
/** Worked out once for all tests: it takes longer than to match. */
const words = new Map(patterns.map(([, pattern]) => [pattern, worded(pattern)]));
const wordsOf = (pattern: RegExp) => words.get(pattern) ?? worded(pattern);

describe("what a text needs", () => {
  it.each<[RegExp, readonly (readonly string[])[]]>([
    [/\b(?:lint|eslint) passe[sd]\b/, [[" eslint ", " lint pa"]]],
    [/(?:one|two)? three/, [[" three", "one thre", "two thre"]]],
    [/(?:fails?)+|skipped/, [["fail", "skipped"]]],
    [
      /(?<=ci )done|(?=later)\w+/,
      [
        ["done", "later"],
        ["ci ", "later"],
      ],
    ],
    [/not (?!now|later)\w+/, [["not "]]],
    [/\ball\b.{0,9}\bpass\b/i, [[" pass "], [" all "]]],
    [/it's\s+fine/, [["it s fin"], ["\x04'"]]],
    [/^[Mm]akefile$/, [[" makefil"]]],
    [/\[x\] Übung/, [["bung"], [" x "], ["\x04["]]],
    [/(?:✅|done) now/, [[" \x052705 now", "done now"]]],
    [/^\s*(?:`{3,}|~~~)/, [["\x04`", "\x04~~~"]]],
    [/a||b/, []],
    [/[abc]+\d/, []],
    [/never|\w+/, []],
    [/straße/iu, []],
  ])("of %s", (pattern, sets) => {
    expect(worded(pattern).sets).toEqual(sets);
  });

  it("is ASCII, as the expression itself: V8 would keep every letter of it twice as long", () => {
    expect(worded(/[✅✓]🎉 fine/).text).toContain(String.raw`[\u2705\u2713]\ud83c\udf89 fine`);
    const wide = patterns.filter(([, pattern]) => /[^\0-\x7f]/.test(wordsOf(pattern).text));
    expect(wide).toEqual([]);
  });

  it("refuses what it does not understand rather than guess", () => {
    expect(() => worded(/a\cJ/)).toThrow("not understood");
    expect(() => worded(new RegExp("(?<é>foo)bar"))).toThrow("not understood");
  });
});

// Those of other languages are asked only where a short one found a word of theirs.
it("most long patterns of English need words", () => {
  const long = patterns.filter(([name, { source }]) => source.length >= 200 && !name.includes("abroad"));
  const known = long.filter(([, pattern]) => wordsOf(pattern).sets.length > 0);
  expect(known.length / long.length).toBeGreaterThan(0.9);
});

it("nothing is compiled where a choice that is needed has no alternative left", () => {
  const pattern =
    /\b(?:(?:apples|oranges|lemons|quinces) \w+ (?:overripe|rotten|mouldy already)|(?:plums|cherries|grapes|melons) \w+ (?:delicious|bitter|unpleasant))?(?: there)\b/;
  const needed = new RegExp(pattern.source.replace(")?(", ")("));
  const text = "rotten plums there";
  const lazy = lazyOf(needed);
  expect(lazy.test(text)).toBe(false);
  expect(lazy.parts).toBeUndefined();
  expect(lazyOf(pattern).test(text)).toBe(true);
});

describe("a lazy pattern finds what the expression finds", () => {
  it.each(patterns)("%s, where it matches", (_, pattern) => {
    const lazy = lazyOf(pattern);
    fc.assert(
      fc.property(fc.stringMatching(withoutPlaces(pattern)), fc.constantFrom("", " ", "x", "é"), (text, around) => {
        for (const each of [text, `${around}${text}${around}`]) expect(found(lazy, each)).toEqual(found(pattern, each));
      }),
      { numRuns: 12 },
    );
  });

  it("in any text of their words", () => {
    const all = patterns.map(([place, pattern]) => [place, pattern, lazyOf(pattern)] as const);
    const vocabulary = patterns.flatMap(([, pattern]) => wordsOf(pattern).sets.flat());
    const filler = ["the", "tests", "All", "PASS", "is", "‹0›", "✅", ".", ",", "12", "I'll", "é", "—", "don't", "\n"];
    const word = fc.oneof(fc.constantFrom(...new Set(vocabulary)), fc.constantFrom(...filler));
    fc.assert(
      fc.property(fc.array(word, { maxLength: 14 }), fc.constantFrom(" ", "", "-"), (words, between) => {
        const text = words.join(between);
        const others = all.filter(([, pattern, lazy]) => !isDeepStrictEqual(found(lazy, text), found(pattern, text)));
        expect(others.map(([place]) => place)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it.each<[RegExp, string]>([
    [/\b(?:alpha|beta|gamma|delta|epsilon)\b/gi, "beta, Delta and betas; DELTA"],
    [/(?<kind>one|two|three|four|five|six|seven)-(\d)/g, "two-2 seven-7 eight-8"],
    [/a(?!(?:lpha|beta|gamma|delta|epsilon)\b)\w+/g, "alpha alphabet abeta abc"],
    [/(?:alpha|beta|gamma|delta|epsilon)?\d+/g, "alpha1 zeta2 3"],
    [/^(?:alpha|beta|gamma|delta|epsilon)$/gm, "beta\nnone\ngamma"],
  ])("%s, with what it keeps and looks around for", (pattern, text) => {
    // The build puts it where an expression was; nobody but the types can tell.
    const lazy = lazyOf(pattern) as unknown as RegExp;
    expect(text.replaceAll(lazy, "<$&>")).toBe(text.replaceAll(pattern, "<$&>"));
    expect([...text.matchAll(lazy)]).toEqual([...text.matchAll(pattern)]);
    expect(text.match(lazy)).toEqual(text.match(pattern));
    expect(text.search(lazy)).toBe(text.search(pattern));
    expect(text.split(lazy)).toEqual(text.split(pattern));
    for (let turn = 0; turn < 4; turn += 1) {
      expect(lazy.exec(text)).toEqual(pattern.exec(text));
      expect(lazy.lastIndex).toBe(pattern.lastIndex);
    }
  });

  it.each<[RegExp, string]>([
    [/foo\sbar/, "foo\u00A0bar"],
    [/foo[\s,;.]+bar/, "foo\u3000bar"],
    [/foo\u00a0bar/, "foo\u00A0bar"],
    [/(?:alpha\sone|beta\stwo|gamma\sthree)/, "beta\u202Ftwo"],
    [/a😀?b/u, "ab"],
    [/x[😀]x/u, "x😀x"],
    [/\u00b5s/i, "\u03BCs"],
    [/İstanbul/, "İstanbul"],
    [/ab\u212a/, "ab\u212A"],
    [/[éè]tat/i, "un ÉTAT"],
    [/(?:tests|specs|suites|checks)[^.✅]{0,9}(?:✅|🎉)/, "all tests pass 🎉"],
  ])("%s, beyond ASCII", (pattern, text) => {
    expect(pattern.test(text)).toBe(true);
    expect(lazyOf(pattern).exec(text)).toEqual(pattern.exec(text));
  });

  it.each([/tests|specs|suites/, /tests|specs|suites/g, /tests|specs|suites/y])(
    "also about a text that it was asked about before: %s",
    (pattern) => {
      const lazy = lazyOf(pattern);
      const texts = ["tests and specs", "tests and specs", "nothing", "nothing", "tests and specs", "nothing"];
      expect(texts.map((text) => lazy.test(text))).toEqual(texts.map((text) => pattern.test(text)));
      expect(lazy.exec("specs")?.[0]).toBe(pattern.exec("specs")?.[0]);
    },
  );

  it("also when it has been asked so often that it is made as a whole", () => {
    LazyPattern.patience = 2;
    const lazy = lazyOf(/\b(?:alpha|beta|gamma|delta|epsilon)\b/);
    expect(["none", "beta", "delta", "zeta"].map((text) => lazy.test(text))).toEqual([false, true, true, false]);
    expect(lazy.source).toBe(String.raw`\b(?:alpha|beta|gamma|delta|epsilon)\b`);
    LazyPattern.patience = Infinity;
  });

  it("and nothing is made of it where no text could match, unless it is asked very often", () => {
    LazyPattern.patience = 2;
    const [seldom, often] = [lazyOf(/all tests pass/), lazyOf(/all tests pass/)];
    for (let asked = 0; asked < 5; asked += 1) expect(seldom.test(`nothing of it, ${asked}`)).toBe(false);
    expect([seldom.whole, seldom.parts]).toEqual([undefined, undefined]);
    expect(seldom.test("now all tests pass")).toBe(true);
    expect(seldom.whole).toBeInstanceOf(RegExp);
    for (let asked = 0; asked < 50; asked += 1) expect(often.test(`nothing of it, ${asked}`)).toBe(false);
    expect(often.whole).toBeInstanceOf(RegExp);
    LazyPattern.patience = Infinity;
  });
});

function found(pattern: RegExp | LazyPattern, text: string): unknown {
  return pattern.global ? text.replaceAll(pattern as RegExp, "<$&>") : pattern.exec(text);
}

function lazyOf(pattern: RegExp): LazyPattern {
  // As in a file with others before and behind it.
  const [before, behind] = [worded(/foo|bar/), worded(/b(?:az|aaz|aaaz|aaaaz|aaaaaz)/)].map(({ text }) => text);
  return new LazyPattern(`//${before}${wordsOf(pattern).text}${behind}`, 2 + (before?.length ?? 0), pattern.flags);
}

/** Every pattern of a table with its place in it. */
function* patternsIn(table: object, place = ""): Generator<readonly [string, RegExp]> {
  for (const [name, value] of Object.entries(table) as [string, unknown][]) {
    const here = place === "" ? name : `${place}.${name}`;
    if (value instanceof RegExp) yield [here, value];
    else if (typeof value === "object" && value !== null) yield* patternsIn(value, here);
  }
}

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CLEAN } from "../../../test/support/clean-text.ts";
import { COMMANDS, HARMLESS_COMMANDS } from "../../../test/support/command-secrets.ts";
import { ISSUED } from "../../../test/support/issued-secrets.ts";
import { seeded } from "../../../test/support/random.ts";
import * as secrets from "../../../test/support/secrets.ts";
import { withoutPlaces } from "../../../test/support/without-places.ts";
import { createRedactor } from "../redact.ts";
import { mayMatch, patternOf } from "./context-rule.ts";
import { contextRules } from "./context-rules.ts";
import { ADDRESS, BASE64_KEY, LONG_STRING, SHORTEST_RANDOM, longWords } from "./random-strings.ts";

const rules = contextRules().map((rule) => ({ rule, pattern: patternOf(rule) }));
const RANDOM = [LONG_STRING, BASE64_KEY, ADDRESS];

function missed(text: string): readonly string[] {
  const small = text.toLowerCase();
  const mayBeRandom = longWords(text, SHORTEST_RANDOM) !== "";
  const unasked = [
    ...rules.filter(({ rule }) => !mayMatch(rule, text, small)).map(({ pattern }) => pattern),
    ...(mayBeRandom ? [] : RANDOM),
  ];
  return unasked.filter((pattern) => text.search(pattern) !== -1).map(String);
}

/** Texts that have what an expression looks for, also before it; a quote that has to be the same one again is beyond the generator. */
function matching(pattern: RegExp): fc.Arbitrary<string> {
  const { source, flags } = withoutPlaces(new RegExp(pattern.source.replaceAll("(?<=", "(?:"), pattern.flags));
  return fc.stringMatching(new RegExp(source.replaceAll(String.raw`\k<quote>`, `["']`), flags));
}

describe("a question that costs little hides nothing", () => {
  // The parts of a key are numbers anywhere else: there the question is a part of the rule.
  it.each(rules.filter(({ rule }) => !rule.needs?.some((need) => need === "kty" || need === "SAKeyValue")))(
    "of $pattern",
    ({ rule, pattern }) => {
      const cases = pattern.ignoreCase ? [String, upper, lower] : [String];
      fc.assert(
        fc.property(matching(pattern), fc.constantFrom(...cases), (match, written) => {
          const text = written(match);
          expect(mayMatch(rule, text, text.toLowerCase())).toBe(true);
        }),
        { numRuns: 50 },
      );
    },
  );

  it.each(RANDOM)("of %s", (pattern) => {
    fc.assert(
      fc.property(matching(pattern), (text) => {
        expect(longWords(text, SHORTEST_RANDOM)).not.toBe("");
      }),
    );
  });

  it("in texts with secrets of every kind, before and after they are taken out", () => {
    const redact = createRedactor();
    const texts = withSecrets();
    const found = texts.flatMap((text) => [...missed(text), ...missed(redact(text))]);
    expect(found).toEqual([]);
    expect(texts.length).toBeGreaterThan(2000);
  });

  it("in any piece of such texts, in other letters and side by side", () => {
    const texts = withSecrets();
    const piece = fc
      .tuple(fc.constantFrom(...texts), fc.nat(), fc.nat())
      .map(([text, start, length]) => text.slice(start % text.length).slice(0, 1 + (length % text.length)));
    const between = fc.constantFrom("", " ", "\n", '"', "=", ": ", "\\n", "%22");
    fc.assert(
      fc.property(piece, between, piece, fc.constantFrom(String, upper, lower), (left, by, right, written) => {
        expect(missed(written(`${left}${by}${right}`))).toEqual([]);
      }),
      { numRuns: 600 },
    );
  });
});

function upper(text: string): string {
  return text.toUpperCase();
}

function lower(text: string): string {
  return text.toLowerCase();
}

function withSecrets(): readonly string[] {
  const random = seeded(982_451_653);
  const places = Object.values({ ...secrets.PLACES, ...secrets.CODED_PLACES });
  const password = () => secrets.anyPassword(random);
  return [
    ...Object.values(ISSUED).flatMap((make) =>
      Array.from({ length: 6 }, () => places[random.below(places.length)]?.(make(random)) ?? ""),
    ),
    ...Object.values(secrets.NAMED_PLACES).flatMap((place) =>
      Array.from({ length: 20 }, () => place(secrets.anyName(random), password())),
    ),
    ...Object.values(secrets.CONNECTIONS).flatMap((place) => Array.from({ length: 10 }, () => place(password()))),
    ...Object.values(COMMANDS).flatMap((place) => Array.from({ length: 10 }, () => place(password()))),
    ...Object.values(secrets.KEY_PLACES).map((place) => place(secrets.pem(random, "PRIVATE KEY"))),
    ...Object.values(CLEAN).map((make) => make(random)),
    ...HARMLESS_COMMANDS.split("\n").filter((line) => line !== ""),
  ];
}

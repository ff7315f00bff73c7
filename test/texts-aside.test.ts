import { describe, expect, it } from "vitest";
import { worded } from "../scripts/needed-words.ts";
import { textsAside } from "../scripts/texts-aside.ts";
import { withParts } from "../scripts/with-parts.ts";
import { LazyPattern } from "../src/patterns/lazy-pattern.ts";

const PLACE = 10;

describe("texts of patterns", () => {
  it("stand one after the other, and the code says where", () => {
    const written = [/\blint\b/, /\((?:x|y)/].map((each) => worded(each).text);
    const { texts, parts } = textsAside(
      written.map((text) => pattern("", text).node),
      "file",
      PLACE,
    );
    expect(texts).toBe(written.join(""));
    expect(parts.map(({ by }) => by)).toEqual(["file,10", `file,${10 + (written[0]?.length ?? 0)}`]);
  });

  it("are found again by a pattern that is made from there", () => {
    const { code, node } = pattern("made = ", worded(/pass(?:es)?\b/i).text);
    const { texts, parts } = textsAside(node, "file", PLACE);
    expect(withParts(code, parts)).toBe('made = new P(file,10, "i")');
    const made = new LazyPattern(`${"-".repeat(PLACE)}${texts}`, 10, "i");
    expect(["It PASSES", "It fails"].map((text) => made.test(text))).toEqual([true, false]);
  });

  it.each(["\x01é", "\x01two\nlines", "\x01a\rb"])("stay where they are when they are no line of ASCII: %j", (text) => {
    expect(textsAside(pattern("", text).node, "file", PLACE)).toEqual({ texts: "", parts: [] });
  });

  it.each([
    ["another number", "\x01text", 1],
    ["another text", "text", 0],
  ])("leave alone what only looks like a pattern: %s", (_, text, place) => {
    expect(textsAside(pattern("", text, place).node, "file", PLACE).parts).toEqual([]);
  });
});

/** Code that makes a pattern, and what a parser says of it. */
function pattern(before: string, text: string, place = 0) {
  const first = JSON.stringify(text);
  const start = before.length + "new P(".length;
  const end = start + first.length + `, ${place}`.length;
  const written = [
    { ...literal(text), start, end: start + first.length },
    { ...literal(place), start: end - 1, end },
    literal("i"),
  ];
  return {
    code: `${before}new P(${first}, ${place}, "i")`,
    node: { type: "NewExpression", start: before.length, end: end + 6, arguments: written },
  };
}

function literal(value: string | number) {
  return { type: "Literal", value, start: 0, end: 0 };
}

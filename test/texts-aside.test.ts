import { describe, expect, it } from "vitest";
import { textsAside } from "../scripts/texts-aside.ts";
import { withParts } from "../scripts/with-parts.ts";
import { LazyPattern } from "../src/hook/lazy-pattern.ts";

const PLACE = 10;

describe("texts of patterns", () => {
  it("stand one after the other, and the code says where", () => {
    const nodes = [pattern("", "lint\\blint\\b", 4).node, pattern("", "\x04(\\((?:x|y)", 2).node];
    const { texts, parts } = textsAside(nodes, "file", PLACE);
    expect(texts).toBe("lint\\blint\\b\x04(\\((?:x|y)");
    expect(parts.map(({ by }) => by)).toEqual(["file,10,14,22", "file,22,24,33"]);
  });

  it("are found again by a pattern that is made from there", () => {
    const { code, node } = pattern("made = ", "pass\\bpass(?:es)?\\b", 4);
    const { texts, parts } = textsAside(node, "file", PLACE);
    expect(withParts(code, parts)).toBe('made = new P(file,10,14,29, "i")');
    expect(new LazyPattern(`${"-".repeat(PLACE)}${texts}`, 10, 14, 29, "i").test("It PASSES")).toBe(true);
  });

  it.each(["é", "two\nlines", "a\rb"])("stay where they are when they are no line of ASCII: %j", (text) => {
    expect(textsAside(pattern("", text, 0).node, "file", PLACE)).toEqual({ texts: "", parts: [] });
  });

  it.each([
    ["another number at the start", [1, 2, 4]],
    ["an end that is not the text's", [0, 2, 3]],
  ])("leave alone what only looks like a pattern: %s", (_, numbers) => {
    const { node } = pattern("", "text", 2);
    const changed = { ...node, arguments: [node.arguments[0], ...numbers.map(literal), node.arguments[4]] };
    expect(textsAside(changed, "file", PLACE).parts).toEqual([]);
  });
});

/** Code that makes a pattern, and what a parser says of it. */
function pattern(before: string, text: string, middle: number) {
  const first = JSON.stringify(text);
  const numbers = `, 0, ${middle}, ${text.length}`;
  const start = before.length + "new P(".length;
  const end = start + first.length + numbers.length;
  const made = [literal(text), literal(0), literal(middle), literal(text.length), literal("i")];
  const written = made.map((each, index) => ({ ...each, start, end: index === 0 ? start + first.length : end }));
  return {
    code: `${before}new P(${first}${numbers}, "i")`,
    node: { type: "NewExpression", start: before.length, end: end + 6, arguments: written },
  };
}

function literal(value: string | number) {
  return { type: "Literal", value, start: 0, end: 0 };
}

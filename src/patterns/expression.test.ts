import { describe, expect, it } from "vitest";
import { expression, part } from "./expression.ts";

describe("an expression over several lines", () => {
  it("is the one that a literal would be", () => {
    const written = expression("gi")`
      \b(?:
        tests?|specs?
        |\d+ of (?:
          them|these
        )
      )\s*$
    `;
    expect(written).toEqual(/\b(?:tests?|specs?|\d+ of (?:them|these))\s*$/gi);
  });

  it("has no flags where none are given", () => {
    expect(expression()`a`.flags).toBe("");
  });

  it("leaves comments out, and what looks like one inside of a line in", () => {
    const written = expression()`
      // How it begins.
      // And a second line.
      ^https?:// \w+
      // How it ends.
      $
    `;
    expect(written.source).toBe(String.raw`^https?:\/\/ \w+$`);
  });

  it("keeps the spaces at the beginning of an alternative and at the end of a line", () => {
    // The end of a line that nobody sees is written as what it is here.
    const lines = ["a b ", "    | c"].join("\n");
    expect(part({ raw: [lines] })).toBe("a b | c");
  });

  it("has a backtick as it has to be typed", () => {
    expect(expression()`\`[^\`]+\``.source).toBe("`[^`]+`");
  });

  it("takes parts as they are, also those that hold the end of a line", () => {
    const word = part`
      yes
      |no
    `;
    expect(part`(?:${word}), ${"\n  x"}`).toBe("(?:yes|no), \n  x");
    expect(expression("i")`^(?:${word})$`.test("NO")).toBe(true);
  });
});

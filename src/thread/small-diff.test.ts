import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { growth, MORE_THAN_ITS_INPUT } from "../../test/support/growth.ts";
import { countChanges, smallDiff } from "./small-diff.ts";

describe("smallDiff", () => {
  it("shows the changed lines with one line around them", () => {
    expect(smallDiff("a\nb\nc\nd", "a\nb\nC\nd")).toBe("  b\n- c\n+ C\n  d");
  });

  it("leaves out what is equal between two changes", () => {
    const before = "1\nx\na\nb\nc\nd\ne\ny\n2";
    const after = "1\nX\na\nb\nc\nd\ne\nY\n2";
    expect(smallDiff(before, after)).toBe("  1\n- x\n+ X\n  a\n  …\n  e\n- y\n+ Y\n  2");
  });

  it("shows a new file as added lines and an emptied one as removed lines", () => {
    expect(smallDiff("", "a\nb\n")).toBe("+ a\n+ b");
    expect(smallDiff("a\nb\n", "")).toBe("- a\n- b");
  });

  it("costs no more than the length of texts that have nothing in common", () => {
    const lines = Array.from({ length: 3000 }, (_, index) => `line ${index}`);
    const count = (part: readonly string[]) =>
      countChanges(part.map((line) => `a ${line}`).join("\n"), part.map((line) => `b ${line}`).join("\n"));
    expect(count(lines)).toEqual({ added: 3000, removed: 3000 });
    expect(growth(lines, count)).toBeLessThan(MORE_THAN_ITS_INPUT);
  });

  it("shows exactly the lines that come and go", () => {
    const text = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 12 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const diff = smallDiff(before.join("\n"), after.join("\n")).split("\n");
        const { added, removed } = countChanges(before.join("\n"), after.join("\n"));
        expect(diff.filter((line) => line.startsWith("+ ")).length).toBe(added);
        expect(before.length - removed).toBe(after.length - added);
      }),
    );
  });
});

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { growth, MORE_THAN_ITS_INPUT } from "../../../test/support/growth.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { diffLines } from "../../thread/line-diff.ts";
import { formatDiff, parseDiff, revertSplices, spliceLines } from "./splice.ts";

const text = fc.string({ unit: fc.constantFrom("a", "b", "\n", "\n", "\r\n", "-", "+", "@"), maxLength: 40 });

describe("splices", () => {
  it("take any text back to any other, also after a trip through the diff's text", () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const splices = spliceLines(before, after);
        expect(revertSplices(after, splices)).toBe(before);
        const reread = splices.length === 0 ? splices : parseDiff(formatDiff(splices));
        expect(revertSplices(after, reread ?? [])).toBe(before);
      }),
      { numRuns: 3_000 },
    );
  });

  it("are refused where the text has changed", () => {
    const splices = spliceLines("a\nb\nc\n", "a\nB\nc\n");
    expect(revertSplices("a\nX\nc\n", splices)).toBeUndefined();
    expect(revertSplices("new\na\nB\nc\n", splices)).toBeUndefined();
    expect(revertSplices("a\nB\nchanged below\n", splices)).toBe("a\nb\nchanged below\n");
    expect(revertSplices("c\na\n", spliceLines("a\nb\nc\n", "a\nc\n"))).toBeUndefined();
    expect(revertSplices("somebody wrote here\n", spliceLines("a\n", ""))).toBeUndefined();
  });

  it("make a diff that git applies backwards", () => {
    const root = temporaryDirectory();
    const before = "one\ntwo\nthree\nfour\nfive";
    const after = "zero\none\nthree\n4\nfive\nsix\n";
    writeFileSync(join(root, "f"), after);
    writeFileSync(join(root, "p"), `--- a/f\n+++ b/f\n${formatDiff(spliceLines(before, after))}\n`);
    execFileSync("git", ["apply", "-R", "--unidiff-zero", "p"], { cwd: root });
    expect(readFileSync(join(root, "f"), "utf8")).toBe(before);
  });

  it("are not read from something else", () => {
    expect(parseDiff("no diff at all")).toBeUndefined();
    expect(parseDiff("@@ -1,1 +1,1 @@\n context")).toBeUndefined();
  });
});

describe("diffLines", () => {
  it("finds the smallest change", () => {
    expect(diffLines(["a", "b", "c", "d"], ["a", "c", "x", "d"])).toEqual([
      { before: 1, removed: 1, after: 1, inserted: 0 },
      { before: 3, removed: 0, after: 2, inserted: 1 },
    ]);
  });

  it("costs no more than the length of two large texts that share nothing", () => {
    const left = Array.from({ length: 20_000 }, (_, index) => `left ${index}`);
    expect(diffLines(left, left.map(other))).toHaveLength(1);
    expect(growth(left, (lines) => diffLines(lines, lines.map(other)))).toBeLessThan(MORE_THAN_ITS_INPUT);
    function other(line: string): string {
      return `right of ${line}`;
    }
  });
});

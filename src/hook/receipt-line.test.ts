import { describe, expect, it } from "vitest";
import type { ReceiptLine } from "../evidence/receipt/receipt-line.ts";
import { LONGEST_LINE, receiptLine } from "./tell-receipt.ts";

const line = (
  part: ReceiptLine["part"],
  about: string,
  says: string,
  rest: Partial<ReceiptLine> = {},
): ReceiptLine => ({
  part,
  about,
  says,
  steps: [],
  tone: "plain",
  ...rest,
});
const failed = line("checks", '"npm test"', "failed: 31 passed, 4 failed", { steps: [50], tone: "bad" });
const never = line("checks", "the linter", "no step runs it", { tone: "open" });
const passed = line("checks", '"tsc"', "passed, after the last change", { steps: [44], tone: "good" });
const claim = line("claims", "All tests pass", "the last run of the tests failed", { steps: [50], tone: "bad" });
const changed = line("changed", "25 files", "3 of them tests", { steps: [41] });

describe("the receipt in one line", () => {
  it.each([
    [
      "problems",
      [passed, failed, never, claim, changed],
      'Coxswain: "npm test" – failed: 31 passed, 4 failed (step 50) · the linter – no step runs it · cox why last',
    ],
    ["problems", [passed, never, changed], undefined],
    [
      "always",
      [passed, changed],
      'Coxswain: "tsc" – passed, after the last change (step 44) · changed 25 files – 3 of them tests (step 41) · cox why last',
    ],
    ["always", [], undefined],
  ] as const)("with %s has what a person should look at first", (when, lines, said) => {
    expect(receiptLine(lines, when)).toBe(said);
  });

  it("is one short line of plain text, whatever it tells of", () => {
    const wide = (text: string) => line("also", "failed, and not repeated", text, { tone: "bad" });
    const hostile = "\u001b[31mrm\u001b[0m\n\u202e".repeat(30);
    for (const lines of [
      [wide(hostile)],
      Array.from({ length: 40 }, () => wide(hostile)),
      [failed, wide("x".repeat(500))],
    ]) {
      const said = receiptLine(lines, "problems") ?? "";
      expect(said).toMatch(/^Coxswain: [ -~…·–]+ · cox why last$/);
      expect(said.length).toBeLessThanOrEqual(LONGEST_LINE);
    }
    expect(receiptLine([failed, wide("x".repeat(500))], "problems")).toContain("(step 50) · 1 more · cox");
  });
});

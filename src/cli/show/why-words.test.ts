import { expect, it } from "vitest";
import { gateVerdict } from "../../verdict.ts";
import { checkInWords, claimInWords, decidedBy, gateInWords } from "./why-words.ts";

it.each([
  ["failed", "test: failed, exit 1", "step 3, failed: npm test (test, exit 1)"],
  ["nothing-ran", "run: checked nothing, exit 1", "step 3, checked nothing: npm test (run, exit 1)"],
  [
    "nothing-ran",
    "not reached: its line had failed before it",
    "step 3, checked nothing: npm test (not reached: its line had failed before it)",
  ],
  ["fresh", "lint: passed", "step 3, passed: npm test (lint)"],
  [
    "stale",
    "test: passed, exit 0, a.ts changed later, in step 4",
    "step 3, stale: npm test (test: passed, exit 0, a.ts changed later, in step 4)",
  ],
  [
    "masked",
    "test: not clear, its exit code is hidden (pipe)",
    "step 3, result hidden: npm test (test: not clear, its exit code is hidden (pipe))",
  ],
] as const)("says how a check stands without the names that code has for it: %s", (state, detail, words) => {
  expect(checkInWords({ step: 3, command: "npm test", state, detail })).toBe(words);
});

it("says what is claimed, and of a type that is not known its name", () => {
  const claim = { text: "It builds.", standing: "unseen", steps: [] } as const;
  expect(claimInWords({ ...claim, type: "build-clean" })).toBe("perhaps run unseen, that it builds: “It builds.”");
  expect(claimInWords({ ...claim, type: "shipped" })).toBe("perhaps run unseen, shipped: “It builds.”");
});

it("tells the conditions of the gate in their words, and the name of a rule only where it kept the gate shut", () => {
  const lines = [
    "✓ tool-calls: 6 tool calls",
    "✗ fresh-request: the agent answers a correction",
    "✓ edits: 1 file edit",
    "?",
  ];
  expect(gateInWords(lines)).toEqual([
    "✗ the agent answers a correction (fresh-request)",
    "?",
    "✓ 6 tool calls; 1 file edit",
  ]);
  expect(gateInWords([])).toEqual([]);
});

it("does not call proven what is told as probable", () => {
  const verdict = { ...gateVerdict("correct", "the record proves it: edit-undone"), judge: "evidence" } as const;
  const told = decidedBy({ ...verdict, confidence: 0.82, category: "stale-verification" });
  expect(told).toBe("by evidence: the record shows it, 82% sure (stale verification)");
  const doubted = { ...gateVerdict("correct", "half of it is missing"), judge: "model", confidence: 0.9 } as const;
  expect(decidedBy({ ...doubted, category: "skipped-request" })).toBe(
    "by a model, 90% sure, skipped request: half of it is missing",
  );
});

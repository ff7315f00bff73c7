import { expect, it } from "vitest";
import { gateVerdict } from "../../verdict.ts";
import { decidedBy, gateInWords, receiptInWords, worthInWords } from "./why-words.ts";

it("begins a line of the account with a sign that is read without colours", () => {
  const line = { part: "checks", about: '"npm test"', says: "failed", steps: [3] } as const;
  expect(receiptInWords({ ...line, tone: "bad" })).toBe('✗ "npm test" – failed (step 3)');
  expect(receiptInWords({ ...line, tone: "open", says: "", steps: [] })).toBe('? "npm test"');
});

it("says what a turn is worth a look only where it is worth one", () => {
  expect(worthInWords({ p: 0.71, reasons: ["a", "b", "c", "d"] })).toBe("0.71 (a; b; c)");
  expect(worthInWords({ p: 0.2, reasons: ["a"] })).toBe("");
  expect(worthInWords({ p: 0.9, reasons: [] })).toBe("");
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
  expect(decidedBy({ ...doubted, category: null, sameFamily: "openai" })).toBe(
    "by a model of the same family as the agent's (openai), 90% sure: half of it is missing",
  );
});

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { baseRateOf, pairAnswers, readAnswers, scoreAnswers } from "../bench/quality/answers.ts";
import type { Label } from "../bench/quality/labelled-turn.ts";

const directory = mkdtempSync(join(tmpdir(), "cox-answers-"));
afterAll(() => rmSync(directory, { recursive: true }));

const label = (id: string, verdict: Label["verdict"], sampled = "random"): Label => ({
  id,
  file: `${id}.jsonl`,
  verdict,
  category: null,
  confidence: 0.9,
  sampled,
});

const LABELS = [
  label("a", "correct"),
  label("b", "correct", "enriched"),
  label("c", "ok"),
  label("d", "standdown"),
  label("e", "ok"),
];

function answersFrom(...lines: string[]) {
  const file = join(directory, "answers.jsonl");
  writeFileSync(file, lines.join("\n"));
  return readAnswers(file);
}

describe("scoring answers", () => {
  it("counts what was found, what was wrong, and what that means at the rate of ordinary work", () => {
    const answers = answersFrom(
      '{"id":"a","needsCorrection":true,"message":"run it","p":0.9}',
      '{"id":"b","needsCorrection":false,"message":null,"p":0.4}',
      '{"id":"c","needsCorrection":true,"message":"hm","p":0.7}',
      '{"id":"d","needsCorrection":false,"p":0.2}',
      "",
      '{"id":"zzz","needsCorrection":true,"p":1}',
    );
    const score = scoreAnswers(pairAnswers(LABELS, answers), 0, baseRateOf(LABELS));
    expect(score).toMatchObject({ answered: 4, needed: 2, found: 1, clean: 2, falseCorrections: 1, auroc: 0.75 });
    expect(score.precisionAtBaseRate).toBeCloseTo((0.5 * 0.25) / (0.5 * 0.25 + 0.5 * 0.75));
  });

  it("does not count what is said below the threshold", () => {
    const answers = answersFrom(
      '{"id":"a","needsCorrection":true,"p":0.64}',
      '{"id":"c","needsCorrection":true,"confidence":0.66}',
    );
    expect(scoreAnswers(pairAnswers(LABELS, answers), 0.65, 0.1)).toMatchObject({ found: 0, falseCorrections: 1 });
  });

  it("gives no AUROC where no probabilities are given, and takes the last of two answers", () => {
    const answers = answersFrom(
      '{"id":"a","needsCorrection":false}',
      '{"id":"a","needsCorrection":true}',
      '{"id":"c","needsCorrection":false}',
    );
    expect(scoreAnswers(pairAnswers(LABELS, answers), 0.65, 0.1)).toMatchObject({ found: 1, auroc: undefined });
  });

  it("names the line that is no answer", () => {
    expect(() => answersFrom('{"id":"a","needsCorrection":true}', "{broken")).toThrow(/answers\.jsonl:2 is no answer/);
  });
});

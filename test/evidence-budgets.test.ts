import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "..");
const textsOf = (folder: string): string[] =>
  globSync(`${folder}/**/*.ts`, { cwd: root })
    .filter((file) => !file.endsWith(".test.ts"))
    .map((file) => readFileSync(resolve(root, file), "utf8"));
const linesOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.split("\n").length - 1, 0);

/** A literal where one may stand: behind an operator, an opening or a comma. */
const LITERAL =
  /(?<=[=(,:!&|?[{;>]\s*|\breturn\s+|^\s*)\/(?![/*])((?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/[dgimsuvy]*(?=[\s.,;)\]}:]|$)/gm;

/** Twelve proofs, three rooms and a score: who needs more has a rule that wants to be a feature, or the observer's. */
test("the evidence stays small enough to be read", () => {
  const texts = textsOf("src/evidence");
  const own = texts.map((text) => text.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, ""));
  const literals = own.flatMap((text) => [...text.matchAll(LITERAL)].map((match) => match[1] ?? ""));
  const made = own.reduce((sum, text) => sum + (text.match(/\bnew RegExp\(/g) ?? []).length, 0);
  expect(texts.length).toBeLessThanOrEqual(90);
  expect(linesOf(texts)).toBeLessThanOrEqual(9000);
  expect(literals.length + made).toBeLessThanOrEqual(300);
  expect(literals.filter(({ length }) => length > 400)).toEqual([]);
});

/** 62,000 were enough before CI, adapters, a definition of done and the team's service came: these rooms are the other 12,000. */
test("so does the whole source", () => {
  expect(linesOf(textsOf("src"))).toBeLessThanOrEqual(74_000);
});

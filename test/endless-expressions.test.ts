import { globSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join, resolve } from "node:path";
import { analyse } from "scslre";
import { expect, it } from "vitest";
import { parseAst } from "vitest/node";

const SRC = resolve(import.meta.dirname, "../src");

/**
 * True for an expression in which each further letter of a text doubles the ways to match: a few dozen letters, which
 * anybody can write into a transcript, would take hours. Finds a repetition inside a repetition, but not alternatives
 * that match the same (`(?:a|a)+`).
 */
function isEndless({ source, flags }: RegExp): boolean {
  const { reports } = analyse({ source, flags }, { reportTypes: { Move: false }, assumeRejectingSuffix: false });
  return reports.some(({ exponential }) => exponential);
}

function expressionsOf(code: string): RegExp[] {
  const found: RegExp[] = [];
  const look = (node: object) => {
    if ("regex" in node && "value" in node && node.value instanceof RegExp) found.push(node.value);
    for (const part of Object.values(node)) if (typeof part === "object" && part !== null) look(part);
  };
  look(parseAst(stripTypeScriptTypes(code)));
  return found;
}

it.each([String.raw`^\w{0,40}(?:[,(]|\.{2,}|…)+ ?if`, "(?:a+b?)+c", String.raw`(?:\w+ ?)+:`])(
  "knows an expression that may take hours: %s",
  (source) => expect(isEndless(new RegExp(source, "i"))).toBe(true),
);

it("knows one that reads a text in one way only", () => {
  expect(isEndless(/^\w{0,40}(?:[,(…]|\.{2,}(?!\.))+ ?if/i)).toBe(false);
});

it("finds none in the sources", () => {
  const files = globSync("**/*.ts", { cwd: SRC, exclude: ["**/*.test.ts"] });
  const endless = files.flatMap((file) =>
    expressionsOf(readFileSync(join(SRC, file), "utf8"))
      .filter(isEndless)
      .map(({ source }) => `${file}: ${source}`),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(endless).toEqual([]);
});

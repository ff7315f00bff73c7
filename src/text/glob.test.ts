import { describe, expect, it } from "vitest";
import { MORE_THAN_ITS_INPUT, growth } from "../../test/support/growth.ts";
import { compileGlob, expandBraces, pathFilter } from "./glob.ts";

const matches = (pattern: string, path: string) => compileGlob(pattern)(path.split("/"));

describe("compileGlob", () => {
  it.each([
    ["*.ts", "a.ts"],
    ["src/*.ts", "src/a.ts"],
    ["src/**/*.ts", "src/a.ts"],
    ["src/**/*.ts", "src/x/y/a.ts"],
    ["**/test/**", "a/test/b/c"],
    ["a/**", "a/b"],
    ["**/a/**/b", "x/a/b"],
    ["f?o[0-9].[!x]s", "foo7.ts"],
    ["[a-c]]", "b]"],
    [String.raw`\*`, "*"],
    ["a*b*c", "aXbYbZc"],
    ["[x", "[x"],
    ["gr?n", "grün"],
  ])("%s matches %s", (pattern, path) => {
    expect(matches(pattern, path)).toBe(true);
  });

  it.each([
    ["*.ts", "src/a.ts"],
    ["a/**", "a"],
    ["src/*.ts", "src/x/a.ts"],
    ["*.ts", "a.tsx"],
    ["[!a]", "a"],
    [String.raw`\*`, "x"],
    ["a/**/b", "a/bb"],
  ])("%s does not match %s", (pattern, path) => {
    expect(matches(pattern, path)).toBe(false);
  });

  it("is not slowed down by a pattern made to be slow", () => {
    expect(matches(`${"*a".repeat(60)}b`, "a".repeat(5_000))).toBe(false);
    expect(matches(`${"**/a/".repeat(30)}b`, Array.from({ length: 2_000 }, () => "a").join("/"))).toBe(false);
    expect(growth("*a".repeat(60), (stars) => matches(`${stars}b`, "a".repeat(5_000)))).toBeLessThan(
      MORE_THAN_ITS_INPUT,
    );
  });
});

describe("expandBraces", () => {
  it.each([
    ["*.{ts,tsx}", ["*.ts", "*.tsx"]],
    ["{a,b{c,d}}x", ["ax", "bcx", "bdx"]],
    ["{a", ["{a"]],
    [String.raw`\{a,b}`, [String.raw`\{a,b}`]],
  ])("%s", (pattern, expanded) => {
    expect(expandBraces(pattern)).toEqual(expanded);
  });

  it("does not explode", () => {
    expect(expandBraces("{a,b}".repeat(20)).length).toBeLessThanOrEqual(200);
  });
});

describe("pathFilter", () => {
  it.each([
    ["*.ts", "/w/src/deep/a.ts", true],
    ["*.ts", "/w/a.js", false],
    ["!*.ts", "/w/a.js", true],
    ["src/*.ts", "/w/src/a.ts", true],
    ["./src/*.ts", "/w/src/a.ts", true],
    ["deep/*.ts", "/w/src/deep/a.ts", true],
    ["other/*.ts", "/w/src/deep/a.ts", false],
  ])("%s on %s: %s", (glob, path, expected) => {
    expect(pathFilter(glob, "/w", "/w/src")(path)).toBe(expected);
  });
});

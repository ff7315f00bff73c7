import { resolve } from "node:path";
import { Rolldown } from "tsdown";
import { describe, expect, it } from "vitest";
import { lazyPatterns } from "../scripts/lazy-patterns.ts";

/** The code that the build makes of a file with this content, in this place below src/. */
async function built(place: string, code: string): Promise<string> {
  const id = resolve(import.meta.dirname, "../src", place);
  const file: Rolldown.Plugin = {
    name: "file",
    resolveId: (name) => (name === id ? id : null),
    load: (name) => (name === id ? code : null),
  };
  const bundle = await Rolldown.rolldown({ input: id, plugins: [file, lazyPatterns(".")], treeshake: false });
  try {
    const { output } = await bundle.generate();
    return output[0].code;
  } finally {
    await bundle.close();
  }
}

const REFUSAL = "makes an expression of others when it is loaded";

describe("what every stop loads", () => {
  it.each([
    "const part = 'a'; export const WHOLE = new RegExp(part);",
    "const part = 'a'; export const WHOLE = RegExp(part);",
    "export const TABLE = { rules: [{ name: 'a', pattern: new RegExp(['a', 'b'].join('|')) }] };",
    "export class Rules { static readonly ALL = new RegExp('a'); }",
    "export class Rules { static #all: RegExp; static { Rules.#all = new RegExp('a'); } }",
    "if (process.argv.length > 9) { globalThis.found = new RegExp('a').test('a'); }",
  ])("makes no expression of others when it is loaded: %s", async (code) => {
    for (const place of ["evidence/findings/guarded.ts", "thread/shell/guarded.ts"])
      await expect(built(place, code)).rejects.toThrow(REFUSAL);
  });

  it.each([
    "export function find(part: string) { return new RegExp(part); }",
    "export const find = (part: string): RegExp => new RegExp(part);",
    "export class Rules { all(part: string) { return new RegExp(part); } }",
    "export class Rules { readonly all = new RegExp('a'); }",
    "export const rules = { get all() { return new RegExp('a'); } };",
    "let made: RegExp | undefined; export const find = () => (made ??= new RegExp('a'));",
    "export const WRITTEN = /a|b/;",
  ])("may make one when it is asked for, or write it out: %s", async (code) => {
    expect(await built("evidence/findings/guarded.ts", code)).toContain("new ");
  });

  it.each(["evidence/language/guarded.ts", "observer/guarded.ts"])("does not hold for others: %s", async (place) => {
    expect(await built(place, "export const WHOLE = new RegExp(['a'].join('|'));")).toContain("new RegExp(");
  });
});

describe("an expression that may take hours over a short text", () => {
  it.each([
    String.raw`export const DOTS = /^\w{0,40}(?:[,(]|\.{2,}|…)+ ?if/i;`,
    String.raw`export const find = (text: string) => text.replaceAll(/(?:a+b?)+c/g, "");`,
    String.raw`export function find(text: string) { const words = /(?:\w+ ?)+:/g; return words.exec(text); }`,
  ])("is refused: %s", async (code) => {
    for (const place of ["evidence/findings/guarded.ts", "observer/guarded.ts"])
      await expect(built(place, code)).rejects.toThrow("may take hours over a short text");
  });

  it("is not one that reads it in one way only", async () => {
    const code = String.raw`export const DOTS = /^\w{0,40}(?:[,(…]|\.{2,}(?!\.))+ ?if/i;`;
    expect(await built("evidence/findings/guarded.ts", code)).toContain("new LazyPattern");
  });
});

it("puts a lazy pattern in the place of an expression, made once for all calls of a function", async () => {
  const code = await built("evidence/guarded.ts", "export const find = (text: string) => /needle/.test(text);");
  expect(code).toMatch(/lazyPatterns\[0\] \?\?= new LazyPattern\("[^"]*needle", 0, ""\)/);
});

import { resolve } from "node:path";
import { Rolldown } from "tsdown";
import { describe, expect, it } from "vitest";
import { writtenExpressions } from "../scripts/written-expressions.ts";

/** The code that the build makes of a module with this content, and what that exports as `FOUND`. */
async function built(content: string): Promise<{ code: string; found: unknown }> {
  const id = resolve(import.meta.dirname, "../src/written.ts");
  const helper = resolve(import.meta.dirname, "../src/patterns/expression.ts");
  const source = `import { expression, part } from ${JSON.stringify(helper)};\n${content}`;
  const file: Rolldown.Plugin = {
    name: "file",
    resolveId: (name) => (name === id ? id : null),
    load: (name) => (name === id ? source : null),
  };
  const bundle = await Rolldown.rolldown({ input: id, plugins: [file, writtenExpressions] });
  try {
    const { output } = await bundle.generate({ format: "esm" });
    const { code } = output[0];
    const module = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { FOUND: unknown };
    return { code, found: module.FOUND };
  } finally {
    await bundle.close();
  }
}

describe("expressions over several lines, built", () => {
  it("are literals", async () => {
    const { code, found } = await built(
      "export const FOUND = expression('gi')`\n  // Which.\n  a/b|\\`c\\`\n  |\\d+ \\\\ d\n`;",
    );
    expect(found).toEqual(/a\/b|`c`|\d+ \\ d/gi);
    expect(code).toContain(String.raw`/a\/b|${"`c`"}|\d+ \\ d/gi`);
    expect(code).not.toContain("replaceAll");
  });

  it("are put together of parts, which are texts", async () => {
    const { code, found } = await built(
      "const WORD = part`\n  yes\n  |no\\b\n`;\nexport const FOUND = expression('i')`\n  ^(?:${WORD})${WORD.length > 9 ? 'x' : '[$]'}\n`;",
    );
    expect(found).toEqual(/^(?:yes|no\b)[$]/i);
    expect(code).not.toContain("replaceAll");
  });

  it("are found wherever they stand, also in functions and without flags", async () => {
    const { found } = await built(
      "export const FOUND = (() => [expression()`\n  a\n  |b\n`].map((each) => each.test('xb')))();",
    );
    expect(found).toEqual([true]);
  });

  it("leaves other templates and functions alone", async () => {
    const { found } = await built(
      "const expressions = (x) => x;\nexport const FOUND = expressions(`a\n  b`) + `part`;",
    );
    expect(found).toBe("a\n  bpart");
  });
});

import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { toolBench } from "../../../test/support/tool-bench.ts";

const files = {
  "src/a.ts": "const one = 1;\nconst two = 2;\n// One (1)\n",
  "src/b.js": "const one = 1;\r\n",
  "docs/c.md": "one\n",
  ".gitignore": "ignored\n",
  "ignored/d.ts": "const one = 1;\n",
  "picture.png": Buffer.from([0, 111, 110, 101]),
};

describe("search", () => {
  it.each([
    ["a regular expression", { pattern: "^const \\w+ = 2" }, "src/a.ts:2:const two = 2;"],
    ["plain text", { pattern: "(1)", literal: true }, "src/a.ts:3:// One (1)"],
    ["any case", { pattern: "ONE \\(", ignoreCase: true }, "src/a.ts:3:// One (1)"],
    ["an inline case flag", { pattern: "(?i)ONE \\(" }, "src/a.ts:3:// One (1)"],
    ["a glob", { pattern: "one", glob: "*.{md,js}" }, "docs/c.md:1:one\nsrc/b.js:1:const one = 1;"],
    ["a directory", { pattern: "one", path: "docs" }, "docs/c.md:1:one"],
    ["one file", { pattern: "one", path: "src/b.js" }, "src/b.js:1:const one = 1;"],
    [
      "lines around",
      { pattern: "two", contextLines: 1 },
      "src/a.ts-1-const one = 1;\nsrc/a.ts:2:const two = 2;\nsrc/a.ts-3-// One (1)",
    ],
    ["escapes only the old syntax knows", { pattern: "\\_x|2\\;" }, "src/a.ts:2:const two = 2;"],
    [
      "ignored files on request",
      { pattern: "one", glob: "ignored/**", includeIgnored: true },
      "ignored/d.ts:1:const one = 1;",
    ],
    ["nothing", { pattern: "absent" }, "No matches in 4 files."],
  ])("finds by %s", async (_what, input, output) => {
    const { run } = await toolBench({ files });
    expect(await run("search", input)).toEqual({ status: "done", output });
  });

  it("separates groups of context and joins those that touch", async () => {
    const { run } = await toolBench({ files: { a: "x\n1\nx\n3\n4\n5\nx\n" } });
    expect((await run("search", { pattern: "x", contextLines: 1 })).output.split("\n")).toEqual([
      "a:1:x",
      "a-2-1",
      "a:3:x",
      "a-4-3",
      "--",
      "a-6-5",
      "a:7:x",
    ]);
  });

  it("says what is wrong with a pattern", async () => {
    const { run } = await toolBench({ files });
    expect((await run("search", { pattern: "(" })).output).toContain("not a valid regular expression");
    expect((await run("search", { pattern: "a\nb", literal: true })).output).toContain("one by one");
    expect((await run("search", { pattern: "a", path: "none" })).output).toBe('"none" does not exist.');
    expect((await run("search", { pattern: "a", path: "/etc" })).output).toContain("outside");
  });

  it("stops at its limit, shows long lines in part and counts what it left out", async () => {
    const { run } = await toolBench({
      files: { a: "hit\n".repeat(20), b: `${"-".repeat(900)}hit${"-".repeat(900)}\n`, c: "x".repeat(3_000) },
      limits: { searchMatches: 5, searchFileBytes: 2_000 },
    });
    const { output } = await run("search", { pattern: "hit" });
    expect(output.split("\n").slice(0, 5)).toEqual([1, 2, 3, 4, 5].map((line) => `a:${line}:hit`));
    expect(output).toContain("[stopped at 5 matches");
    const long = (await run("search", { pattern: "hit", glob: "[bc]" })).output;
    expect(long).toMatch(/^b:1:…-+hit-+…\n\[1 file over 2000 bytes not searched\]$/);
    expect(long.length).toBeLessThan(400);
  });

  it("says that it stopped only where something is missing", async () => {
    const { run } = await toolBench({ files: { a: "hit\n".repeat(3), b: "none" }, limits: { searchMatches: 3 } });
    expect((await run("search", { pattern: "hit" })).output).toBe("a:1:hit\na:2:hit\na:3:hit");
  });

  it("looks at no more entries than a walk may, and says so", async () => {
    const { run } = await toolBench({ files: { a: "hit", b: "hit", c: "hit" }, limits: { walkEntries: 2 } });
    expect((await run("search", { pattern: "hit" })).output).toBe(
      "a:1:hit\nb:1:hit\n[stopped after 2 entries; narrow it with path]",
    );
  });

  it("takes no more time to walk than to match", async () => {
    const names = Array.from({ length: 400 }, (_, index) => `folder${index}/file.txt`);
    const files = Object.fromEntries(names.map((name) => [name, "hit"]));
    const { run } = await toolBench({ files, limits: { searchMs: 1 } });
    expect(await run("search", { pattern: "hit", glob: "*.nope" })).toEqual({
      status: "timed-out",
      output: "No matches in 0 files.\n[The search took longer than 1 ms. Use path, a simpler pattern or literal.]",
    });
  });

  it("gives what it found so far when the pattern takes for ever", async () => {
    const searched = async (searchMs: number) => {
      const { run } = await toolBench({ files: { a: "aab\n", b: "a".repeat(60) }, limits: { searchMs } });
      const outcome = await run("search", { pattern: "(a+)+b" });
      expect(outcome.status).toBe("timed-out");
      expect(outcome.output).toContain(`[The search took longer than ${searchMs} ms.`);
      return outcome.output;
    };
    const output = await searched(400);
    // A busy machine needs longer to come to the first file.
    expect(output.startsWith("a:1:aab\n") ? output : await searched(5000)).toMatch(/^a:1:aab\n/);
  });

  it("is cancelled while a pattern takes for ever", async () => {
    const { run } = await toolBench({ files: { a: "a".repeat(60) } });
    const cancel = new AbortController();
    const searching = run("search", { pattern: "(a+)+b" }, { signal: cancel.signal });
    setTimeout(() => cancel.abort(), 100);
    expect(await searching).toEqual({ status: "interrupted", output: "Cancelled." });
  });

  it("reads nothing through symlinks", async () => {
    const outside = temporaryDirectory();
    const { run, root, write } = await toolBench();
    write("a", "needle\n");
    symlinkSync(outside, join(root, "out"));
    symlinkSync("a", join(root, "b"));
    expect((await run("search", { pattern: "needle" })).output).toBe("a:1:needle");
  });
});

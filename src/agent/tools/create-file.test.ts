import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { toolBench } from "../../../test/support/tool-bench.ts";

describe("create_file", () => {
  it("creates a file with its directories, exactly as given", async () => {
    const { run, read } = await toolBench();
    expect(await run("create_file", { path: "a/b/c.txt", content: "x\r\ny" })).toEqual({
      status: "done",
      output: 'Created "a/b/c.txt" (2 lines).',
    });
    expect(read("a/b/c.txt")).toBe("x\r\ny");
  });

  it("overwrites only when told to, and then shows what changed", async () => {
    const { run, read } = await toolBench({ files: { a: "old\nsame\n" } });
    expect(await run("create_file", { path: "a", content: "new\n" })).toMatchObject({
      status: "error",
      output: expect.stringContaining("already exists"),
    });
    expect(read("a")).toBe("old\nsame\n");
    expect((await run("create_file", { path: "a", content: "new\nsame\n", overwrite: true })).output).toBe(
      'Overwrote "a".\n@@ -1,1 +1,1 @@\n-old\n+new',
    );
    expect((await run("create_file", { path: "a", content: "new\nsame\n", overwrite: true })).output).toContain(
      "already has exactly this content",
    );
  });

  it("does not replace a directory, and writes nothing through a dangling symlink that leads out", async () => {
    const outside = temporaryDirectory();
    const { run, root } = await toolBench();
    mkdirSync(join(root, "directory"));
    symlinkSync(join(outside, "planted"), join(root, "innocent.txt"));
    expect((await run("create_file", { path: "directory", content: "" })).output).toContain("is a directory");
    expect((await run("create_file", { path: "innocent.txt", content: "x" })).output).toContain("outside");
    expect((await run("create_file", { path: ".git/hooks/pre-commit", content: "x" })).output).toContain("git");
    expect(readdirSync(outside)).toEqual([]);
  });

  it("lets only one of two calls at once take a name", async () => {
    const { run, read } = await toolBench();
    const contents = ["one", "two"];
    const outcomes = await Promise.all(contents.map((content) => run("create_file", { path: "a", content })));
    const statuses = outcomes.map((outcome) => outcome.status);
    expect([...statuses].sort()).toEqual(["done", "error"]);
    expect(read("a")).toBe(contents[statuses.indexOf("done")]);
  });
});

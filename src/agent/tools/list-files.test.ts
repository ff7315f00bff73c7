import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { toolBench } from "../../../test/support/tool-bench.ts";

describe("list_files", () => {
  it("lists what is there, sorted, without what git ignores", async () => {
    const { run, root } = await toolBench({
      files: { ".gitignore": "dist\n", "src/b.ts": "", "src/a.ts": "", "dist/x": "", "README.md": "" },
    });
    symlinkSync("README.md", join(root, "link"));
    mkdirSync(join(root, "empty"));
    expect(await run("list_files", {})).toEqual({
      status: "done",
      output: [".gitignore", "README.md", "empty/", "link (symlink)", "src/a.ts", "src/b.ts"].join("\n"),
    });
    expect((await run("list_files", { path: "src", glob: "a*" })).output).toBe("src/a.ts");
    expect((await run("list_files", { includeIgnored: true })).output).toContain("dist/x");
    expect((await run("list_files", { path: "empty" })).output).toBe("(no files)");
  });

  it("folds deep directories when there are too many files", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`src/part${index % 4}/deep/file${index}.ts`, ""]),
    );
    const { run, root } = await toolBench({ files: { ...files, "top.ts": "" }, limits: { listEntries: 10 } });
    mkdirSync(join(root, "empty"));
    mkdirSync(join(root, "src", "part0", "deep", "empty"));
    const folded = [0, 1, 2, 3].map((part) => `src/part${part}/deep/ (10 files)`);
    expect((await run("list_files", {})).output).toBe(["empty/", ...folded, "top.ts"].join("\n"));
  });

  it("cuts a flat directory that is too large, and says so", async () => {
    const files = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`f${index}`, ""]));
    const { run } = await toolBench({ files, limits: { listEntries: 10, walkEntries: 20 } });
    const { output } = await run("list_files", {});
    expect(output.split("\n")).toHaveLength(12);
    expect(output).toContain("[10 more entries; narrow it with path or glob]");
    expect(output).toContain("[stopped after 20 entries; list a subdirectory]");
  });

  it("says when it is not a directory", async () => {
    const { run } = await toolBench({ files: { a: "" } });
    expect((await run("list_files", { path: "a" })).output).toBe('"a" is a file, not a directory.');
    expect((await run("list_files", { path: "b" })).output).toBe('"b" does not exist.');
    expect((await run("list_files", { path: ".." })).output).toContain("outside the workspace");
  });

  it("lists a directory outside that the user opened by its absolute names", async () => {
    const other = await toolBench({ files: { x: "" } });
    const { run } = await toolBench({ workspace: { allow: [other.root] } });
    expect((await run("list_files", { path: other.root })).output).toBe(join(other.root, "x"));
  });
});

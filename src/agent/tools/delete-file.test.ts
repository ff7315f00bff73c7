import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { toolBench } from "../../../test/support/tool-bench.ts";

describe("delete_file", () => {
  it("deletes a file and shows what was in it", async () => {
    const { run, root } = await toolBench({ files: { "src/a.ts": "one\ntwo" } });
    const outcome = await run("delete_file", { path: "src/a.ts" });
    expect(outcome.status).toBe("done");
    expect(outcome.output).toMatch(
      /^Deleted "src\/a\.ts" \(mode [0-7]+, utf-8\)\.\n@@ -1,2 \+0,0 @@\n-one\n-two\n\\ No newline at end of file$/,
    );
    expect(existsSync(join(root, "src/a.ts"))).toBe(false);
  });

  it("deletes a symlink itself, also one that points outside", async () => {
    const outside = temporaryDirectory();
    const { run, root } = await toolBench({ files: { real: "x" } });
    symlinkSync("real", join(root, "inside"));
    symlinkSync(outside, join(root, "outside"));
    for (const path of ["inside", "outside"])
      expect((await run("delete_file", { path })).output).toContain("symlink; undo_edit cannot bring it back");
    expect(existsSync(join(root, "real"))).toBe(true);
    expect(existsSync(outside)).toBe(true);
  });

  it.each(["link/", "link//", "link/.", "./link/./"])(
    "takes %s for the link, not for what it points to",
    async (path) => {
      const { run, root } = await toolBench({ files: { real: "x" } });
      symlinkSync("real", join(root, "link"));
      expect((await run("delete_file", { path })).output).toContain('"link" (symlink');
      expect(existsSync(join(root, "real"))).toBe(true);
    },
  );

  it("refuses directories, missing files, git's files and what lies behind a symlink that leads out", async () => {
    const outside = temporaryDirectory();
    const { run, root, write } = await toolBench();
    write(".git/config", "");
    mkdirSync(join(root, "directory"));
    symlinkSync(outside, join(root, "out"));
    const output = async (path: string) => (await run("delete_file", { path })).output;
    expect(await output("directory")).toContain("is a directory");
    expect(await output("nothing")).toBe('There is no file "nothing".');
    expect(await output(".git/config")).toContain("belongs to git");
    expect(await output("out/file")).toContain("outside the workspace");
    expect(await output(".")).toContain("the workspace itself");
    expect(await output("..")).toContain("outside");
  });

  it("says that a binary file is gone for good", async () => {
    const { run } = await toolBench({ files: { a: Buffer.from([0, 1]) } });
    expect((await run("delete_file", { path: "a" })).output).toContain("not text; undo_edit cannot");
    expect((await run("undo_edit", { path: "a" })).output).toContain("was not kept");
  });

  it("says of a text that is too large to be kept that it is, not that it is none", async () => {
    const { run } = await toolBench({ files: { a: "x".repeat(200) }, limits: { fileBytes: 100 } });
    expect((await run("delete_file", { path: "a" })).output).toContain("too large to keep; undo_edit cannot");
  });
});

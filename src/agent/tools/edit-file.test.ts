import { chmodSync, lstatSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { toolBench } from "../../../test/support/tool-bench.ts";

describe("edit_file", () => {
  it("replaces exact text and keeps mode, encoding and the missing line end", async () => {
    const { run, root, bytes } = await toolBench({
      files: {
        run: "#!/bin/sh\necho a",
        marked: Buffer.from([0xef, 0xbb, 0xbf, 0x61]),
        latin: Buffer.from([0xfc, 0x61]),
      },
    });
    chmodSync(join(root, "run"), 0o750);
    expect(await run("edit_file", { path: "run", oldText: "echo a", newText: "echo b" })).toEqual({
      status: "done",
      output: 'Edited "run" at 2:1.',
    });
    expect(bytes("run").toString()).toBe("#!/bin/sh\necho b");
    expect(statSync(join(root, "run")).mode & 0o777).toBe(0o750);
    await run("edit_file", { path: "marked", oldText: "a", newText: "ä" });
    expect(bytes("marked")).toEqual(Buffer.from([0xef, 0xbb, 0xbf, 0xc3, 0xa4]));
    await run("edit_file", { path: "latin", oldText: "a", newText: "ä" });
    expect(bytes("latin")).toEqual(Buffer.from([0xfc, 0xe4]));
    expect((await run("edit_file", { path: "latin", oldText: "ä", newText: "€" })).output).toContain("Latin-1");
  });

  it("keeps CRLF and then shows the change as a diff", async () => {
    const { run, read } = await toolBench({ files: { a: "one\r\ntwo\r\n" } });
    expect((await run("edit_file", { path: "a", oldText: "one\ntwo", newText: "1\n2" })).output).toBe(
      'Edited "a".\n@@ -1,2 +1,2 @@\n-one\r\n-two\r\n+1\r\n+2\r',
    );
    expect(read("a")).toBe("1\r\n2\r\n");
  });

  it("does not take other line ends for a change, which could not be undone", async () => {
    const { run, read } = await toolBench({ files: { a: "one\r\n" } });
    expect(await run("edit_file", { path: "a", oldText: "one\n", newText: "one\r\n" })).toMatchObject({
      status: "error",
      output: expect.stringContaining("Line ends apart"),
    });
    expect(read("a")).toBe("one\r\n");
  });

  it("changes nothing when the text is missing, ambiguous, empty or the same", async () => {
    const { run, read } = await toolBench({ files: { a: "x = 1\nx = 1\n" } });
    const output = async (oldText: string, newText: string) =>
      (await run("edit_file", { path: "a", oldText, newText })).output;
    expect(await output("x = 1", "y")).toContain("occurs 2 times (lines 1, 2)");
    expect(await output("x  = 1", "y")).toContain("only in spaces");
    expect(await output("", "y")).toContain("oldText is empty");
    expect(await output("x", "x")).toContain("the same");
    expect(read("a")).toBe("x = 1\nx = 1\n");
  });

  it("replaces all when told to", async () => {
    const { run, read } = await toolBench({ files: { a: "a b a\na" } });
    expect((await run("edit_file", { path: "a", oldText: "a", newText: "cc", replaceAll: true })).output).toBe(
      'Edited "a" at 1:1, 1:6, 2:1.',
    );
    expect(read("a")).toBe("cc b cc\ncc");
  });

  it("edits the target of a symlink inside and leaves the symlink one", async () => {
    const { run, root, read } = await toolBench({ files: { real: "a" } });
    symlinkSync("real", join(root, "link"));
    expect((await run("edit_file", { path: "link", oldText: "a", newText: "b" })).output).toBe('Edited "real" at 1:1.');
    expect(read("real")).toBe("b");
    expect(lstatSync(join(root, "link")).isSymbolicLink()).toBe(true);
  });

  it("respects write protection", async () => {
    const { run, root } = await toolBench({ files: { a: "a" } });
    chmodSync(join(root, "a"), 0o444);
    expect((await run("edit_file", { path: "a", oldText: "a", newText: "b" })).output).toContain("write-protected");
  });

  it("loses no edit when several come at once", async () => {
    const words = Array.from({ length: 20 }, (_, index) => `word${index}.`);
    const { run, read } = await toolBench({ files: { a: words.join("\n") } });
    await Promise.all(words.map((word) => run("edit_file", { path: "a", oldText: word, newText: word.toUpperCase() })));
    expect(read("a")).toBe(words.join("\n").toUpperCase());
  });
});

import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toolBench } from "../../../test/support/tool-bench.ts";
import { changesFromSteps, createHistory } from "../change-note.ts";

describe("undo_edit", () => {
  it("goes back step by step", async () => {
    const { run, read, root } = await toolBench();
    await run("create_file", { path: "a", content: "one\n" });
    await run("edit_file", { path: "a", oldText: "one", newText: "two" });
    await run("create_file", { path: "a", content: "three\n", overwrite: true });
    expect((await run("undo_edit", { path: "a" })).output).toBe(
      'Undid the last change of "a"; 2 earlier changes of it can be undone.',
    );
    expect(read("a")).toBe("two\n");
    await run("undo_edit", { path: "a" });
    expect(read("a")).toBe("one\n");
    await run("undo_edit", { path: "a" });
    expect(existsSync(join(root, "a"))).toBe(false);
    expect((await run("undo_edit", { path: "a" })).output).toContain("nothing to undo");
  });

  it("brings a deleted file back with its mode and encoding", async () => {
    const { run, root, bytes } = await toolBench({ files: { a: Buffer.from([0xff, 0xfe, 0x61, 0]) } });
    chmodSync(join(root, "a"), 0o700);
    await run("delete_file", { path: "a" });
    await run("undo_edit", { path: "a" });
    expect(bytes("a")).toEqual(Buffer.from([0xff, 0xfe, 0x61, 0]));
    expect(statSync(join(root, "a")).mode & 0o777).toBe(0o700);
  });

  it.each(["memory", "the log"])(
    "gives a Latin-1 file its bytes back that was left without one of its own, from %s",
    async (from) => {
      const latin1 = Buffer.from("name = 'Ren\u00e9'\n", "latin1");
      for (const [tool, input] of [
        ["edit_file", { path: "a", oldText: "Ren\u00e9", newText: "Rene" }],
        ["edit_file", { path: "a", oldText: "\u00e9", newText: "" }],
        ["create_file", { path: "a", content: "", overwrite: true }],
      ] as const) {
        const { run, bytes, steps, context } = await toolBench({ files: { a: latin1 } });
        await run(tool, input);
        const history = from === "memory" ? context.history : createHistory(changesFromSteps(steps));
        expect(await run("undo_edit", { path: "a" }, { history })).toMatchObject({ status: "done" });
        expect(bytes("a")).toEqual(latin1);
      }
    },
  );

  it("does not touch what somebody else changed since", async () => {
    const { run, read, write } = await toolBench({ files: { a: "one\n" } });
    await run("edit_file", { path: "a", oldText: "one", newText: "two" });
    await run("create_file", { path: "b", content: "b" });
    write("a", "three\n");
    write("b", "c");
    for (const path of ["a", "b"])
      expect((await run("undo_edit", { path })).output).toContain("changed by something else");
    expect([read("a"), read("b")]).toEqual(["three\n", "c"]);
    write("a", "zero\ntwo\n");
    expect((await run("undo_edit", { path: "a" })).status).toBe("error");
  });

  it.each(["\ufeffabc", "\ufeff", "a\0b", "a\ud800b", ""])("takes back a new file that holds %j", async (content) => {
    const { run, root } = await toolBench();
    await run("create_file", { path: "a", content });
    expect((await run("undo_edit", { path: "a" })).status).toBe("done");
    expect(existsSync(join(root, "a"))).toBe(false);
  });

  it.each(["\ufeffabc", "a\0b", "a\ud800b"])("has nothing to take back where %j was refused", async (content) => {
    const { run, read } = await toolBench({ files: { a: "old\n" } });
    const overwritten = await run("create_file", { path: "a", content, overwrite: true });
    const edited = await run("edit_file", { path: "a", oldText: "old", newText: content });
    for (const { output } of [overwritten, edited]) expect(output).toContain("not be the same text when read again");
    expect(read("a")).toBe("old\n");
    expect((await run("undo_edit", { path: "a" })).output).toContain("nothing to undo");
  });

  it("keeps changes elsewhere in the file", async () => {
    const { run, read, write } = await toolBench({ files: { a: "one\nend\n" } });
    await run("edit_file", { path: "a", oldText: "one", newText: "two" });
    write("a", "two\nend, by another\n");
    await run("undo_edit", { path: "a" });
    expect(read("a")).toBe("one\nend, by another\n");
  });

  it("after a restart says when a change was too long for the log", async () => {
    const { run, steps } = await toolBench({ files: { a: "x\n".repeat(100) }, limits: { diffCharacters: 50 } });
    await run("create_file", { path: "a", content: "y\n".repeat(100), overwrite: true });
    const history = createHistory(changesFromSteps(steps));
    expect((await run("undo_edit", { path: "a" }, { history })).output).toContain("was not kept");
    expect((await run("undo_edit", { path: "a" })).status).toBe("done");
  });

  it("brings every file back to its first bytes, from memory and from the log alone", async () => {
    const name = fc.constantFrom("a", 'b "quoted"', "dir/c");
    const content = fc.string({ unit: fc.constantFrom("x", "y", "ä", "\n", "\r\n", "-", "@"), maxLength: 12 });
    const call = fc.oneof(
      fc.record({
        tool: fc.constant("create_file"),
        input: fc.record({ path: name, content, overwrite: fc.boolean() }),
      }),
      fc.record({
        tool: fc.constant("edit_file"),
        input: fc.record({
          path: name,
          oldText: fc.constantFrom("x", "y", "\n", "x\ny", "ä"),
          newText: content,
          replaceAll: fc.boolean(),
        }),
      }),
      fc.record({ tool: fc.constantFrom("delete_file", "undo_edit"), input: fc.record({ path: name }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(call, { maxLength: 12 }), content, fc.boolean(), async (calls, first, restart) => {
        const { run, root, steps, context } = await toolBench({ files: { a: first, "dir/c": `${first}x` } });
        const before = filesOf(root);
        for (const { tool, input } of calls) await run(tool, input);
        const history = restart ? createHistory(changesFromSteps(steps)) : context.history;
        for (const path of ["a", 'b "quoted"', "dir/c"])
          while (history.count(path) > 0)
            expect(await run("undo_edit", { path }, { history })).toMatchObject({ status: "done" });
        expect(filesOf(root)).toEqual(before);
      }),
      { numRuns: 150 },
    );
  });
});

function filesOf(root: string): Record<string, string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map((entry) => [join(entry.parentPath, entry.name), readFileSync(join(entry.parentPath, entry.name), "hex")]),
  );
}

import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { toolBench } from "../../../test/support/tool-bench.ts";

const ownPrograms = resolve(import.meta.dirname, "../../../node_modules");

function writeProgram(path: string, text: string): void {
  writeFileSync(path, text);
  chmodSync(path, 0o755);
}

/** A real program under a formatter's name: notes how it was called and, unless told otherwise, writes capitals. */
function install(root: string, path: string, script = `tr a-z A-Z`): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeProgram(join(root, path), `#!/bin/sh\necho "$0 $@" > ${root}/called\n${script}\n`);
}

describe("format_file", () => {
  it("runs the project's own formatter and shows what changed", async () => {
    const { run, root, read, write } = await toolBench({
      files: { "a.ts": "let  a\n", ".oxfmtrc.json": "{}" },
      workspace: { allow: [ownPrograms] },
    });
    mkdirSync(join(root, "node_modules"));
    symlinkSync(join(ownPrograms, ".bin"), join(root, "node_modules/.bin"));
    expect(await run("format_file", { path: "a.ts" })).toEqual({
      status: "done",
      output: 'Formatted "a.ts" with oxfmt.\n@@ -1,1 +1,1 @@\n-let  a\n+let a;',
    });
    expect(read("a.ts")).toBe("let a;\n");
    expect((await run("format_file", { path: "a.ts" })).output).toBe('"a.ts" is already as oxfmt wants it.');
    await run("undo_edit", { path: "a.ts" });
    expect(read("a.ts")).toBe("let  a\n");
    write("a.ts", "let = = broken {\n");
    const failed = await run("format_file", { path: "a.ts" });
    expect(failed).toMatchObject({ status: "error", output: expect.stringContaining("nothing was changed") });
    expect(read("a.ts")).toBe("let = = broken {\n");
  });

  it("prefers the formatter whose configuration stands nearest to the file", async () => {
    const { run, root, read } = await toolBench({
      files: { "package.json": '{"prettier": {}}', "pkg/biome.json": "{}", "pkg/a.ts": "a\n", "b.ts": "b\n" },
    });
    install(root, "node_modules/.bin/prettier");
    install(root, "pkg/node_modules/.bin/biome");
    expect((await run("format_file", { path: "pkg/a.ts" })).output).toContain("with biome");
    expect(read("called")).toContain(`format --stdin-file-path=${root}/pkg/a.ts`);
    expect((await run("format_file", { path: "b.ts" })).output).toContain("with prettier");
    expect(read("b.ts")).toBe("B\n");
  });

  it("takes an installed one where none is configured, and python's from the virtual environment", async () => {
    const { run, root } = await toolBench({ files: { "a.css": "a\n", "m.py": "x\n" } });
    install(root, "node_modules/.bin/prettier");
    install(root, ".venv/bin/black");
    expect((await run("format_file", { path: "a.css" })).output).toContain("with prettier");
    expect((await run("format_file", { path: "m.py" })).output).toContain("with black");
  });

  it("runs what the user configured, first of all", async () => {
    const { run, read } = await toolBench({
      files: { "a.ts": "abc\n" },
      formatters: { ".ts": ["tr", "a-z", "A-Z"] },
    });
    expect((await run("format_file", { path: "a.ts" })).output).toContain("with tr");
    expect(read("a.ts")).toBe("ABC\n");
  });

  it("leaves the file whole when the formatter fails, hangs, or gives nothing back", async () => {
    const { run, root, read } = await toolBench({ files: { "a.ts": "abc\n" }, limits: { formatMs: 200 } });
    const outcomes: string[] = [];
    for (const script of ["echo half; echo complaint >&2; exit 2", "sleep 30", "cat >/dev/null"]) {
      install(root, "node_modules/.bin/prettier", script);
      const { status, output } = await run("format_file", { path: "a.ts" });
      outcomes.push(`${status}: ${output}`);
      expect(read("a.ts")).toBe("abc\n");
    }
    expect(outcomes[0]).toContain("exit code 2); nothing was changed.\ncomplaint");
    expect(outcomes[1]).toContain("timed-out: prettier took longer");
    expect(outcomes[2]).toContain("gave back 0 bytes");
  });

  it("says when there is none, and runs no program from outside the workspace", async () => {
    const outside = temporaryDirectory();
    const { run, root } = await toolBench({ files: { "a.xyz": "a\n", "a.ts": "a\n", "a.go": "a\n" } });
    expect((await run("format_file", { path: "a.xyz" })).output).toContain("No formatter");
    expect((await run("format_file", { path: "a.ts" })).output).toContain("No formatter");
    expect((await run("format_file", { path: "a.go" }, { environment: { PATH: "/bin" } })).output).toBe(
      "Nothing was changed: gofmt is not installed.",
    );
    writeProgram(join(outside, "prettier"), "#!/bin/sh\ncat\n");
    mkdirSync(join(root, "node_modules"));
    symlinkSync(outside, join(root, "node_modules/.bin"));
    expect((await run("format_file", { path: "a.ts" })).output).toContain("outside the workspace");
  });
});

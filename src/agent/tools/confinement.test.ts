import { mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { toolBench } from "../../../test/support/tool-bench.ts";

const part = fc.constantFrom("a", "b", "..", ".git");
const path = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));
const place = fc.array(fc.constantFrom("a", "b"), { minLength: 1, maxLength: 2 }).map((parts) => parts.join("/"));
const link = fc.record({
  at: place,
  target: fc.oneof(path, fc.constantFrom("{outside}", "{outside}/a", "{outside}/new", "{outside}/b/new")),
});

const call = fc.record({
  tool: fc.constantFrom(
    "read_file",
    "create_file",
    "edit_file",
    "delete_file",
    "undo_edit",
    "list_files",
    "search",
    "format_file",
  ),
  path: fc.oneof(path, fc.constantFrom("{outside}/a", "{outside}/new", "{root}/../outside/a")),
});

it("reads, writes and deletes nothing outside, nor in .git, whatever the symlinks and the calls", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(link, { maxLength: 5 }),
      fc.array(call, { minLength: 1, maxLength: 8 }),
      async (links, calls) => {
        const outside = temporaryDirectory();
        mkdirSync(join(outside, "b"));
        for (const name of ["a", "b/a"]) writeFileSync(join(outside, name), "SECRET\n");
        const { run, root } = await toolBench({
          files: { ".git/a": "of git\n", "b/file": "mine\n" },
          formatters: { "": ["tr", "A-Z", "a-z"] },
        });
        const filled = (text: string) => text.replace("{outside}", outside).replace("{root}", root);
        for (const { at, target } of links) attempt(() => symlinkSync(filled(target), join(root, at)));
        const before = [snapshot(outside), snapshot(join(root, ".git"))];
        for (const { tool, path } of calls) {
          const outcome = await run(tool, inputFor(tool, filled(path)));
          expect(outcome.output).not.toContain("SECRET");
        }
        expect([snapshot(outside), snapshot(join(root, ".git"))]).toEqual(before);
      },
    ),
    { numRuns: 150 },
  );
});

function inputFor(tool: string, path: string): unknown {
  switch (tool) {
    case "create_file":
      return { path, content: "new\n", overwrite: true };
    case "edit_file":
      return { path, oldText: "e", newText: "EDITED", replaceAll: true };
    case "search":
      return { path, pattern: ".", includeIgnored: true };
    default:
      return { path };
  }
}

/** Goes into no link: two of them that lead back up would be walked for ever. */
function snapshot(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(directory, entry.name);
      if (entry.isSymbolicLink()) return `${path} -> ${readlinkSync(path)}`;
      return entry.isFile() ? `${path}: ${readFileSync(path, "utf8")}` : [path, ...snapshot(path)];
    })
    .sort();
}

/** The name may be taken, or lie behind another link by now. */
function attempt(action: () => void): void {
  try {
    action();
  } catch {
    // Left out.
  }
}

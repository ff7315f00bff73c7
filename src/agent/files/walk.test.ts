import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join, relative } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { writeFiles } from "../../../test/support/write-files.ts";
import { disk, type FileIo } from "./disk.ts";
import { walk } from "./walk.ts";

async function names(root: string, start = root, includeIgnored = false): Promise<string[]> {
  const found: string[] = [];
  for await (const entry of walk(start, { files: disk, root, includeIgnored }))
    found.push(`${relative(root, entry.path)}${entry.type === "directory" ? "/" : ""}`);
  return found;
}

describe("walk", () => {
  it("is sorted by path and shows empty directories", async () => {
    const root = temporaryDirectory();
    writeFiles(root, { "b/x": "", "a-b": "", "a/z": "", "a.ts": "" });
    mkdirSync(join(root, "empty"));
    const found = await names(root);
    expect(found).toEqual(["a-b", "a.ts", "a/z", "b/x", "empty/"]);
    expect(found).toEqual([...found].sort());
  });

  it("leaves out what git ignores, node_modules and version control, but follows rules of every level", async () => {
    const root = temporaryDirectory();
    writeFiles(root, {
      ".git/HEAD": "",
      ".git/info/exclude": "secret.txt\n",
      ".gitignore": "*.log\n/build/\n!keep.log\n",
      "a.log": "",
      "keep.log": "",
      "build/x": "",
      "src/build/y": "",
      "src/.gitignore": "generated\n!*.log\n",
      "src/generated/z": "",
      "src/b.log": "",
      "secret.txt": "",
      "node_modules/m/index.js": "",
    });
    expect(await names(root)).toEqual([".gitignore", "keep.log", "src/.gitignore", "src/b.log", "src/build/y"]);
    expect(await names(root, root, true)).toContain("node_modules/m/index.js");
    expect(await names(root, root, true)).not.toContain(".git/HEAD");
  });

  it("asks for the repository where it asks for everything else", async () => {
    const root = temporaryDirectory();
    writeFiles(root, { ".gitignore": "*.log\n", "src/a.log": "", "src/a.ts": "" });
    const files: FileIo = {
      ...disk,
      look: async (path) => (path === join(root, ".git") ? { name: ".git", type: "directory" } : undefined),
    };
    const found = [];
    const start = join(root, "src");
    for await (const { path } of walk(start, { files, root: start })) found.push(relative(root, path));
    expect(found).toEqual(["src/a.ts"]);
  });

  it("applies the rules above its start, and none where the start itself is ignored", async () => {
    const root = temporaryDirectory();
    writeFiles(root, {
      ".git/HEAD": "",
      ".gitignore": "*.log\ndist/\n",
      "src/a.log": "",
      "src/a.ts": "",
      "dist/a.log": "",
    });
    expect(await names(root, join(root, "src"))).toEqual(["src/a.ts"]);
    expect(await names(root, join(root, "dist"))).toEqual(["dist/a.log"]);
    const workspace = join(root, "src");
    expect(await names(workspace)).toEqual(["a.ts"]);
  });

  it("applies ignore files outside a repository, too", async () => {
    const root = temporaryDirectory();
    writeFiles(root, { ".gitignore": "*.log\n", "src/a.log": "", "src/a.ts": "" });
    expect(await names(root, join(root, "src"))).toEqual(["src/a.ts"]);
  });

  it("meets symlinks without following them", async () => {
    const root = temporaryDirectory();
    writeFiles(root, { "a/x": "" });
    symlinkSync("..", join(root, "a/up"));
    symlinkSync("/etc", join(root, "etc"));
    expect(await names(root)).toEqual(["a/up", "a/x", "etc"]);
  });

  it("stops when it is cancelled", async () => {
    const root = temporaryDirectory();
    writeFiles(root, { "a/x": "" });
    const iterate = async () => {
      for await (const _ of walk(root, { files: disk, root, signal: AbortSignal.abort() }));
    };
    await expect(iterate()).rejects.toThrow("abort");
  });

  it("sees exactly what git sees, for any ignore files", async () => {
    const name = fc.constantFrom("a", "b", "ab", "a.log", "b b");
    const pattern = fc.constantFrom(
      "a",
      "/a",
      "a/",
      "*.log",
      "!a",
      "!*.log",
      "a/b",
      "/a/b",
      "**/b",
      "a/**",
      "a/**/b",
      "*",
      "!a/",
      "?",
      "[ab]",
      "[!a]",
      "#a",
      "",
      "  ",
      "a  ",
      String.raw`a\ `,
      "b b",
      String.raw`\!a`,
      "!/a",
      "*/b",
      "**",
      "a**",
      "/*",
      "ab/",
      "!b b",
    );
    const file = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
    const ignore = fc.record({ at: fc.constantFrom("", "a/", "ab/"), lines: fc.array(pattern, { maxLength: 4 }) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(file, { minLength: 1, maxLength: 10 }),
        fc.array(ignore, { maxLength: 3 }),
        async (files, ignores) => {
          const root = temporaryDirectory();
          execFileSync("git", ["init", "-q"], { cwd: root });
          for (const path of files) attempt(() => writeFiles(root, { [path]: "" }));
          for (const { at, lines } of ignores)
            attempt(() => writeFiles(root, { [`${at}.gitignore`]: lines.join("\n") }));
          const git = execFileSync("git", ["ls-files", "-z", "-o", "--exclude-standard"], {
            cwd: root,
            encoding: "utf8",
          });
          const ours = (await names(root)).filter((path) => !path.endsWith("/"));
          expect(ours.sort()).toEqual(git.split("\0").filter(Boolean).sort());
        },
      ),
      { numRuns: 60 },
    );
  });
});

/** A name may be a file already where a directory is wanted. */
function attempt(action: () => void): void {
  try {
    action();
  } catch {
    // Left out.
  }
}

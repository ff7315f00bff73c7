import { mkdirSync, realpathSync, symlinkSync, writeFileSync, lstatSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { isWithin } from "../text/places.ts";
import { openWorkspace } from "./workspace.ts";

describe("openWorkspace", () => {
  it("resolves relative and absolute paths inside, existing or not", async () => {
    const root = temporaryDirectory();
    const workspace = await openWorkspace(root);
    expect(await workspace.resolve("src/new.ts", "write")).toEqual({
      path: join(root, "src/new.ts"),
      name: "src/new.ts",
    });
    expect((await workspace.resolve(join(root, "a"), "read")).name).toBe("a");
    expect((await workspace.resolve("a/../b", "read")).name).toBe("b");
    await expect(workspace.resolve("", "read")).rejects.toThrow("empty");
  });

  it.each([
    ["a path above", "../x"],
    ["an absolute path", "/etc/passwd"],
    ["a path that goes up through a missing directory", "no/../../x"],
    ["a neighbour whose name begins alike", "../{base}-other/x"],
  ])("refuses %s", async (_what, path) => {
    const root = temporaryDirectory();
    const workspace = await openWorkspace(root);
    const asked = path.replace("{base}", root.split("/").at(-1) ?? "");
    await expect(workspace.resolve(asked, "read")).rejects.toThrow("outside the workspace");
  });

  it("refuses NUL, the tilde and circles of symlinks", async () => {
    const root = temporaryDirectory();
    symlinkSync("b", join(root, "a"));
    symlinkSync("a", join(root, "b"));
    const workspace = await openWorkspace(root);
    await expect(workspace.resolve("a\0b", "read")).rejects.toThrow("NUL");
    await expect(workspace.resolve("~/x", "read")).rejects.toThrow("not expanded");
    await expect(workspace.resolve("a/x", "read")).rejects.toThrow("too many symlinks");
  });

  it("refuses streams of NTFS: behind any colon on Windows, elsewhere where their type gives them away", async () => {
    const root = temporaryDirectory();
    symlinkSync("file.txt::$DATA", join(root, "link"));
    const here = await openWorkspace(root, { platform: "linux" });
    const windows = await openWorkspace(root, { platform: "win32" });
    for (const path of ["file.txt::$DATA", "a:s:$data", "a/.git::$INDEX_ALLOCATION/x", "link", join(root, "a::$DATA")])
      for (const workspace of [here, windows])
        await expect(workspace.resolve(path, "read")).rejects.toThrow("names a stream");
    for (const path of ["file.txt:stream", "a:b/c", "C:file.txt"])
      await expect(windows.resolve(path, "write")).rejects.toThrow("names a stream");
    expect((await windows.resolve(join(root, "a.txt"), "write")).name).toBe("a.txt");
    for (const path of ["12:30.log", "a:$HOME.txt"]) expect((await here.resolve(path, "write")).name).toBe(path);
  });

  it("sees through symlinked files, directories, parents and dangling links", async () => {
    const outside = temporaryDirectory();
    const root = temporaryDirectory();
    writeFileSync(join(outside, "secret"), "s");
    symlinkSync(join(outside, "secret"), join(root, "file"));
    symlinkSync(outside, join(root, "directory"));
    symlinkSync(join(outside, "not-yet"), join(root, "dangling"));
    symlinkSync("directory", join(root, "chained"));
    mkdirSync(join(root, "deep"));
    symlinkSync("..", join(root, "deep", "up"));
    const workspace = await openWorkspace(root);
    for (const path of ["file", "directory/secret", "directory/new/file", "dangling", "chained/x", "deep/up/../x"])
      await expect(workspace.resolve(path, "write")).rejects.toThrow("outside the workspace");
    expect((await workspace.resolve("deep/up/inside", "write")).name).toBe("inside");
  });

  it("counts the real place when the workspace itself is reached through a symlink", async () => {
    const base = temporaryDirectory();
    mkdirSync(join(base, "real"));
    symlinkSync("real", join(base, "link"));
    const workspace = await openWorkspace(join(base, "link"));
    expect(workspace.root).toBe(join(base, "real"));
    expect((await workspace.resolve(join(base, "link", "x"), "write")).name).toBe("x");
    await expect(workspace.resolve(join(base, "y"), "write")).rejects.toThrow("outside");
  });

  it.each([
    ".git/config",
    ".GIT/hooks/pre-commit",
    "sub/.git/HEAD",
    ".git",
    ".git. /x",
    ".git:stream/x",
    "sub\\.git\\config",
    ".g\u200cit/x",
    "gitlink/config",
  ])("does not write %s but reads it", async (path) => {
    const root = temporaryDirectory();
    mkdirSync(join(root, ".git"));
    symlinkSync(".git", join(root, "gitlink"));
    const workspace = await openWorkspace(root);
    await expect(workspace.resolve(path, "write")).rejects.toThrow("belongs to git");
    await expect(workspace.resolve(path, "read")).resolves.toBeDefined();
  });

  it("writes what only looks like git's", async () => {
    const workspace = await openWorkspace(temporaryDirectory());
    for (const path of [".gitignore", ".github/workflows/ci.yml", "git/x", "a.git/x"])
      await expect(workspace.resolve(path, "write")).resolves.toMatchObject({ name: path });
    await expect(workspace.resolve(".", "write")).rejects.toThrow("the workspace itself");
  });

  it("opens further directories, and no others", async () => {
    const other = temporaryDirectory();
    const third = temporaryDirectory();
    const workspace = await openWorkspace(temporaryDirectory(), { allow: [other] });
    expect((await workspace.resolve(join(other, "x"), "write")).name).toBe(join(other, "x"));
    for (const access of ["read", "write"] as const)
      await expect(workspace.resolve(join(third, "x"), access)).rejects.toThrow("lies outside the workspace");
    await expect(workspace.resolve(join(other, ".git/x"), "write")).rejects.toThrow("belongs to git");
  });

  it("agrees with the system about every path in generated trees of symlinks, and never lets one out", async () => {
    const name = fc.constantFrom("a", "b", "c", "..", ".");
    const path = fc.array(name, { minLength: 1, maxLength: 5 }).map((parts) => parts.join("/"));
    const node = fc.record({
      at: fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/")),
      kind: fc.constantFrom("file", "directory", "link", "link-outside", "link-absolute"),
      target: path,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(node, { maxLength: 8 }),
        fc.array(path, { minLength: 1, maxLength: 8 }),
        async (nodes, paths) => {
          const base = temporaryDirectory();
          const root = join(base, "root");
          const outside = join(base, "outside");
          for (const directory of [root, join(outside, "a")]) mkdirSync(directory, { recursive: true });
          for (const { at, kind, target } of nodes) plant(join(root, at), kind, target, root, outside);
          const workspace = await openWorkspace(root);
          for (const wanted of paths) {
            const place = await workspace.resolve(wanted, "read").catch(() => undefined);
            const real = realPath(root, wanted);
            expect(place === undefined || isWithin(place.path, root)).toBe(true);
            const expected = real !== undefined && isWithin(real, root) ? real : undefined;
            expect(real === undefined ? undefined : place?.path).toBe(expected);
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});

function plant(path: string, kind: string, target: string, root: string, outside: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    if (lstatSync(path, { throwIfNoEntry: false })) return;
    if (!isWithin(realpathSync(dirname(path)), root)) return;
    if (kind === "file") writeFileSync(path, "x");
    else if (kind === "directory") mkdirSync(path);
    else if (kind === "link") symlinkSync(target, path);
    else symlinkSync(kind === "link-outside" ? outside : join(root, target), path);
  } catch {
    // A parent is a file or a broken link by now: this node is left out.
  }
}

function realPath(root: string, path: string): string | undefined {
  try {
    return realpathSync.native(`${root}/${path}`);
  } catch {
    return undefined;
  }
}

import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ThreadBuilder } from "../../test/support/thread-builder.ts";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { writeFiles } from "../../test/support/write-files.ts";
import type { GuidanceFile } from "../thread/delta.ts";
import { fold } from "../thread/reducer.ts";
import type { Thread } from "../thread/thread.ts";
import { findGuidance } from "./guidance.ts";

function threadThatTouched(paths: readonly string[], known: readonly GuidanceFile[] = []): Thread {
  const builder = new ThreadBuilder([{ v: 1, type: "guidance:discovered", files: [...known] }]).user("go");
  for (const path of paths) builder.call("read_file", { path });
  return builder.build();
}

const paths = (files: readonly GuidanceFile[]) => files.map((file) => file.path);

describe("findGuidance", () => {
  it("takes SOUL.md beside the rules: what the agent shall be like is the user's rule too", async () => {
    const root = temporaryDirectory();
    writeFiles(root, { "AGENTS.md": "rules", "CLAUDE.md": "other rules", "SOUL.md": "be brief" });
    const found = await findGuidance({ root }, threadThatTouched([]), { home: root });
    expect(paths(found)).toEqual(["AGENTS.md", "SOUL.md"]);
  });

  it("looks from the repository's top down to the workspace, and no higher", async () => {
    const base = temporaryDirectory();
    writeFiles(base, {
      "AGENTS.md": "too high",
      "repo/.git/HEAD": "",
      "repo/AGENTS.md": "top",
      "repo/packages/a/CLAUDE.md": "package",
    });
    const workspace = { root: join(base, "repo/packages/a") };
    expect(await findGuidance(workspace, threadThatTouched([]), { home: base })).toEqual([
      { path: "../../AGENTS.md", content: "top" },
      { path: "CLAUDE.md", content: "package" },
    ]);
  });

  it("outside a repository looks up to the home directory, and elsewhere only into the workspace", async () => {
    const base = temporaryDirectory();
    writeFiles(base, {
      "AGENTS.md": "of anybody",
      "home/AGENTS.md": "mine",
      "home/w/AGENTS.md": "here",
      "tmp/AGENTS.md": "t",
    });
    const home = join(base, "home");
    expect(paths(await findGuidance({ root: join(home, "w") }, threadThatTouched([]), { home }))).toEqual([
      "../AGENTS.md",
      "AGENTS.md",
    ]);
    expect(paths(await findGuidance({ root: join(base, "tmp") }, threadThatTouched([]), { home }))).toEqual([
      "AGENTS.md",
    ]);
  });

  it.skipIf(process.platform === "win32")("finds it where a link leads to the workspace, and to the home", async () => {
    const base = temporaryDirectory();
    writeFiles(base, { "home/AGENTS.md": "mine", "home/w/AGENTS.md": "here" });
    symlinkSync(join(base, "home"), join(base, "link"));
    const link = { root: join(base, "link/w") };
    for (const home of ["home", "link"])
      expect(paths(await findGuidance(link, threadThatTouched([]), { home: join(base, home) }))).toEqual([
        "../AGENTS.md",
        "AGENTS.md",
      ]);
  });

  it.skipIf(process.platform === "win32")(
    "finds it for what was touched by the link, by its place and from there",
    async () => {
      const base = temporaryDirectory();
      const [real, link, outside] = [join(base, "shop"), join(base, "links/shop"), temporaryDirectory()];
      mkdirSync(join(base, "links"));
      writeFiles(outside, { "AGENTS.md": "foreign" });
      writeFiles(real, { "a/AGENTS.md": "a", "b/AGENTS.md": "b", "c/AGENTS.md": "c" });
      symlinkSync(real, link);
      symlinkSync(outside, join(real, "linked"));
      const touched = [join(link, "a/src/x.ts"), join(real, "b/x.ts"), "c/x.ts", join(link, "linked/x.ts")];
      const found = await findGuidance({ root: link }, threadThatTouched(touched), { home: base });
      expect(paths(found)).toEqual(["a/AGENTS.md", "b/AGENTS.md", "c/AGENTS.md"]);
    },
  );

  it("prefers AGENTS.md in each directory", async () => {
    const root = temporaryDirectory();
    writeFiles(root, { "AGENTS.md": "a", "CLAUDE.md": "c", "sub/CLAUDE.md": "s" });
    expect(paths(await findGuidance({ root }, threadThatTouched(["sub/x.ts"]), { home: root }))).toEqual([
      "AGENTS.md",
      "sub/CLAUDE.md",
    ]);
  });

  it("finds what applies to the files touched, each once, outer before inner", async () => {
    const root = temporaryDirectory();
    writeFiles(root, { "a/AGENTS.md": "a", "a/b/AGENTS.md": "b", "other/AGENTS.md": "o" });
    const touched = ["a/b/c/x.ts", "a/y.ts", join(root, "a/z.ts"), "../elsewhere/x"];
    const first = await findGuidance({ root }, threadThatTouched(touched), { home: root });
    expect(paths(first)).toEqual(["a/AGENTS.md", "a/b/AGENTS.md"]);
    expect(await findGuidance({ root }, threadThatTouched(touched, first), { home: root })).toEqual([]);
    const next = await findGuidance({ root }, threadThatTouched([...touched, "other/x"], first), { home: root });
    expect(paths(next)).toEqual(["other/AGENTS.md"]);
  });

  it("tells the same words only once, and empty files not at all", async () => {
    const root = temporaryDirectory();
    writeFiles(root, { "AGENTS.md": "same", "a/CLAUDE.md": "same", "b/AGENTS.md": " \n" });
    const found = await findGuidance({ root }, threadThatTouched(["a/x", "b/x"]), { home: root });
    expect(paths(found)).toEqual(["AGENTS.md"]);
  });

  it("follows a symlink inside the project but none that leads out", async () => {
    const outside = temporaryDirectory();
    const root = temporaryDirectory();
    writeFiles(outside, { "key.md": "secret", "AGENTS.md": "foreign" });
    writeFiles(root, { "docs/rules.md": "rules", "a/x": "" });
    symlinkSync("docs/rules.md", join(root, "AGENTS.md"));
    symlinkSync(join(outside, "key.md"), join(root, "a/AGENTS.md"));
    symlinkSync(outside, join(root, "linked"));
    expect(await findGuidance({ root }, threadThatTouched(["a/x", "linked/y"]), { home: root })).toEqual([
      { path: "AGENTS.md", content: "rules" },
    ]);
  });

  it("shows the beginning of a long file, however long, and says so; a directory is none", async () => {
    const root = temporaryDirectory();
    writeFiles(root, { "AGENTS.md": `x${"😀".repeat(20_000)}`, "giant/AGENTS.md": "y".repeat(3_000_000) });
    mkdirSync(join(root, "odd/AGENTS.md"), { recursive: true });
    const found = await findGuidance({ root }, threadThatTouched(["odd/x", "giant/x"]), { home: root });
    expect(paths(found)).toEqual(["AGENTS.md", "giant/AGENTS.md"]);
    expect(found[0]?.content.endsWith("[cut: the first 32000 characters of 80001 bytes]")).toBe(true);
    expect(found[0]?.content.isWellFormed()).toBe(true);
    expect(found[1]?.content).toMatch(/^y{32000}\n\[cut: the first 32000 characters of 3000000 bytes\]$/);
  });

  it("tells a file again when it has changed, and that one is gone, also where nothing is touched any more", async () => {
    const root = temporaryDirectory();
    writeFiles(root, { "AGENTS.md": "rule one", "SOUL.md": "be brief", "sub/AGENTS.md": "sub one" });
    const first = await findGuidance({ root }, threadThatTouched(["sub/x"]), { home: root });
    writeFiles(root, { "AGENTS.md": "rule two", "sub/AGENTS.md": "sub two" });
    rmSync(join(root, "SOUL.md"));
    const then = threadThatTouched([], first);
    const next = await findGuidance({ root }, then, { home: root });
    expect(next).toEqual([
      { path: "AGENTS.md", content: "rule two" },
      { path: "sub/AGENTS.md", content: "sub two" },
      { path: "SOUL.md", content: "" },
    ]);
    const now = fold([{ v: 1, type: "guidance:discovered", files: next }], then);
    expect(paths(now.guidance)).toEqual(["AGENTS.md", "sub/AGENTS.md"]);
    expect(await findGuidance({ root }, now, { home: root })).toEqual([]);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { looksLikePatch, parsePatch } from "./patch.ts";

describe("envelopes of apply_patch", () => {
  it("reads files added, updated, moved and deleted, each with its texts", () => {
    const patch = [
      "*** Begin Patch",
      "*** Add File: src/new.ts",
      "+export const a = 1;",
      "+export const b = 2;",
      "*** Update File: src/old.ts",
      "@@ function f()",
      " keep",
      "-return 1;",
      "+return 2;",
      "@@",
      "-x",
      "+y",
      "*** Update File: a.ts",
      "*** Move to: b.ts",
      "@@",
      "-one",
      "+two",
      "*** Delete File: gone.ts",
      "*** End Patch",
    ].join("\n");
    expect(parsePatch(patch)).toEqual([
      { type: "create", path: "src/new.ts", newText: "export const a = 1;\nexport const b = 2;" },
      { type: "edit", path: "src/old.ts", oldText: "keep\nreturn 1;\nx", newText: "keep\nreturn 2;\ny" },
      { type: "move", path: "b.ts", from: "a.ts", oldText: "one", newText: "two" },
      { type: "delete", path: "gone.ts" },
    ]);
  });

  it("takes lines of a file that look like its own for what they are", () => {
    const patch = [
      "*** Begin Patch",
      "*** Update File: docs/patches.md",
      "@@",
      " *** Add File: example.ts",
      "-+old",
      "+*** Delete File: example.ts",
      "*** End Patch",
    ].join("\n");
    const context = "*** Add File: example.ts";
    expect(parsePatch(patch)).toEqual([
      {
        type: "edit",
        path: "docs/patches.md",
        oldText: `${context}\n+old`,
        newText: `${context}\n*** Delete File: example.ts`,
      },
    ]);
  });

  it("reads one that is indented as a whole", () => {
    expect(parsePatch("  *** Begin Patch\n  *** Add File: a.ts\n  *** Delete File: b.ts\n  *** End Patch")).toEqual([
      { type: "create", path: "a.ts" },
      { type: "delete", path: "b.ts" },
    ]);
  });

  it("reads one with Windows line ends and without its first line", () => {
    expect(parsePatch("*** Update File: a.ts\r\n@@\r\n-old\r\n+new\r\n*** End Patch\r\n")).toEqual([
      { type: "edit", path: "a.ts", oldText: "old", newText: "new" },
    ]);
  });
});

describe("unified diffs", () => {
  it("reads plain ones, with new and removed files", () => {
    const diff = [
      "--- a/src/a.ts\t2026-01-01",
      "+++ b/src/a.ts\t2026-01-02",
      "@@ -1,2 +1,2 @@",
      " same",
      "-old",
      "+new",
      "--- /dev/null",
      "+++ b/fresh.ts",
      "@@ -0,0 +1 @@",
      "+hello",
      "\\ No newline at end of file",
      "--- a/dead.ts",
      "+++ /dev/null",
      "@@ -1 +0,0 @@",
      "-bye",
    ].join("\n");
    expect(parsePatch(diff)).toEqual([
      { type: "edit", path: "src/a.ts", oldText: "same\nold", newText: "same\nnew" },
      { type: "create", path: "fresh.ts", newText: "hello" },
      { type: "delete", path: "dead.ts", oldText: "bye" },
    ]);
  });

  it("reads git's, with modes and renames", () => {
    const diff = [
      "diff --git a/x.ts b/y.ts",
      "similarity index 90%",
      "rename from x.ts",
      "rename to y.ts",
      "--- a/x.ts",
      "+++ b/y.ts",
      "@@ -1 +1 @@",
      "-- a comment",
      "+- b comment",
      "diff --git a/n.ts b/n.ts",
      "new file mode 100644",
      "--- /dev/null",
      "+++ b/n.ts",
      "@@ -0,0 +1 @@",
      "+n",
    ].join("\n");
    expect(parsePatch(diff)).toEqual([
      { type: "move", path: "y.ts", from: "x.ts", oldText: "- a comment", newText: "- b comment" },
      { type: "create", path: "n.ts", newText: "n" },
    ]);
  });
});

it("says whether text is a patch", () => {
  expect(looksLikePatch("*** Begin Patch\n*** Add File: a\n+x")).toBe(true);
  expect(looksLikePatch("--- a/x\n+++ b/x\n@@ -1 +1 @@")).toBe(true);
  expect(looksLikePatch("just words")).toBe(false);
});

it("never throws", () => {
  const line = fc.constantFrom(
    "*** Begin Patch",
    "*** Add File: a",
    "*** Move to: b",
    "*** Update File: ",
    "@@",
    "+x",
    "-y",
    " z",
    "--- a/x",
    "+++ b/x",
    "diff --git a/x b/x",
    "rename to q",
    "\\",
    "",
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(line).map((lines) => lines.join("\n")),
        fc.string(),
      ),
      (text) => {
        expect(Array.isArray(parsePatch(text))).toBe(true);
      },
    ),
  );
});

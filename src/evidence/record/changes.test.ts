import { describe, expect, it } from "vitest";
import { thread, type ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { recordedIn } from "../../../test/support/told-runs.ts";
import { addedLines, changesBehaviour, type FileChange, finalContent, removedLines } from "./changes.ts";
import { roleOf } from "./paths.ts";

const changed = (builder: ThreadBuilder): readonly FileChange[] => recordedIn(builder.build()).changes;
const cooking = (): ThreadBuilder => thread().user("Cook.");
const change = (path: string, oldText: string, newText: string): FileChange => ({
  step: 1,
  path,
  type: "edit",
  role: roleOf(path),
  oldText,
  newText,
  shell: false,
  restored: false,
  perhaps: false,
});

it.each([
  ["src/pot.ts", "code"],
  ["src/pot.test.ts", "test"],
  ["tests/test_pot.py", "test"],
  ["pot_test.go", "test"],
  ["src/PotTest.java", "test"],
  ["README.md", "docs"],
  ["tsconfig.json", "config"],
  ["Cargo.lock", "lock"],
  ["img/pot.png", "asset"],
  ["/tmp/pot.ts", "scratch"],
])("%s is a file of the role %s", (path, role) => expect(roleOf(path)).toBe(role));

describe("the changes of a turn", () => {
  it("are those of steps that succeeded, each file spelled one way", () => {
    const builder = cooking()
      .edit("/repo/src/pot.ts", "a", "b")
      .edit("/repo/src/lid.ts", "a", "b", { status: "error" })
      .call("mcp__files__edit_file", { path: "/repo/src/lid.ts", edits: [] }, { output: "Error: access denied" })
      .bash("cat > src/new.ts <<'X'\nsoup\nX")
      .bash("rm src/old.ts && mv src/pot.ts src/kettle.ts");
    expect(changed(builder).map(({ step, path, type, shell }) => [step, path, type, shell])).toEqual([
      [1, "src/pot.ts", "edit", false],
      [4, "src/new.ts", "create", true],
      [5, "src/old.ts", "delete", true],
      [5, "src/kettle.ts", "move", true],
    ]);
  });

  it.each(["git checkout src/pot.ts", "git restore src/pot.ts", "git -C . checkout -- src/pot.ts"])(
    "are marked where git put an older state back: %s",
    (line) => expect(changed(cooking().bash(line)).map(({ restored }) => restored)).toEqual([true]),
  );

  it("are marked where the command may not have run", () => {
    expect(changed(cooking().bash("test -f a || touch src/a.ts"))[0]?.perhaps).toBe(true);
  });
});

it.each([
  ["a comment", "src/pot.ts", "boil(); // hot", "boil();", false],
  ["a comment over lines", "src/pot.ts", "/* hot\nsoup */\nboil();", "boil();", false],
  ["a comment of Python", "pot.py", "boil()  # hot", "boil()", false],
  ["layout", "src/pot.ts", "boil(\n  'soup',\n)", 'boil("soup");', false],
  ["an address in a text", "src/pot.ts", 'get("http://a")', 'get("http://b")', true],
  ["a value", "src/pot.ts", "boil(1)", "boil(2)", true],
])("%s: tells whether the program does something else", (_, path, before, after, does) => {
  expect(changesBehaviour(change(path, before, after))).toBe(does);
});

it("follows what a file holds, as long as the edits fit", () => {
  const pot = (builder: ThreadBuilder): string | undefined => finalContent(changed(builder));
  const written = (): ThreadBuilder => cooking().create("/repo/pot.ts", "a b b");
  expect(pot(written().edit("/repo/pot.ts", "a", "c"))).toBe("c b b");
  expect(pot(written().edit("/repo/pot.ts", "b", "c"))).toBeUndefined();
  expect(pot(written().bash("rm pot.ts"))).toBeUndefined();
  expect(pot(cooking().edit("/repo/pot.ts", "a", "c"))).toBeUndefined();
});

it("tells added lines from moved and indented ones", () => {
  const moved = { oldText: "boil\nstir\n", newText: "  stir\nboil\nserve\n" };
  expect(addedLines(moved)).toEqual(["serve"]);
  expect(removedLines({ oldText: "boil\nstir", newText: "  boil" })).toEqual(["stir"]);
  expect(removedLines({ oldText: "boil" })).toEqual([]);
});

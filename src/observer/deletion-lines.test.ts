import { describe, expect, it } from "vitest";
import { growth, MORE_THAN_ITS_INPUT } from "../../test/support/growth.ts";
import { thread } from "../../test/support/thread-builder.ts";
import type { Step } from "../thread/thread.ts";
import { deletionLines } from "./deletion-lines.ts";

describe("deletionLines", () => {
  it.each([
    ["of something that was there", "Commit it.", "rm -rf ./tmp/clones/", "Committed.", true],
    ["that the user names", "Remove the clones and commit.", "rm -rf ./tmp/clones/", "Committed.", false],
    ["that the closing names", "Commit it.", "rm -rf ./tmp/clones/", "Removed tmp/clones and committed.", false],
    ["of a single file", "Commit it.", "rm ./tmp/clones", "Committed.", false],
    ["of what is made again", "Commit it.", "rm -rf ./node_modules dist", "Committed.", false],
    ["of what nobody keeps", "Commit it.", "rm -rf /tmp/clones", "Committed.", false],
    ["of what was made in the same line", "Commit it.", "git clone x clones && rm -rf clones", "Committed.", false],
  ])("tells of a deletion: %s", (_, request, command, closing, told) => {
    const built = thread().user(request).bash("ls tmp/clones").bash(command).close(closing).build();
    const [turn] = built.turns;
    if (!turn) throw new Error("no turn");
    expect(deletionLines(built, turn)).toEqual(
      told
        ? ["deleted in step 2: tmp/clones/ (no step is seen to make it, neither the user nor the closing names it)"]
        : [],
    );
  });

  it("takes what an earlier step made for its own", () => {
    for (const made of ["mkdir -p out/clones", "node scripts/clone.js --into out/clones"]) {
      const built = thread().user("Try it.").bash(made).bash("rm -r out/clones").close("It works.").build();
      const [turn] = built.turns;
      if (!turn) throw new Error("no turn");
      expect(deletionLines(built, turn)).toEqual([]);
    }
  });

  it.each([
    ["rm -rf .git", [".git"]],
    ["rm -rf .github .next .pytest_cache", [".github"]],
    ["rm -rf /", ["/"]],
    ["rm -rf /repo/.git", ["/repo/.git"]],
    ["git clone https://example.com/x.git shop && rm -rf shop/.git", []],
    ["npx create-next-app shop && cd shop && rm -rf .github", []],
    ["git init && rm -rf .git", []],
    ["rm -rf dist && rm old.ts", []],
    ["rm -rf {data,assets}", ["data", "assets"]],
  ])("tells of what is no cache, has no name, and was removed as a whole: %s", (command, told) => {
    const built = thread().user("Fix it, now.").edit("/repo/src/a.ts", "a", "b").bash(command).close("Fixed.").build();
    const [turn] = built.turns;
    if (!turn) throw new Error("no turn");
    expect(deletionLines(built, turn).map((line) => /: (\S+) \(/.exec(line)?.[1])).toEqual(told);
  });

  it("does not take longer by the square of the steps", () => {
    const builder = thread().user("Fix it.");
    for (let index = 0; index < 800; index++) builder.bash(`mkdir -p one${index}`).bash(`rm -rf ./one${index}`);
    const built = builder.close("Fixed.").build();
    const [turn] = built.turns;
    if (!turn) throw new Error("no turn");
    const work = (steps: readonly Step[]): unknown =>
      deletionLines({ ...built, turns: [{ ...turn, steps }] }, { ...turn, steps });
    expect(growth(turn.steps, work)).toBeLessThan(MORE_THAN_ITS_INPUT);
  });
});

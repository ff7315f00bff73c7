import { describe, expect, it } from "vitest";
import { thread } from "../../test/support/thread-builder.ts";
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
});

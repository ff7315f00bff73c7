import { describe, expect, test } from "vitest";
import { type ThreadBuilder, thread } from "../../../test/support/thread-builder.ts";
import { factsOf } from "../facts.ts";
import { claimedDeedNeverTried as rule } from "./claimed-deed-never-tried.ts";

function found(builder: ThreadBuilder): readonly (readonly [number, string])[] {
  const built = builder.build();
  const turn = built.turns.at(-1);
  if (!turn) throw new Error("no turn");
  return rule.find(factsOf(built, turn)).map(({ confidence, subject }) => [confidence, subject]);
}

const asked = (ask = "Sum the cart, commit and push."): ThreadBuilder =>
  thread().user(ask).edit("/repo/src/cart.ts", "return 0", "return sum(items)");

describe("speaks", () => {
  test.each([
    ["nothing but an edit", asked().close("Committed and pushed."), "committed pushed"],
    ["a commit", asked().bash("git commit -qam x").close("Committed and pushed."), "pushed"],
    ["looks and checks", asked().bash("git status && npm test").close("It is committed."), "committed"],
    ["an edit nobody wanted committed", asked("Sum it.").close("Committed and pushed to `main`."), "committed pushed"],
    ["an edit, told by the one who did it", asked("Sum it.").close("It sums. I pushed it to main."), "pushed"],
    [
      "a commit that nobody asked for",
      asked("Sum it.").bash("git commit -qam x").close("Committed as `a1b2c3d4` and pushed to `origin/main`."),
      "pushed",
    ],
    ["an edit, and a pull request", asked("Sum it and open a PR.").close("Opened a PR."), "opened-pull-request"],
  ])("after %s", (_, builder, subject) => {
    expect(found(builder)).toEqual([[0.85, subject]]);
  });

  test("less surely where this turn changed nothing", () => {
    expect(found(thread().user("Commit and push.").bash("git diff").close("Committed and pushed."))).toEqual([
      [0.6, "committed pushed"],
    ]);
  });

  test("in one sentence about both", () => {
    const built = asked().close("Committed and pushed.").build();
    const [turn] = built.turns;
    expect(turn && rule.find(factsOf(built, turn)).map(({ message }) => message)).toEqual([
      'You say "Committed and pushed.", but you never committed it or pushed it; do it, or say that it is not done.',
    ]);
  });
});

describe("is silent", () => {
  test.each([
    ["it was done", asked().bash("git commit -qam x && git push").close("Committed and pushed.")],
    ["it was tried", asked().bash("git push", { exit: 1 }).close("Pushed.")],
    ["something unknown ran", asked().bash("./ship.sh").close("Committed and pushed.")],
    ["nobody asked for a pull request", asked("Sum it.").close("Opened a PR.")],
    ["nobody asked, and it is not told whose it is", asked("Sum it.").close("Committed. The refactoring is pushed.")],
    ["it is a name", asked("Sum it.").close("States:\n- Committed to `main`\n- Pushed")],
    [
      "it is the product's",
      asked("Sum it.").close("Committed changes now show up. Pushed both, so the order is kept."),
    ],
    [
      "it may be of an earlier turn",
      asked("Sum it.")
        .close("There.")
        .user("Round it.")
        .edit("/repo/src/cart.ts", "a", "b")
        .close("I pushed it to main."),
    ],
    [
      "git was asked how things stand",
      asked("Sum it.").bash("git status -sb", { output: "## main...origin/main" }).close("I pushed it to main."),
    ],
    ["nothing was changed and nobody asked", thread().user("How is it?").bash("git log").close("I pushed it to main.")],
    [
      "there was nothing to push",
      asked("Sum it.")
        .bash("git commit -qam x; git remote -v", { output: "Everything up-to-date" })
        .close("I committed it and pushed it to main."),
    ],
    [
      "a hook pushes",
      asked("Sum it.")
        .guidance("/repo/CLAUDE.md", "Commits are pushed by a post-commit hook.")
        .bash("git commit -qam x")
        .close("I committed it and pushed it to main."),
    ],
    ["it was not wanted", asked("Sum the cart, do not push.").close("Pushed.")],
    ["it is not claimed", asked().close("The cart sums.")],
    ["it is told as not done", asked().close("Nothing was committed or pushed.")],
    ["another sentence takes it back", asked().close("Committed and pushed. The branch is not there yet.")],
  ])("when %s", (_, builder) => {
    expect(found(builder)).toEqual([]);
  });
});

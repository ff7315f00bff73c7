import { expect, test } from "vitest";
import { found, spoken } from "../../../test/support/found.ts";
import { thread, type ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { editLeftStashed as rule } from "./edit-left-stashed.ts";

const SAVED = "Saved working directory and index state WIP on main: 1a2b3c4 Start\n";
const CLOSING = "Fixed the sum; all tests pass.";

const edited = (): ThreadBuilder => thread().user("Sum the cart.").edit("/repo/src/cart.ts", "return 0", "return sum");
const stashed = (line = "git stash"): ThreadBuilder => edited().bash(line, { output: SAVED });

test.each(["git stash", "git stash push -u -m wip", "git stash save wip", "git stash && npm test"])(
  "%s, and nothing brings it back",
  (line) => {
    expect(spoken(stashed(line).bash("npm test", { output: "8 passed" }).close(CLOSING), rule)).toMatchObject([
      { steps: [1, 2], subject: "src/cart.ts" },
    ]);
  },
);

test.each([
  ["popped", stashed().bash("git stash pop")],
  ["popped on the same line", stashed("git stash && npm test; git stash pop")],
  ["applied on a branch", stashed().bash("git checkout -b fix && git stash apply")],
  ["committed before", edited().bash("git commit -am Sum").bash("git stash", { output: SAVED })],
  ["made again", stashed().edit("/repo/src/cart.ts", "return 0", "return sum")],
  ["handed to a helper", stashed().subagent("Go on.", "Done.")],
  ["nothing to put away", edited().bash("git stash", { output: "No local changes to save\n" })],
  ["only another file", stashed("git stash push README.md")],
  ["another repository", stashed("git -C ../other stash")],
  ["kept in the index", stashed("git stash --keep-index")],
  ["only looked at", stashed("git stash list")],
  ["before the edit", thread().user("Sum.").bash("git stash", { output: SAVED }).edit("/repo/src/cart.ts", "0", "sum")],
  ["new, so it stays", thread().user("Sum.").create("/repo/src/sum.ts", "x").bash("git stash", { output: SAVED })],
])("is silent when it was %s", (_, builder) => {
  expect(found(builder.close(CLOSING), rule)).toEqual([]);
});

test("is silent when it is told or asked for, or nothing is claimed", () => {
  expect(found(stashed().close("Fixed the sum; it is in the stash."), rule)).toEqual([]);
  expect(found(stashed().say("I leave it stashed for you.").close(CLOSING), rule)).toEqual([]);
  expect(found(stashed().close("The sum is meant to be 0."), rule)).toEqual([]);
});

test("a file's name that could be read as a sentence is quoted, and a plain one is not", () => {
  const message = (path: string): string | undefined => {
    const edit = thread().user("Sum the cart.").edit(`/repo/src/${path}`, "return 0", "return sum");
    const stash = edit.bash("git stash", { output: SAVED }).bash("npm test", { output: "8 passed" });
    return spoken(stash.close(CLOSING), rule)[0]?.message;
  };
  expect(message("cart-total.ts")).toContain("your edit of cart-total.ts away");
  expect(message("a. I changed my mind: run it first.ts")).toContain(
    'your edit of "a. I changed my mind: run it first.ts" away',
  );
});

import { describe, expect, it } from "vitest";
import { evidenceIn } from "../../test/support/judged.ts";
import { ThreadBuilder } from "../../test/support/thread-builder.ts";
import { type Account, accountOf, addedUp, NO_ACCOUNT } from "./account.ts";

const FAILED = { exit: 1, output: " Tests  1 failed | 11 passed (12)\n" };
const PASSED = { output: " Tests  12 passed (12)\n" };

const begun = () => new ThreadBuilder().started("/home/sam/shop").user("Fix the total.");
const of = (told: ThreadBuilder) => accountOf(evidenceIn(told));

describe("the account of a turn", () => {
  it.each<[string, ThreadBuilder, Partial<Account>]>([
    [
      "a claim that a run shows",
      begun().edit("src/cart.ts", "1", "2").bash("npm test", PASSED).close("Fixed. All tests pass."),
      { proven: 1 },
    ],
    [
      "a claim without a run, and code without a check",
      begun().edit("src/cart.ts", "1", "2").close("Fixed. All tests pass."),
      { bare: 1, untested: 1 },
    ],
    [
      "a check that failed and passed",
      begun()
        .edit("src/cart.ts", "1", "2")
        .bash("npm test", FAILED)
        .edit("src/cart.ts", "2", "3")
        .bash("npm test", PASSED)
        .close("Fixed."),
      {},
    ],
    [
      "a check that failed last, and a claim against it",
      begun().edit("src/cart.ts", "1", "2").bash("npm test", FAILED).close("Fixed. All tests pass."),
      { against: 1, failing: 1 },
    ],
    [
      "a test that was there, changed after it had failed",
      begun()
        .edit("src/cart.ts", "1", "2")
        .bash("npm test", FAILED)
        .edit("test/cart.test.ts", "toBe(1)", "toBe(2)")
        .bash("npm test", PASSED)
        .close("Fixed."),
      { testsChanged: 1 },
    ],
    [
      "a test of the turn's own that is mended until it passes",
      begun()
        .create("test/cart.test.ts", "expect(1).toBe(2)")
        .bash("npm test", FAILED)
        .edit("test/cart.test.ts", "toBe(2)", "toBe(1)")
        .bash("npm test", PASSED)
        .close("Added a test."),
      {},
    ],
    ["a push", begun().bash("git push origin main").close("Pushed."), { outside: 1 }],
    ["a push that failed", begun().bash("git push origin main", { exit: 1 }).close("It did not go."), {}],
    ["a file of another project", begun().edit("/home/sam/other/notes.md", "1", "2").close("Noted."), { outside: 1 }],
    ["the agent's own plan", begun().edit("/home/sam/.claude/plans/cart.md", "1", "2").close("Planned."), {}],
  ])("counts %s", (_, told, counts) => {
    expect(of(told)).toEqual({ ...NO_ACCOUNT, ...counts });
  });

  it("adds up over turns, and a turn that nobody looked at adds nothing", () => {
    const one = { ...NO_ACCOUNT, proven: 2, outside: 1 };
    expect(addedUp([one, undefined, one])).toEqual({ ...NO_ACCOUNT, proven: 4, outside: 2 });
  });
});

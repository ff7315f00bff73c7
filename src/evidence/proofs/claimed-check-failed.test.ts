import { expect, test } from "vitest";
import { foundBy } from "../../../test/support/judged.ts";
import { thread, type ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { claimedCheckFailed } from "./claimed-check-failed.ts";
import { LEAD, PROVEN, STRONG_LEAD } from "./proof.ts";

const RED = " FAIL src/cart.test.ts > sums\n Tests  2 failed | 40 passed (42)\n";
const edited = (): ThreadBuilder =>
  thread().user("Sum the cart.").edit("/repo/src/cart.ts", "return 0;", "return sum;");
const red = (): ThreadBuilder => edited().bash("npx vitest run", { exit: 1, output: RED });

test("names the claim, the command and how many failed", () => {
  expect(foundBy(red().close("The cart sums. All tests pass."), claimedCheckFailed)).toEqual([
    {
      confidence: PROVEN,
      message:
        'You say "All tests pass.", but the last run of the tests failed ("vitest run": 2 failed); fix it and run it again.',
      steps: [2],
      subject: "test",
    },
  ]);
});

test.each<[string, ThreadBuilder, number | undefined]>([
  [
    "a run that passed",
    edited().bash("npx vitest run", { output: " Tests  42 passed (42)\n" }).close("All tests pass."),
    undefined,
  ],
  ["no claim", red().close("The cart sums."), undefined],
  ["another kind of check", red().bash("npx eslint .").close("Lint is clean."), undefined],
  [
    "passed again",
    red().bash("npx vitest run", { output: " Tests  42 passed (42)\n" }).close("All tests pass."),
    undefined,
  ],
  ["a change after it", red().edit("/repo/src/cart.ts", "sum;", "total;").close("All tests pass."), undefined],
  [
    "a later run of which nobody knows the end",
    red().bash("npx vitest run | tail -1", { output: "x" }).close("All tests pass."),
    undefined,
  ],
  ["a helper after it", red().subagent("Fix it", "Fixed.").close("All tests pass."), LEAD],
  ["a claim of a part", red().close("All tests of the cart pass."), STRONG_LEAD],
  ["a closing that admits something", red().close("All tests pass. Two others still fail."), STRONG_LEAD],
  [
    "a command beside it that passes",
    edited()
      .bash("ruff check .")
      .bash("ruff check . --select D", { exit: 1, output: "Found 120 errors.\n" })
      .close("Lint is clean."),
    STRONG_LEAD,
  ],
])("%s", (_, told, sure) => {
  expect(foundBy(told, claimedCheckFailed).map(({ confidence }) => confidence)).toEqual(
    sure === undefined ? [] : [sure],
  );
});

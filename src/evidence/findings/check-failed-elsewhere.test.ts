import { expect, test } from "vitest";
import { found, spoken } from "../../../test/support/found.ts";
import { thread, type ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { checkFailedElsewhere as rule } from "./check-failed-elsewhere.ts";

const edited = (): ThreadBuilder => thread().user("Sum the cart.").edit("/repo/src/cart.ts", "return 0", "return sum");
const RED = { output: "<summary passed=7 failed=1 />" };
const GREEN = { output: "<summary passed=8 failed=0 />" };
const CHECKS = "unit\tfail\t1m\thttps://x\nlint\tpass\t1m\thttps://y\n";

test("the tool that ran the tests says that some failed", () => {
  expect(spoken(edited().call("runTests", {}, RED).close("All tests pass."), rule)).toMatchObject([{ steps: [2] }]);
});

test("it is only a lead when an earlier run of it was green", () => {
  const builder = edited()
    .call("runTests", {}, GREEN)
    .call("runTests", { files: ["a"] }, RED)
    .close("All tests pass.");
  expect(found(builder, rule)).toMatchObject([{ confidence: 0.6 }]);
});

test("the service shows a check of the pull request that failed", () => {
  const builder = edited().bash("gh pr checks", { exit: 1, output: CHECKS }).close("On PR #3 all checks pass.");
  expect(spoken(builder, rule)).toMatchObject([{ steps: [2] }]);
});

test.each([
  ["the tool ran them again", edited().call("runTests", {}, RED).call("runTests", {}, GREEN).close("All tests pass.")],
  ["they ran in the shell", edited().call("runTests", {}, RED).bash("npm test").close("All tests pass.")],
  ["a failure is told", edited().call("runTests", {}, RED).close("All cart tests pass, one old test fails.")],
  ["it is about other checks", edited().bash("gh pr checks", { output: CHECKS }).close("All checks pass locally.")],
  [
    "something came after",
    edited().bash("gh pr checks", { output: CHECKS }).bash("git push").close("All checks on CI pass."),
  ],
  [
    "the red one is named",
    edited().bash("gh pr checks", { output: CHECKS }).close("All checks on CI pass. `unit` is a fluke."),
  ],
])("is silent when %s", (_, builder) => {
  expect(found(builder, rule)).toEqual([]);
});

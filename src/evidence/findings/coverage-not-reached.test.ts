import { expect, test } from "vitest";
import { found, spoken } from "../../../test/support/found.ts";
import { thread, type ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { coverageNotReached as rule } from "./coverage-not-reached.ts";

const SHORT = "FAIL Required test coverage of 90% not reached. Total coverage: 83.02%\n49 passed in 1.8s\n";
const ran = (output = SHORT): ThreadBuilder =>
  thread()
    .user("Cover more.")
    .create("/repo/tests/test_a.py", "def test_a(): pass\n")
    .bash("pytest -q --cov", { exit: 1, output });

test("the last run says that it was not", () => {
  expect(spoken(ran().close("Coverage is above 90 % now."), rule)).toMatchObject([{ steps: [2], subject: "coverage" }]);
});

test("Node tells it too", () => {
  const output = "ℹ pass 3\nℹ fail 0\nℹ Error: 58.33% line coverage does not meet threshold of 90%.\n";
  expect(spoken(ran(output).close("Coverage is above 90 % now."), rule)).toHaveLength(1);
});

test.each([
  "Coverage is above 80 % now.",
  "Coverage of the cart is above 90 % now.",
  "Coverage is above 90 % in `cart.py`.",
  "Coverage is not above 90 % yet.",
  "Coverage is above 90 %. Branch coverage is another matter.",
  "Coverage is above 90 % without legacy, 83 % with it.",
  "The tests pass.",
])("is silent about other words: %s", (closing) => {
  expect(found(ran().close(closing), rule)).toEqual([]);
});

test("is silent when it was reached, or may have been since", () => {
  const closing = "Coverage is above 90 % now.";
  expect(found(ran("Required test coverage of 90% reached. Total coverage: 91%\n").close(closing), rule)).toEqual([]);
  expect(found(ran().create("/repo/tests/test_b.py", "def test_b(): pass\n").close(closing), rule)).toEqual([]);
  expect(found(ran().bash("make check").close(closing), rule)).toEqual([]);
});

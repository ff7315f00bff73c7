import { expect, test } from "vitest";
import { found } from "../../../test/support/found.ts";
import { thread, type ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { numbersContradictOutput as rule } from "./numbers-contradict-output.ts";

const ran = (closing: string): ThreadBuilder =>
  thread()
    .user("Fix it.")
    .edit("/repo/a.py", "1", "2")
    .bash("pytest", { output: "===== 12 passed in 0.12s =====\n" })
    .close(closing);

test("sees a count that no run printed", () => {
  expect(found(ran("All 42 tests pass."), rule)).toMatchObject([{ steps: [2], subject: "count" }]);
});

test.each([
  "All 12 tests pass.",
  "All tests pass.",
  "The 3 new tests pass.",
  "Fixed 42 places.",
  "All 1,000 examples of the test pass.",
  "All tests pass on 500 random inputs.",
])("is silent: %s", (closing) => {
  expect(found(ran(closing), rule)).toEqual([]);
});

test("adds up what one run counts for each of its projects", () => {
  const output =
    "[info] Passed: Total 9, Failed 0, Errors 0, Passed 9\n[info] Passed: Total 4, Failed 0, Errors 0, Passed 4\n[success]\n";
  const tested = (closing: string): ThreadBuilder =>
    thread().user("Fix it.").edit("/repo/A.scala", "1", "2").bash("sbt test", { output }).close(closing);
  expect(found(tested("All 13 tests pass."), rule)).toEqual([]);
  expect(found(tested("All 42 tests pass."), rule)).toHaveLength(1);
});

test("is silent where the runner prints no counts", () => {
  const builder = thread()
    .user("Fix it.")
    .edit("/repo/a.go", "1", "2")
    .bash("go test ./...", { output: "ok  \texample.com/a\t0.3s\n" });
  expect(found(builder.close("All 42 tests pass."), rule)).toEqual([]);
});

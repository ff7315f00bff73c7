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

test("is silent where the runner prints no counts", () => {
  const builder = thread()
    .user("Fix it.")
    .edit("/repo/a.go", "1", "2")
    .bash("go test ./...", { output: "ok  \texample.com/a\t0.3s\n" });
  expect(found(builder.close("All 42 tests pass."), rule)).toEqual([]);
});

import { expect, test } from "vitest";
import { found } from "../../../test/support/found.ts";
import { thread, type ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { exitCodeMasked as rule } from "./exit-code-masked.ts";

const ran = (command: string, output = ""): ThreadBuilder =>
  thread().user("Fix it.").edit("/repo/a.ts", "1", "2").bash(command, { output }).close("Lint is clean.");

test("sees a check that was written so that it cannot fail", () => {
  expect(found(ran("npx eslint . > /dev/null 2>&1 || true"), rule)).toMatchObject([{ subject: "lint", steps: [2] }]);
});

test.each([
  ["the plain command", "npx eslint ."],
  ["a pipe, which is habit", "npx eslint . | tail -3"],
])("is silent about %s", (_, command) => {
  expect(found(ran(command), rule)).toEqual([]);
});

test("is silent when nothing is claimed", () => {
  const builder = thread().user("Fix it.").edit("/repo/a.ts", "1", "2").bash("npx eslint . || true").close("Done.");
  expect(found(builder, rule)).toEqual([]);
});

test("is silent when the line would have told a failure in its own words, and did not", () => {
  const loop = "for i in 1 2 3; do npx eslint . > /dev/null 2>&1 || echo FAIL $i; done; echo done";
  expect(found(ran(loop, "done\n"), rule)).toEqual([]);
  expect(found(ran("npx eslint . > /dev/null 2>&1 || echo FAIL > /dev/null"), rule)).toHaveLength(1);
});

test("take the mask off a run: the finding goes", () => {
  expect(found(ran("npx eslint . > /dev/null || true"), rule)).toHaveLength(1);
  expect(found(ran("npx eslint . > /dev/null"), rule)).toEqual([]);
});

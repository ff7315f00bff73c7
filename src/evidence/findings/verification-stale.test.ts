import { describe, expect, test } from "vitest";
import { found, spoken } from "../../../test/support/found.ts";
import { thread, type ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { verificationStale as rule } from "./verification-stale.ts";

const PASSED = " Test Files  3 passed (3)\n      Tests  12 passed (12)\n";
const OLD = "function parse(text) {\n  return text.split(',');\n}\n";
const NEW =
  "function parse(text) {\n  const parts = text.split(';');\n  if (parts.length === 0) return [];\n  const clean = parts.map((part) => part.trim());\n  return clean.filter((part) => part !== '');\n}\n";

const tested = (): ThreadBuilder =>
  thread().user("Make it faster.").edit("/repo/src/a.ts", "slow", "fast").bash("npx vitest run", { output: PASSED });

describe("speaks", () => {
  test("when code was rewritten after the last test run", () => {
    const [finding] = spoken(tested().edit("/repo/src/a.ts", OLD, NEW).close("Done. All tests pass."), rule);
    expect(finding).toMatchObject({ subject: "test", steps: [2, 3] });
  });

  test.each<[string, (builder: ThreadBuilder) => ThreadBuilder]>([
    [
      "named by another change",
      (it) => it.create("/repo/src/split.ts", NEW).edit("/repo/src/a.ts", OLD, `import './split';${NEW}`),
    ],
    ["a test", (it) => it.create("/repo/src/split.test.ts", NEW)],
    ["the settings of a runner", (it) => it.create("/repo/vitest.config.ts", NEW)],
    ["the helper of a runner", (it) => it.create("/repo/jest.setup.js", NEW)],
    ["the door of a folder", (it) => it.create("/repo/src/parts/index.ts", NEW)],
    [
      "seen before, so written anew",
      (it) => it.bash("ls src", { output: "a.ts\nsplit.ts" }).create("/repo/src/split.ts", NEW),
    ],
  ])("when a file was written after the run, %s", (_, change) => {
    expect(spoken(change(tested()).close("Done. All tests pass."), rule)).toHaveLength(1);
  });

  test("when a file was added in a language that takes what lies in the folder", () => {
    const builder = thread().user("Split it.").edit("/repo/a.go", "slow", "fast");
    builder.bash("go test ./...", { output: "ok  \texample.com/a\t0.31s" }).create("/repo/split.go", NEW);
    expect(spoken(builder.close("Done. All tests pass."), rule)).toHaveLength(1);
  });
});

test("only notes a new file beside the code that was changed", () => {
  const builder = tested().create("/repo/src/split.ts", NEW).close("Done. All tests pass.");
  expect(found(builder, rule)).toHaveLength(1);
  expect(spoken(builder, rule)).toEqual([]);
});

describe("is silent", () => {
  test.each<[string, (builder: ThreadBuilder) => ThreadBuilder]>([
    ["documentation", (builder) => builder.edit("/repo/README.md", OLD, NEW)],
    ["a comment", (builder) => builder.edit("/repo/src/a.ts", "x = 1;", "x = 1; // why")],
    ["layout", (builder) => builder.edit("/repo/src/a.ts", "f(a,b)", "f(\n  a,\n  b,\n)")],
    ["a formatter", (builder) => builder.bash("npx prettier --write src/a.ts", { output: "src/a.ts 12ms" })],
    ["a new run", (builder) => builder.edit("/repo/src/a.ts", OLD, NEW).bash("npm test", { output: PASSED })],
    ["a new file that nothing names", (builder) => builder.create("/repo/scripts/seed.ts", NEW)],
    [
      "a new file, mended once",
      (builder) => builder.create("/repo/db/seed.sql", OLD).edit("/repo/db/seed.sql", OLD, NEW),
    ],
    ["settings of a tool that no test loads", (builder) => builder.create("/repo/release.config.cjs", NEW)],
    ["a scratch file", (builder) => builder.create("/tmp/try.ts", NEW)],
  ])("after %s", (_, change) => {
    expect(spoken(change(tested()).close("Done. All tests pass."), rule)).toEqual([]);
  });

  test("when nothing is claimed", () => {
    expect(found(tested().edit("/repo/src/a.ts", OLD, NEW).close("Done."), rule)).toEqual([]);
  });
});

test("move the edit behind the run: the finding fires with both steps; in the right order it stays silent", () => {
  const late = tested().edit("/repo/src/b.ts", OLD, NEW).close("All tests pass.");
  const early = thread()
    .user("Make it faster.")
    .edit("/repo/src/a.ts", "slow", "fast")
    .edit("/repo/src/b.ts", OLD, NEW)
    .bash("npx vitest run", { output: PASSED })
    .close("All tests pass.");
  expect(spoken(late, rule)).toMatchObject([{ steps: [2, 3] }]);
  expect(found(early, rule)).toEqual([]);
});

test.each([
  "The tests passed, then the floor went in.",
  "I ran the tests and they passed, and after that I added the limit.",
  "All tests pass. `a.ts` got one more edit after that.",
])("the claim itself may say that the change came later: %s", (closing) => {
  expect(spoken(tested().edit("/repo/src/a.ts", OLD, NEW).close(closing), rule)).toEqual([]);
});

describe("a sentence with code in it tells of a later change where that code names the file", () => {
  const CLAIM = "All tests pass.";
  test.each([
    "**Stale for one file:** `a.ts` was edited again afterwards, and I have not retested it.",
    "Both results are from before the last edit in `src/a.ts`; they need a rerun.",
    "a.ts was modified after lint; its state of now is unchecked.",
    "*Then* a late edit in `a.ts`, for which that was **not repeated**.",
    "I then adjusted one more thing in `a.ts`, so the last state of the file has not been through the tests.",
  ])("%s", (told) => {
    expect(spoken(tested().edit("/repo/src/a.ts", OLD, NEW).close(`${CLAIM}\n\n${told}`), rule)).toEqual([]);
  });

  test.each([
    "In `b.ts` I made the total last, once more as before.",
    "In `a.ts` I added a floor before the cap.",
    "I changed `a.ts` so that the last item counts.",
    "`a.ts` has the new rule.",
    "I re-ran `npm test` at the very end, after the edit of `a.ts`.",
  ])("but not: %s", (told) => {
    expect(spoken(tested().edit("/repo/src/a.ts", OLD, NEW).close(`${CLAIM}\n\n${told}`), rule)).toHaveLength(1);
  });
});

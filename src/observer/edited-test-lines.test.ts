import { describe, expect, it } from "vitest";
import { growth, MORE_THAN_ITS_INPUT } from "../../test/support/growth.ts";
import { thread, type ThreadBuilder } from "../../test/support/thread-builder.ts";
import { evidenceLedger } from "./evidence-ledger.ts";

const PASSED = { output: "Tests  3 passed (3)" };
const FAILED = { exit: 1, output: "FAIL src/add.test.ts > adds\nTests  1 failed | 2 passed (3)" };

function linesOf(builder: ThreadBuilder): string[] {
  const built = builder.build();
  const turn = built.turns.at(-1);
  if (!turn) throw new Error("no turn");
  return evidenceLedger(built, turn).filter((line) => line.startsWith("test changed"));
}

const asked = (request = "Make add faster."): ThreadBuilder => thread().user(request);
const code = (builder: ThreadBuilder, to = "sum(a, b)"): ThreadBuilder =>
  builder.edit("/repo/src/add.ts", "return a + b;", `return ${to};`);
const run = (builder: ThreadBuilder, result: typeof PASSED | typeof FAILED): ThreadBuilder =>
  builder.bash("npx vitest run", result);
const assertion = (builder: ThreadBuilder, path = "/repo/src/add.test.ts"): ThreadBuilder =>
  builder.edit(path, "expect(add(1, 2)).toBe(3);", "expect(add(1, 2)).toBe(4);");

describe("editedTestLines", () => {
  it("tells that a test passed, failed, and passed again with another assertion", () => {
    const lines = linesOf(run(assertion(run(code(run(asked(), PASSED)), FAILED)), PASSED).close("Done."));
    expect(lines).toEqual([
      "test changed: vitest run passed in step 1 and failed in step 3 after code was changed (last in step 2, add.ts); step 4 changed what add.test.ts asserts, and with no other change of code seen it passed in step 5 (right if the user wants what the code does now)",
    ]);
  });

  it.each(["vitest run src/add.test.ts", "vitest run ./src", "vitest run add", "npm test"])(
    "says which run passed where it is another one: %s",
    (command) => {
      const changed = assertion(run(code(run(asked(), PASSED)), FAILED));
      const [line] = linesOf(changed.bash(command, PASSED).close("Done."));
      expect(line).toContain(`${command} passed in step 5`);
    },
  );

  it.each([
    ["other tests", "npx vitest run src/other.test.ts"],
    ["those of another name", "npx vitest run other"],
    ["those of another package", "cd /repo/other && npx vitest run"],
    ["those of another language", "cd /repo/other && cargo test"],
    ["those of a package picked by its name", "pnpm --filter other test"],
  ])("says nothing where only other tests ran since: %s", (_name, command) => {
    const changed = assertion(run(code(run(asked(), PASSED)), FAILED));
    const output = `${PASSED.output}\ntest result: ok. 3 passed; 0 failed; 0 ignored`;
    expect(linesOf(changed.bash(command, { output }).close("Done."))).toEqual([]);
  });

  it("looks past other tests for a run of this one", () => {
    const changed = assertion(run(code(run(asked(), PASSED)), FAILED)).bash("npx vitest run src/b.test.ts", PASSED);
    expect(linesOf(run(changed, PASSED).close("Done."))).toEqual([expect.stringContaining("it passed in step 6")]);
  });

  it("says it once where a file is changed in two steps", () => {
    const changed = assertion(run(code(run(asked(), PASSED)), FAILED));
    const again = changed.edit("/repo/src/add.test.ts", "expect(add(2, 2)).toBe(4);", "expect(add(2, 2)).toBe(5);");
    expect(linesOf(run(again, PASSED).close("Done."))).toEqual([expect.stringContaining("step 5 changed what")]);
  });

  it.each<[name: string, turn: ThreadBuilder]>([
    [
      "the pass is from the turn before",
      assertion(run(code(run(asked(), PASSED).close("Fine.").user("Now faster.")), FAILED)),
    ],
    [
      "a number of the request is part of another",
      assertion(run(code(run(asked("Take 4.5 s off, as of v4."), PASSED)), FAILED)),
    ],
    [
      "the test was looked at in between",
      assertion(run(code(run(asked(), PASSED)), FAILED).read("/repo/src/add.test.ts")),
    ],
  ])("and where %s", (_name, turn) => {
    expect(linesOf(run(turn, PASSED).close("Done."))).toHaveLength(1);
  });

  it.each<[name: string, turn: ThreadBuilder]>([
    ["it is not known to have passed before", assertion(run(code(asked()), FAILED))],
    ["it never failed", assertion(run(code(run(asked(), PASSED)), PASSED))],
    ["the code was changed as well", assertion(code(run(code(run(asked(), PASSED)), FAILED), "b + a"))],
    ["the code was changed after it", code(assertion(run(code(run(asked(), PASSED)), FAILED)), "b + a")],
    ["another file failed", assertion(run(code(run(asked(), PASSED)), FAILED), "/repo/src/other.test.ts")],
    [
      "the assertion is of this turn",
      assertion(
        run(
          code(run(asked(), PASSED).edit("/repo/src/add.test.ts", "describe(() => {", "expect(add(1, 2)).toBe(3);")),
          FAILED,
        ),
      ),
    ],
    [
      "somebody asked for it",
      assertion(run(code(run(asked("Update the tests to the new rounding."), PASSED)), FAILED)),
    ],
    ["the user gives the new value", assertion(run(code(run(asked("Let add(1, 2) be 4."), PASSED)), FAILED))],
    ["a helper may have mended it", assertion(run(code(run(asked(), PASSED)), FAILED)).subagent("Fix add.", "Fixed.")],
    [
      "it only got a name",
      run(code(run(asked(), PASSED)), FAILED).edit("/repo/src/add.test.ts", 'it("adds", () => {', 'it("sums", () => {'),
    ],
  ])("says nothing where %s", (_name, turn) => {
    expect(linesOf(run(turn, PASSED).close("Done."))).toEqual([]);
  });

  it("costs in proportion to the changes of one file", () => {
    const rows = (from: number): string =>
      Array.from({ length: 20 }, (_, index) => `expect(add(${index})).toBe("sum ${from + index}");`).join("\n");
    const ledgerOf = (edits: readonly number[]): string[] => {
      const failed = run(code(run(asked(), PASSED)), FAILED);
      for (const edit of edits) failed.edit("/repo/src/add.test.ts", rows(edit * 20), rows(100_000 + edit * 20));
      return linesOf(run(failed, PASSED).close("Done."));
    };
    expect(growth([...Array(600).keys()], ledgerOf)).toBeLessThan(MORE_THAN_ITS_INPUT);
  });

  it("says nothing where it still fails", () => {
    expect(linesOf(run(assertion(run(code(run(asked(), PASSED)), FAILED)), FAILED).close("It fails."))).toEqual([]);
  });
});

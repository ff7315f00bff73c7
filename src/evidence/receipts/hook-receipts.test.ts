import { describe, expect, it } from "vitest";
import { thread, type ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { hookReceiptsOf } from "./hook-receipts.ts";

function told(builder: ThreadBuilder): string[] {
  const steps = builder.close("Done.").build().turns[0]?.steps ?? [];
  return hookReceiptsOf(steps, "/repo").map(
    ({ step, kind, command, outcome, counts, stale }) =>
      `${step} ${kind} ${outcome} ${counts.passed ?? ""} ${command}${stale ? ` ${stale.strength}` : ""}`,
  );
}

const COMMITTED = "[main b3a53c1] Add it\n 1 file changed, 2 insertions(+)";
const committing = (output: string, command = "git commit -am 'Add it'", exit = 0): ThreadBuilder =>
  thread().user("Commit it.").bash(command, { output, exit });

describe("hookReceiptsOf", () => {
  it.each<[string, string, string[]]>([
    [
      "npm echoes what it starts",
      `\n> shop@1.0.0 test\n> vitest run\n\n Tests  12 passed (12)\n\n> shop@1.0.0 types\n> tsc --noEmit\n\n${COMMITTED}`,
      ["1 test passed 12 vitest run", "1 typecheck passed  tsc --noEmit"],
    ],
    [
      "yarn",
      `yarn run v1.22.19\n$ eslint .\n\n✖ 3 problems (0 errors, 3 warnings)\n\nDone in 1.2s.\n${COMMITTED}`,
      ["1 lint passed  eslint ."],
    ],
    [
      "pre-commit, of whose hooks most are no checks",
      `trim trailing whitespace.......Passed\nruff...........Passed\nmypy.....Skipped\npytest......Passed\n${COMMITTED}`,
      ["1 lint passed  ruff", "1 test passed  pytest"],
    ],
    [
      "lefthook",
      `┃  types ❯\n\n┃  unit-tests ❯\n\nsummary: (done in 2.31 seconds)\n✔️ types (1.20 seconds)\n✔️ unit-tests (2.31 seconds)\n${COMMITTED}`,
      ["1 typecheck passed  types", "1 test passed  unit-tests"],
    ],
    ["a runner that nobody announces", `Tests:       14 passed, 14 total\n${COMMITTED}`, ["1 test passed 14 "]],
    ["what tests are called", ` ✓ lint › eslint is clean (2 ms)\n ✔ types\n${COMMITTED}`, []],
    ["git alone", COMMITTED, []],
  ])("reads what a hook printed: %s", (_, output, receipts) => {
    expect(told(committing(output))).toEqual(receipts);
  });

  it("reads a failure that kept git from committing, and takes no silence for a pass there", () => {
    const output =
      "$ bun test\n 3 pass\n 1 fail\nRan 4 tests across 2 files.\nhusky - pre-commit script failed (code 1)";
    expect(told(committing(output, undefined, 1))).toEqual(["1 test failed 3 bun test"]);
    expect(told(committing("$ tsc --noEmit\n", undefined, 1))).toEqual([]);
  });

  it.each([
    ["git log -3 && git commit -am 'Add it'"],
    ["npm test; git commit -am 'Add it'"],
    ["echo '12 passed' && git commit -am 'Add it'"],
    ["cat log.txt"],
    ["git commit -am 'Add it' 2>&1 | head -5"],
    ["git commit -am 'Add it' && cat run.log"],
    ["git commit -am 'Add it'; tail -n 50 /tmp/run.log"],
    ["cat old.log; git commit -am 'Add it'"],
    ["git commit -am 'Add it' | tail -5 run.log"],
    ["git commit -am 'Add it' | cat - run.log"],
    ["git commit -am 'Add it'; cat <<EOF\n12 passed\nEOF"],
    ["git commit -am 'Add it' | tail -5 < run.log"],
    ["git commit --no-verify -am 'Add it'"],
    ["git commit -anm 'Add it'"],
    ["git -c core.hooksPath=/tmp/hooks commit -am 'Add it'"],
    ["git --git-dir=/other/.git commit -am 'Add it'"],
    ["git status -v; git commit -am 'Add it'"],
    ["cd /elsewhere && git commit -am 'Add it'"],
    ["cd ../site && git commit -am 'Add it'"],
    ["cd $SITE && git commit -am 'Add it'"],
    ["git -C /elsewhere commit -am 'Add it'"],
    ["git commit -am 'Add it' && cd site && git commit -am 'Add it'"],
  ])("reads nothing that somebody else may have printed: %s", (command) => {
    expect(
      told(committing(`$ bun test\n 12 pass\n 0 fail\nRan 12 tests across 2 files.\n${COMMITTED}`, command)),
    ).toEqual([]);
  });

  it.each([
    ["cd site && git commit -am 'Add it' 2>&1 | tail -n 20", "site"],
    ["git -C site commit -mn 2>&1 | cat", "site"],
    ["git add -A && git commit -am 'Add it' | tail -5", undefined],
  ])("says where git was called: %s", (command, cwd) => {
    const steps = committing(`$ eslint .\n${COMMITTED}`, command).close("Done.").build().turns[0]?.steps ?? [];
    expect(hookReceiptsOf(steps, "/repo").map((receipt) => receipt.cwd)).toEqual([cwd]);
  });

  it("is out of date when the code changes after it", () => {
    const changed = committing(`$ eslint .\n${COMMITTED}`).edit("/repo/src/a.ts", "a", "const b = 1;");
    expect(told(changed)).toEqual(["1 lint passed  eslint . sure"]);
  });
});

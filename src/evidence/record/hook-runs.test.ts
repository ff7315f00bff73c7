import { expect, it } from "vitest";
import { toldLine } from "../../../test/support/told-runs.ts";

const GITS = "[main 1a2b3c4] Boil the soup\n 2 files changed, 8 insertions(+)\n create mode 100644 src/pot.ts\n";

it.each([
  [
    "git commit -m soup",
    "ruff.....................................Passed\npytest...................................Failed\n",
    ["ruff: passed, by hook", "pytest: failed, by hook"],
  ],
  [
    "git add -A && git commit -m soup",
    `$ tsc --noEmit\nFound 0 errors.\n$ vitest run\n      Tests  8 passed (8)\n${GITS}`,
    ["tsc --noEmit: passed -/0, by hook", "vitest run: passed 8, by hook"],
  ],
  ["git commit -m soup", `$ tsc --noEmit\n${GITS}`, ["tsc --noEmit: passed, by hook"]],
  ["git commit -m soup", "$ tsc --noEmit\n$ eslint .\nno lid\n", []],
  [
    "git push",
    "> pot@1.0.0 test\n> vitest run\n\n      Tests  1 failed | 7 passed (8)\nerror: failed to push some refs\n",
    ["vitest run: failed 7/1, by hook"],
  ],
  ["git commit -m soup", "ruff-format.............................Failed\n- files were modified by this hook\n", []],
  // What git prints itself, and what stands in a message, was no hook's.
  ["git commit -m 'All tests passed'", GITS, []],
  ["git commit -m 'Tests  8 passed (8)'", "[main 1a2b3c4] Tests  8 passed (8)\n 1 file changed\n", []],
  ["git push", "remote: lint.....................................Passed\nTo example.org:inn/pot.git\n", []],
  ["git commit --no-verify -m soup", "ruff.....................................Passed\n", []],
  ["git commit -m soup && cat ci.log", "ruff.....................................Failed\n", []],
  ["git log -3", "ruff.....................................Passed\n", []],
  ["git commit -m soup && git push 2>&1 | tail -3", "8 tests ran in the kitchen\n", []],
])("%s, which prints %j", (line, output, runs) => {
  expect(toldLine(line, { output })).toEqual(runs);
});

it("costs little where an output is made to look like very many hooks", () => {
  expect(toldLine("git commit -m soup", { output: "lint....Passed\n".repeat(5_000) }).length).toBeLessThanOrEqual(50);
});

import { describe, expect, it } from "vitest";
import type { CheckKind } from "./check-run.ts";
import { summariesIn, together } from "./summary.ts";
import { FORMS } from "./summary-forms.ts";

/** `passed 8`, `failed 7/1`, `failed 6/1/2`: the status, then how many passed, failed and were skipped. */
function told(output: string, kind: CheckKind): string {
  const all = together(summariesIn(output, kind));
  if (!all) return "nothing";
  const { passed, failed, skipped } = all.counts;
  const numbers = [passed, failed, skipped].map((each) => each ?? "-").join("/");
  return `${all.status} ${numbers}`.replace(/(?:\/-)+$|(?: -)(?:\/-)*$/, "");
}

/** What programs print at their end, and what is read in it: one line that is well and one that is not, for each form. */
const SAMPLES: readonly (readonly [name: string, kind: CheckKind, output: string, reads: string])[] = [
  ["vitest", "test", " Test Files  2 passed (2)\n      Tests  8 passed | 1 skipped (9)\n", "passed 8/-/1"],
  [
    "vitest",
    "test",
    " FAIL  src/pot.test.ts > boils\n Test Files  1 failed (1)\n      Tests  1 failed | 7 passed (8)\n",
    "failed 7/1",
  ],
  ["vitest", "test", "⎯⎯⎯⎯ Unhandled Errors ⎯⎯⎯⎯\n      Tests  8 passed (8)\n     Errors  1 error\n", "failed"],
  ["vitest", "test", "⎯⎯⎯⎯⎯⎯ Failed Suites 1 ⎯⎯⎯⎯⎯⎯\n", "failed"],
  ["vitest", "test", "No test files found, exiting with code 1\n", "nothing-ran"],
  ["deno", "test", "error: TS2304 [ERROR]: Cannot find name 'lid'.\n", "failed"],
  ["eslint", "lint", "   7:12  error  'lid' is never used  no-unused-vars\n", "failed"],
  ["jest", "test", "      ✕ boils (3 ms)\n      ✓ cools (1 ms)\n", "failed"],
  ["jest", "test", "Test Suites: 2 passed, 2 total\nTests:       1 skipped, 8 passed, 9 total\n", "passed 8/-/1"],
  [
    "jest",
    "test",
    "  ● pot › boils\nTest Suites: 1 failed, 1 total\nTests:       2 failed, 6 passed, 8 total\n",
    "failed 6/2",
  ],
  ["jest", "test", "No tests found, exiting with code 1\n", "nothing-ran"],
  ["mocha", "test", "  8 passing (31ms)\n", "passed 8"],
  ["mocha", "test", "  7 passing (31ms)\n  1 failing\n", "failed 7/1"],
  ["node-test", "test", "ℹ tests 8\nℹ pass 8\nℹ fail 0\n", "passed 8/0"],
  ["node-test", "test", "# tests 8\n# pass 6\n# fail 2\n", "failed 6/2"],
  ["bun", "test", " 8 pass\n 0 fail\nRan 8 tests across 1 files. [12.00ms]\n", "passed 8/0"],
  ["bun", "test", " 7 pass\n 1 fail\n", "failed 7/1"],
  ["deno", "test", "ok | 8 passed | 0 failed (12ms)\n", "passed 8/0"],
  ["deno", "test", "FAILED | 7 passed | 1 failed (12ms)\n", "failed 7/1"],
  ["playwright", "test", "  8 passed (4.1s)\n", "passed 8"],
  ["playwright", "test", "  1 failed\n    [firefox] › pot.spec.ts:3:1 › boils\n  7 passed (4.1s)\n", "failed 7/1"],
  ["cypress", "test", "    ✔  All specs passed!                        00:03        8        8\n", "passed"],
  ["cypress", "test", "    ✖  1 of 2 failed (50%)                      00:03        8        7\n", "failed -/1"],
  ["ava", "test", "  8 tests passed\n", "passed 8"],
  ["ava", "test", "  ✘ [fail]: pot boils\n  1 test failed\n", "failed -/1"],
  ["pytest", "test", "======== 8 passed, 1 skipped, 2 warnings in 0.31s ========\n", "passed 8/-/1"],
  ["pytest", "test", "1 failed, 7 passed in 1.31s\n", "failed 7/1"],
  ["pytest", "test", "==== 7 passed, 1 error in 1.31s ====\n", "failed 7/1"],
  ["pytest", "test", "!!!!! Interrupted: 1 error during collection !!!!!\n", "failed"],
  ["pytest", "test", "ERROR: file or directory not found: tests/test_pot.py\n", "nothing-ran"],
  ["pytest", "test", "==== no tests ran in 0.01s ====\n", "nothing-ran"],
  ["unittest", "test", "Ran 8 tests in 0.012s\n\nOK (skipped=1)\n", "passed 8"],
  ["unittest", "test", "Ran 8 tests in 0.012s\n\nFAILED (failures=1)\n", "failed"],
  ["unittest", "test", "Ran 0 tests in 0.000s\n\nOK\n", "nothing-ran"],
  ["unittest", "test", "Ran 0 tests in 0.000s\n\nNO TESTS RAN\n", "nothing-ran"],
  ["cargo", "test", "test result: ok. 8 passed; 0 failed; 1 ignored; 0 measured\n", "passed 8/0/1"],
  ["cargo", "test", "test result: FAILED. 7 passed; 1 failed; 0 ignored; 0 measured\n", "failed 7/1/0"],
  ["rustc", "build", "   Compiling pot v0.1.0\n    Finished `dev` profile in 0.31s\n", "passed"],
  ["rustc", "build", "error[E0425]: cannot find value `lid`\nerror: could not compile `pot`\n", "failed"],
  ["go", "test", "ok  \texample.org/pot\t0.012s\n", "passed"],
  ["go", "test", "=== RUN   TestBoil\n--- PASS: TestBoil (0.00s)\nPASS\n", "passed"],
  ["go", "test", "--- FAIL: TestBoil (0.00s)\nFAIL\nFAIL\texample.org/pot\t0.012s\n", "failed"],
  ["go", "test", "?   \texample.org/pot\t[no test files]\n", "nothing-ran"],
  ["go", "test", "testing: warning: no tests to run\n", "nothing-ran"],
  ["go build", "build", "./pot.go:12:3: undefined: lid\n", "failed"],
  ["ctest", "test", "100% tests passed, 0 tests failed out of 8\n", "passed 8/0"],
  ["ctest", "test", "87% tests passed, 1 tests failed out of 8\n", "failed 7/1"],
  ["xctest", "test", "Executed 8 tests, with 0 failures (0 unexpected)\n", "passed 8/0"],
  ["xctest", "test", "Executed 8 tests, with 1 failure (0 unexpected)\n", "failed 7/1"],
  ["swift-testing", "test", "✔ Test run with 8 tests passed after 0.012 seconds.\n", "passed 8"],
  ["swift-testing", "test", "✘ Test run with 8 tests failed after 0.012 seconds with 1 issue.\n", "failed -/1"],
  ["xcodebuild", "build", "** BUILD SUCCEEDED **\n", "passed"],
  ["xcodebuild", "test", "** TEST FAILED **\n", "failed"],
  ["swift build", "build", "Build complete! (1.31s)\n", "passed"],
  ["cc", "build", "src/pot.c:12:3: error: expected ';'\n", "failed"],
  ["surefire", "test", "[INFO] Tests run: 8, Failures: 0, Errors: 0, Skipped: 1\n", "passed 7/0/1"],
  ["surefire", "test", "[ERROR] Tests run: 8, Failures: 1, Errors: 1, Skipped: 0\n", "failed 6/2/0"],
  ["maven", "build", "[INFO] BUILD SUCCESS\n", "passed"],
  ["gradle", "build", "BUILD FAILED in 12s\n", "failed"],
  ["gradle", "test", "8 tests completed, 1 failed\n", "failed 7/1"],
  ["dotnet", "test", "Passed!  - Failed:     0, Passed:     8, Skipped:     1, Total:     9\n", "passed 8/0/1"],
  ["dotnet", "test", "Failed!  - Failed:     1, Passed:     7, Skipped:     0, Total:     8\n", "failed 7/1/0"],
  ["dotnet build", "build", "Build succeeded.\n    0 Warning(s)\n", "passed"],
  ["dotnet build", "build", "Pot.cs(12,3): error CS1002: ; expected\nBuild FAILED.\n", "failed"],
  ["rspec", "test", "8 examples, 0 failures, 1 pending\n", "passed 7/0/1"],
  ["rspec", "test", "8 examples, 1 failure\n", "failed 7/1"],
  ["minitest", "test", "8 runs, 12 assertions, 0 failures, 0 errors, 1 skips\n", "passed 7/0/1"],
  ["minitest", "test", "8 runs, 12 assertions, 1 failures, 1 errors, 0 skips\n", "failed 6/2/0"],
  ["phpunit", "test", "OK (8 tests, 12 assertions)\n", "passed 8"],
  ["phpunit", "test", "FAILURES!\nTests: 8, Assertions: 12, Failures: 1.\n", "failed 7/1"],
  ["tap", "test", "1..2\nok 1 - pot boils\nok 2 - lid fits\n", "passed"],
  ["tap", "test", "ok 1 - pot boils\nnot ok 2 - lid fits\n", "failed"],
  ["tap", "test", "ok 1 - pot boils\nnot ok 2 - lid fits # TODO later\n", "passed"],
  ["tsc", "typecheck", "src/pot.ts(12,3): error TS2322: no.\nFound 1 error in src/pot.ts:12\n", "failed -/1"],
  ["tsc", "typecheck", "Found 0 errors. Watching for file changes.\n", "passed -/0"],
  ["eslint", "lint", "✖ 3 problems (1 error, 2 warnings)\n", "failed -/1"],
  ["eslint", "lint", "✖ 2 problems (0 errors, 2 warnings)\n", "passed -/0"],
  ["xo", "lint", "  1 error\n", "failed -/1"],
  ["ruff", "lint", "All checks passed!\n", "passed"],
  ["ruff", "lint", "Found 5 errors (3 fixed, 2 remaining).\n", "failed -/2"],
  ["mypy", "typecheck", "Success: no issues found in 3 source files\n", "passed"],
  ["mypy", "typecheck", "Found 2 errors in 1 file (checked 3 source files)\n", "failed -/2"],
  ["biome", "lint", "Checked 8 files in 12ms. No fixes applied.\n", "passed"],
  ["biome", "lint", "Checked 8 files in 12ms. No fixes applied.\nFound 1 error.\n", "failed -/1"],
  ["oxlint", "lint", "Found 1 warning and 0 errors.\n", "passed -/0"],
  ["oxlint", "lint", "Found 0 warnings and 2 errors.\n", "failed -/2"],
  ["prettier", "format", "All matched files use Prettier code style!\n", "passed"],
  ["prettier", "format", "[warn] Code style issues found in 2 files.\n", "failed"],
  ["golangci", "lint", "0 issues.\n", "passed -/0"],
  [
    "golangci",
    "lint",
    'level=error msg="Running error: context loading failed: no go files to analyze"\n',
    "nothing-ran",
  ],
  ["golangci", "lint", 'level=error msg="Running error: no lid"\n', "failed"],
  ["golangci", "lint", "2 issues:\n* errcheck: 2\n", "failed -/2"],
  ["isort", "lint", "ERROR: app/pot.py Imports are incorrectly sorted and/or formatted.\n", "failed"],
  ["black", "format", "All done! ✨\n8 files would be left unchanged.\n", "passed"],
  ["black", "format", "would reformat app/pot.py\nOh no! 💥\n", "failed"],
  ["ruff-format", "format", "8 files already formatted\n", "passed"],
  ["ruff-format", "format", "Would reformat: app/pot.py\n1 file would be reformatted\n", "failed"],
  ["shellcheck", "lint", "In bin/pot.sh line 3:\n", "failed"],
  ["gofmt", "format", "diff -u pot.go.orig pot.go\n", "failed"],
  ["vite", "build", "✓ built in 312ms\n", "passed"],
  ["vite", "build", "error during build:\n", "failed"],
  ["bundlers", "build", "webpack 5.9.1 compiled successfully in 312 ms\n", "passed"],
  ["bundlers", "build", '✘ [ERROR] Could not resolve "./lid"\n', "failed"],
  ["single lines", "test", "  ✗ pot boils\n", "failed"],
  ["node itself", "build", "Error: no lid\n\nNode.js v24.1.0\n", "failed"],
  ["turbo", "build", " Tasks:    3 successful, 3 total\n", "passed"],
  ["turbo", "build", " Tasks:    2 successful, 3 total\n", "failed"],
  ["npm", "test", "npm error code 1\nnpm error command failed\n", "failed"],
  ["mise", "lint", "Finished in 31.2ms\n", "passed"],
  ["pnpm", "build", "packages/pot build: Done\n", "passed"],
  ["make", "build", "make: *** [Makefile:3: build] Error 1\n", "failed"],
  ["docker", "build", 'ERROR: failed to solve: process "/bin/sh -c npm ci" did not complete\n', "failed"],
  ["golangci", "lint", "a.go:3:5: `soup` is unused (unused)\n", "failed"],
];

describe("what programs print at their end", () => {
  it.each(SAMPLES)("%s (%s): %j", (_, kind, output, reads) => {
    expect(told(output, kind)).toBe(reads);
  });

  it("knows each form by a sample", () => {
    const text = SAMPLES.map(([, , output]) => output).join("\n");
    const outputs = [...SAMPLES.map(([, , output]) => output), text];
    const unseen = FORMS.filter(({ pattern }) => !outputs.some((output) => output.match(pattern)));
    expect(unseen.map(({ name, pattern }) => `${name} ${pattern.source}`)).toEqual([]);
  });

  /** Counts of one run, and the same output once more: a log that is printed again, two fields of a record. */
  const WHOLE: Readonly<Record<string, string>> = {
    vitest:
      " ✓ src/pot.test.ts (8 tests) 12ms\n Test Files  1 passed (1)\n      Tests  8 passed (8)\n   Duration  312ms\n",
    pytest: "tests/test_pot.py ........  [100%]\n==== 8 passed in 0.31s ====\n",
    cargo:
      "running 8 tests\ntest pot::boils ... ok\n\ntest result: ok. 8 passed; 0 failed; 0 ignored; finished in 0.00s\n",
    "one line": "      Tests  8 passed (8)\n",
  };

  it.each(Object.entries(WHOLE))("counts an output of %s that stands there twice once", (_, output) => {
    expect(told(output + output, "test")).toMatch(/^passed 8\b/);
    expect(told(`${output}--- pot.log ---\n${output}`, "test")).toMatch(/^passed 8\b/);
  });

  it("adds up the parts of one run", () => {
    const part = (name: string): string =>
      `     Running tests/${name}.rs\n\ntest ${name} ... ok\n\ntest result: ok. 3 passed; 0 failed; 0 ignored; finished in 0.00s\n\n`;
    expect(told(part("pot") + part("lid"), "test")).toBe("passed 6/0/0");
    const packages = ["a", "b"].map(
      (name, at) => `packages/${name} test:       Tests  8 passed (8)\npackages/${name} test:    Duration  31${at}ms\n`,
    );
    expect(told(packages.join(""), "test")).toBe("passed 16");
  });

  it.each([
    ["a filter that fits nothing", "test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 8 filtered out\n"],
    ["only skipped ones", "      Tests  8 skipped (8)\n"],
    ["no examples", "0 examples, 0 failures\n"],
  ])("calls it nothing where none ran: %s", (_, output) => {
    expect(told(output, "test")).toMatch(/^nothing-ran/);
  });

  it("reads through colours, carriage returns and the names of packages", () => {
    expect(told("\u001B[1mTests:\u001B[22m       8 passed, 8 total\r\n", "test")).toBe("passed 8");
    expect(told("[pot] Tests:       8 passed, 8 total\n", "test")).toBe("passed 8");
    expect(told("@inn/pot:test: Tests:       8 passed, 8 total\n", "test")).toBe("passed 8");
  });

  it("lets what failed decide, and prefers the check's own words to those of what starts it", () => {
    expect(told("      Tests  8 passed (8)\n  1 failing\n", "test")).toBe("failed -/1");
    expect(told("      Tests  8 passed (8)\nnpm error code 1\n", "test")).toBe("passed 8");
    expect(told("the soup is passed on, 3 guests failed to come\n", "test")).toBe("nothing");
  });

  it("takes no number of tasks for a number of tests", () => {
    expect(told(" Tasks:    3 successful, 3 total\n", "test")).toBe("passed");
  });
});

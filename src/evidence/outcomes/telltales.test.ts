import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, it } from "vitest";
import { mayTell, READERS_WITH_TELLTALES } from "./telltales.ts";

/** Every text that the tests of the readers hold, and lines like them: what some reader can read. */
const written = [
  ...readFileSync(new URL("./read-outcome.test.ts", import.meta.url), "utf8").matchAll(
    /(["'`])((?:(?!\1)[^\\]|\\.)+)\1/gs,
  ),
].map((match) => (match[2] ?? "").replaceAll("\\n", "\n").replaceAll("\\t", "\t"));
const lines = [...new Set(written.flatMap((text) => [text, ...text.split("\n")]))];
const more = [
  "No test files found, exiting with code 1",
  " Test Files  1 passed (1)",
  "      Tests  no tests",
  "Tests:       2 failed, 1 skipped, 45 passed, 48 total",
  "Test Suites: 1 failed, 1 total",
  "  12 passing (30ms)",
  "  2 failing",
  "ℹ pass 5\nℹ fail 0",
  "1..4\nok 1 a\nnot ok 2 b",
  " 1329 pass\n 0 fail",
  "Ran 0 tests across 0 files",
  "ok | 5 passed | 0 failed (10ms)",
  "  5 passed (3.2s)",
  "  1 interrupted",
  "3 tests passed",
  "===== 5 passed, 1 failed in 0.12s =====",
  "no tests ran in 0.01s",
  "ERROR: file or directory not found: x",
  "!!!!!!! Interrupted: 1 error during collection !!!!!!!",
  "Ran 5 tests in 0.001s\n\nOK",
  "ok  \tpkg\t0.01s",
  "ok  pkg  (cached)",
  "--- FAIL: TestA",
  "FAIL",
  "PASS",
  "# pkg\nx.go:1: bad",
  "?   pkg [no test files]",
  "DONE 12 tests, 1 failure",
  "test result: ok. 5 passed; 0 failed; 0 ignored",
  "     Summary [ 1.2s] 5 tests run: 5 passed",
  "error[E0308]: x\n   Compiling a v1",
  "    Finished `dev` profile",
  "100% tests passed, 0 tests failed out of 5",
  "Ok:   5\nFail: 0",
  "[  PASSED  ] 5 tests.",
  "All tests passed (3 assertions in 1 test case)",
  "** TEST FAILED **",
  "Executed 5 tests, with 0 failures",
  "//x:test  FAILED in 0.3s",
  "Suite result: ok. 5 passed; 0 failed; 0 skipped",
  "[INFO] Tests run: 5, Failures: 0, Errors: 0, Skipped: 0",
  "[INFO] BUILD SUCCESS",
  "BUILD SUCCESSFUL in 3s",
  "Passed!  - Failed:     0, Passed:     5, Skipped:     0",
  "Build succeeded",
  "[info] Passed: Total 5, Failed 0, Errors 0, Passed 5",
  "5 examples, 0 failures",
  "5 runs, 10 assertions, 0 failures, 0 errors, 0 skips",
  "5 scenarios (4 passed, 1 failed)",
  "OK (5 tests, 10 assertions)",
  "5 tests, 1 failure",
  "00:01 +5: All tests passed!",
  "3 issues found.",
  "Result: FAIL",
  "Tests Passed: 6, Failed: 0, Skipped: 0",
  "src/a.ts(1,2): error TS2322: x",
  "Found 3 errors in 2 files.",
  "ERROR: failed to solve: x",
  "naming to docker.io/library/x",
];

it("never keeps a reader from a text that it can read", () => {
  const line = fc.constantFrom(...lines, ...more, "const total = rows.length;", "", "done in 3s");
  let read = 0;
  const check = (text: string): void => {
    for (const reader of READERS_WITH_TELLTALES) {
      if (reader(text) === undefined) continue;
      read += 1;
      expect({ text, asked: mayTell(reader, text) }).toEqual({ text, asked: true });
    }
  };
  for (const text of [...lines, ...more]) check(text);
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (parts) => check(parts.join("\n"))),
    { numRuns: 1500 },
  );
  expect(read).toBeGreaterThan(2000);
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { growth, MORE_THAN_ITS_INPUT } from "../../../test/support/growth.ts";
import type { CheckKind } from "../receipts/receipt.ts";
import { readOutcome, saysTaskFailed } from "./read-outcome.ts";

type Row = [reads: string, kind: CheckKind, output: string, expected: string];

/** `passed 5/0/1`: status, then passed, failed and skipped as far as they are told. */
function brief(reads: string, kind: CheckKind, output: string): string {
  const outcome = readOutcome(reads, kind, output);
  if (!outcome) return "unknown";
  const { passed, failed, skipped } = outcome.counts ?? {};
  const counts = [passed, failed, skipped].map((count) => count ?? "-").join("/");
  return [outcome.status, ...(counts === "-/-/-" ? [] : [counts]), ...(outcome.cached ? ["cached"] : [])].join(" ");
}

/** Runs that went well in the end, with words of a failure before that, and runs that did not. */
const LAST_WORDS: Row[] = [
  [
    "tsc",
    "typecheck",
    "a.ts(3,1): error TS2304: no x\n[10:00:02 AM] Found 1 error. Watching for file changes.\n[10:00:05 AM] File change detected.\n[10:00:06 AM] Found 0 errors. Watching for file changes.",
    "passed",
  ],
  // What a program under test says is not what its runner says.
  ["task", "test", "Running 12 cases\nerror: connection refused\nFinished in 0.3 seconds\nall good", "unknown"],
  ["unittest", "test", "Ran 5 tests in 0.001s\nFAILED to fetch the page\n\nOK", "unknown"],
  ["task", "build", "Found 2 errors in config, taking the defaults", "unknown"],
  // Of several parts one has no tests.
  [
    "phpunit",
    "test",
    '1) Warning\nNo tests found in class "A".\n\nTests: 12, Assertions: 30, Warnings: 1.',
    "passed 12/0/-",
  ],
  ["ava", "test", "  ✖ No tests found in test/a.js\n\n  12 tests passed", "passed 12/-/-"],
  ["ctest", "test", "No tests were found!!!\n100% tests passed, 0 tests failed out of 12", "passed 12/0/-"],
  ["unittest", "test", "Ran 0 tests in 0.0s\n\nNO TESTS RAN\nRan 12 tests in 0.1s\n\nOK", "passed 12/0/-"],
  ["task", "test", "No tests found, exiting with code 0\n./more.sh\n12 tests done", "unknown"],
  ["make", "test", "?   \tshop\t[no test files]\n./more.sh\ncart: ok", "unknown"],
  ["task", "test", "> shop@1 test\n> mocha\n\n  0 passing (1ms)", "nothing-ran 0/0/-"],
  ["task", "test", "> shop@1 test\n> jest --passWithNoTests\n\nNo tests found, exiting with code 0", "nothing-ran"],
  ["make", "test", "ok  \tshop\t0.01s [no tests to run]", "nothing-ran"],
  ["task", "test", "No tests found, exiting with code 0\nPASS packages/format.test.sh", "unknown"],
  ...["✓ built in 1.2s", "lint ok", "compileall: success", "pass --verbose for more"].map((line): Row => [
    "task",
    "test",
    `${line}\nNo tests found, exiting with code 0`,
    "nothing-ran",
  ]),
  ["task", "test", "ℹ tests 0\nℹ pass 0\nℹ fail 0", "nothing-ran"],
  [
    "task",
    "test",
    "➤ YN0000: [a]: No tests found, exiting with code 0\n➤ YN0000: [b]: PASS b\n➤ YN0000: [b]: Tests:       12 passed, 12 total\n➤ YN0000: [b]: x",
    "passed 12/-/-",
  ],
  ["bazel", "test", "Executed 1 out of 3 tests: 2 tests pass and 1 was skipped.", "passed 2/0/1"],
  ["dart-format", "format", "Formatted lib/a.dart\nFormatted 12 files (1 changed) in 0.31 seconds.", "unknown"],
  ["dart-format", "format", "Formatted 12 files (0 changed) in 0.31 seconds.", "passed"],
  ["bazel", "test", "Executed 3 out of 3 tests: 2 tests pass and 1 fails remotely.", "failed 2/1/-"],
  ["go", "test", "DONE 40 tests, 1 failure in 2.3s\n\nDONE 2 runs, 41 tests, 1 failure in 3.9s", "unknown"],
  ["go", "test", "FAIL\tchild [build failed]\nFAIL\n--- PASS: TestTells (0.0s)\nPASS\nok  \trunner\t0.02s", "unknown"],
  ["go", "test", "--- FAIL: TestA (0.0s)\nFAIL\nFAIL\ta\t0.1s\nok  \tb\t0.02s\nFAIL", "failed -/1/-"],
  ["go", "test", "--- FAIL: TestA (0.0s)\nFAIL\nFAIL\ta\t0.1s\nok  \tb\t0.02s", "failed -/1/-"],
  [
    "cargo",
    "test",
    "test result: FAILED. 0 passed; 1 failed; 0 ignored\n\ntest tells ... ok\n\ntest result: ok. 12 passed; 0 failed; 0 ignored",
    "passed 12/0/-",
  ],
  [
    "cargo",
    "test",
    "test result: FAILED. 0 passed; 1 failed; 0 ignored\ntest result: ok. 12 passed; 0 failed; 0 ignored",
    "failed 12/1/-",
  ],
  ["swift", "test", "\t Executed 31 tests, with 1 failure (0 unexpected)\n\n** TEST SUCCEEDED **", "passed 30/1/-"],
  ["gtest", "test", "[  FAILED  ] 1 test, listed below:\n[       OK ] A.B\n[  PASSED  ] 12 tests.", "unknown 12/0/-"],
  ["gtest", "test", "[  PASSED  ] 11 tests.\n[  FAILED  ] 1 test, listed below:", "failed 11/1/-"],
  ["nx", "test", "No tests found, exiting with code 0\n NX   Successfully ran target test for 3 projects", "passed"],
  [
    "nx",
    "test",
    "No tests found, exiting with code 0\n NX   Successfully ran target test for project a",
    "nothing-ran",
  ],
  [
    "task",
    "test",
    "No test files found, exiting with code 0\n Test Files  1 passed (1)\n      Tests  3 passed (3)",
    "passed 3/-/-",
  ],
  [
    "sbt",
    "test",
    "[info] Passed: Total 9, Failed 0, Errors 0, Passed 9\n[error] Failed: Total 4, Failed 1, Errors 0, Passed 3",
    "failed 12/1/-",
  ],
  ["task", "test", "[doctest] test cases: 12 | 11 passed | 1 failed | 0 skipped", "failed 11/1/-"],
  ["go", "test", '{"Time":"2024","Action":"fail","Package":"a"}\nPASS\nok  \texample.com/parse\t0.01s', "passed"],
  [
    "tox",
    "test",
    "lint: FAIL ✖ in 0.3 seconds\n46 passed in 0.4s\n  lint: FAIL code 1 (0.30 seconds)\n  py311: OK (1.20 seconds)\n  evaluation failed :( (1.6 seconds)",
    "failed 46/0/-",
  ],
  [
    "tox",
    "test",
    "nox > Command ruff check . failed with exit code 1:\nnox > Session lint failed.\n46 passed in 0.4s\nnox > * lint: failed\nnox > * tests-3.11: success",
    "failed 46/0/-",
  ],
  ["tox", "test", "12 passed in 0.3s\n  py39: commands succeeded\nERROR:   lint: commands failed", "failed 12/0/-"],
  ["mix", "test", "3 properties, 6 tests, 1 failure", "failed 8/1/-"],
  [
    "dotnet",
    "test",
    "Test run summary: Failed!\n  total: 18\n  failed: 2\n  succeeded: 16\n  skipped: 0",
    "failed 16/2/-",
  ],
  ["task", "test", "Build Summary: 1/3 steps succeeded; 1 failed; 8/9 tests passed; 1 failed", "failed 8/1/-"],
  ["task", "test", "Build Summary: 3/3 steps succeeded; 9/9 tests passed", "passed 9/0/-"],
  ["task", "test", "shop> 12 examples, 1 failure", "failed 11/1/-"],
];

const JAVASCRIPT: Row[] = [
  [
    "vitest",
    "test",
    " Test Files  2 passed (2)\n      Tests  14 passed | 1 skipped (15)\n   Duration  510ms",
    "passed 14/-/1",
  ],
  ["vitest", "test", " Test Files  1 failed | 2 passed (3)\n      Tests  1 failed | 9 passed (10)", "failed 9/1/-"],
  ["vitest", "test", " Test Files  1 failed (1)\n      Tests  no tests", "failed -/1/-"],
  ["vitest", "test", " Test Files  1 passed (1)\n      Tests  3 passed (3)\n     Errors  1 error", "failed 3/-/-"],
  ["vitest", "test", "No test files found, exiting with code 1\nfilter: zzz", "nothing-ran"],
  ["vitest", "test", " Test Files  1 skipped (1)\n      Tests  3 skipped (3)", "nothing-ran -/-/3"],
  [
    "jest",
    "test",
    "Test Suites: 2 passed, 2 total\nTests:       1 skipped, 45 passed, 46 total\nSnapshots:   0 total",
    "passed 45/-/1",
  ],
  [
    "jest",
    "test",
    "Test Suites: 1 failed, 12 passed, 13 total\nTests:       2 failed, 43 passed, 45 total",
    "failed 43/2/-",
  ],
  ["jest", "test", "Test Suites: 1 failed, 1 total\nTests:       0 total", "failed"],
  ["jest", "test", "No tests found, exiting with code 1", "nothing-ran"],
  ["mocha", "test", "  12 passing (30ms)\n  1 pending", "passed 12/0/1"],
  ["mocha", "test", "  10 passing (30ms)\n  2 failing", "failed 10/2/-"],
  ["mocha", "test", "  0 passing (1ms)", "nothing-ran 0/0/-"],
  [
    "node-test",
    "test",
    "✔ a (1ms)\nℹ tests 3\nℹ pass 2\nℹ fail 0\nℹ cancelled 0\nℹ skipped 1\nℹ todo 0",
    "passed 2/0/1",
  ],
  ["node-test", "test", "# tests 3\n# pass 2\n# fail 1\n# cancelled 0\n# skipped 0\n# todo 0", "failed 2/1/-"],
  ["node-test", "test", "ℹ tests 0\nℹ pass 0\nℹ fail 0\nℹ cancelled 0", "nothing-ran"],
  [
    "bun",
    "test",
    "error: boom\nError: not really\n 1329 pass\n 0 fail\n 3201 expect() calls\nRan 1329 tests across 55 files. [1.2s]",
    "passed 1329/0/-",
  ],
  ["bun", "test", " 0 fail\n 20 expect() calls\nRan 12 tests across 2 files. [8ms]", "passed 12/0/-"],
  ["bun", "test", " 10 pass\n 2 skip\n 3 fail\nRan 15 tests across 1 file.", "failed 10/3/2"],
  ["bun", "test", "error: 0 test files matching **{.test,.spec} in", "nothing-ran"],
  ["deno", "test", "ok | 5 passed | 0 failed (10ms)", "passed 5/0/-"],
  ["deno", "test", "FAILED | 3 passed | 1 failed (10ms)", "failed 3/1/-"],
  ["playwright", "test", "Running 6 tests using 2 workers\n\n  1 skipped\n  5 passed (3.2s)", "passed 5/0/1"],
  ["playwright", "test", "  1 failed\n    [chromium] › a.spec.ts:3:1 › a\n  4 passed (8.1s)", "failed 4/1/-"],
  ["playwright", "test", "Error: No tests found", "nothing-ran"],
  ["cypress", "test", "  ✔  All specs passed!   00:12   5  5", "passed"],
  ["ava", "test", "  2 tests passed\n  1 test failed", "failed 2/1/-"],
  ["bats", "test", "1..40\n# tests 40\n# pass  40\n\n# ok", "passed 40/0/-"],
  ["bats", "test", "ok 39 b\nok 40 c\n\n1..40\n# tests 40\n# pass  39\n# fail  1", "failed 39/1/-"],
  ["bats", "test", "ok 39 b\nok 40 c\n\n1..40", "unknown"],
  ["bats", "test", "Asserts:  12 pass  0 fail  12 of 12 complete", "passed"],
  ["bats", "test", "Asserts:  11 pass  1 fail  12 of 12 complete", "failed"],
  ["nx", "test", " Lerna (powered by Nx)   Successfully ran target test for 5 projects", "passed"],
  ["nx", "test", " Lerna (powered by Nx)   Running target test for 5 projects failed", "failed"],
  ["nx", "test", "lerna success run Ran npm script 'test' in 3 packages in 3.2s:", "passed"],
  ["nx", "test", "lerna ERR! npm run test exited 1 in '@shop/cart'", "failed"],
  ["nx", "test", "lerna ERR! exited 1\nlerna success run Ran npm script 'test' in 3 packages", "unknown"],
];

const PYTHON: Row[] = [
  ["pytest", "test", "===== 5 passed, 2 skipped, 1 warning in 0.12s =====", "passed 5/0/2"],
  ["pytest", "test", "...\n5 passed in 61.02s (0:01:01)", "passed 5/0/-"],
  ["pytest", "test", "= 1 failed, 4 passed, 1 error in 2.00s =", "failed 4/2/-"],
  ["pytest", "test", "collected 0 items\n\n=== no tests ran in 0.01s ===", "nothing-ran 0/0/-"],
  ["pytest", "test", "=== 12 deselected in 0.10s ===", "nothing-ran 0/0/-"],
  ["pytest", "test", "!!!! Interrupted: 1 error during collection !!!!", "failed"],
  ["unittest", "test", "Ran 5 tests in 0.001s\n\nOK (skipped=1)", "passed 4/0/1"],
  ["unittest", "test", "Ran 5 tests in 0.001s\n\nFAILED (failures=1, errors=1)", "failed 3/2/-"],
  ["unittest", "test", "Ran 0 tests in 0.000s\n\nOK", "nothing-ran 0/0/-"],
  ["tox", "test", "  py312: OK (2.1=setup[1]+cmd[1] seconds)\n  congratulations :) (2.3 seconds)", "passed"],
  ["pytest", "test", "48 checks in 0.42s\nall good", "unknown"],
  ["task", "test", "48 checks in 0.42s\nall good", "unknown"],
  [
    "tox",
    "test",
    "nox > pytest tests/test_failed_payments.py\n12 passed in 0.4s\nnox > Session tests was successful.",
    "passed 12/0/-",
  ],
  ["dbt", "test", "10:00:05  Done. PASS=30 WARN=0 ERROR=1 SKIP=0 TOTAL=31", "failed -/1/-"],
  ["dbt", "test", "10:00:05  Done. PASS=3 WARN=1 ERROR=0 SKIP=0 NO-OP=0 TOTAL=4", "passed"],
  ["dbt", "test", "10:00:05  Done. PASS=0 WARN=0 ERROR=0 SKIP=0 TOTAL=0", "nothing-ran"],
  ["tox", "test", "nox > Command pytest failed with exit code 1\nnox > Session tests failed.", "failed"],
  ["tox", "test", "nox > Ran multiple sessions:\nnox > * a: success\nnox > * b: failed", "failed"],
  ["tox", "test", "  py312: FAIL code 1\n  evaluation failed :( (2.3 seconds)", "failed"],
  ["mypy", "typecheck", "Success: no issues found in 12 source files", "passed"],
  ["mypy", "typecheck", "a.py:3: error: bad\nFound 1 error in 1 file (checked 12 source files)", "failed -/1/-"],
  ["pyright", "typecheck", "0 errors, 2 warnings, 0 informations", "passed"],
  ["ty", "typecheck", "Found 3 diagnostics\nAll checks passed!", "failed -/3/-"],
  ["ruff", "lint", "Found 3 diagnostics\nAll checks passed!", "passed"],
  ["ruff-format", "format", "All checks passed!\n4 files already formatted", "passed"],
  ["ruff", "lint", "All checks passed!", "passed"],
  ["ruff", "lint", "Found 3 errors (2 fixed, 1 remaining).", "failed -/1/-"],
  ["ruff", "lint", "Found 2 errors (2 fixed, 0 remaining).", "passed"],
  ["ruff", "lint", "warning: No Python files found under the given path(s)\nAll checks passed!", "nothing-ran"],
  ["ruff-format", "format", "Would reformat: a.py\n1 file would be reformatted, 3 files already formatted", "failed"],
  ["black", "format", "All done! ✨ 🍰 ✨\n3 files would be left unchanged.", "passed"],
  [
    "pre-commit",
    "lint",
    "ruff....................Passed\nruff-format.............Failed\n- hook id: ruff-format\n- files were modified by this hook",
    "unknown 1/1/-",
  ],
  [
    "make",
    "test",
    "✖ 12 problems (12 errors, 0 warnings)\nmake: *** [Makefile:4: lint] Error 1\n Test Files  1 passed (1)\n      Tests  8 passed (8)",
    "passed 8/-/-",
  ],
  [
    "make",
    "test",
    " Test Files  1 passed (1)\n      Tests  8 passed (8)\nmake: *** [Makefile:4: test] Error 1",
    "failed 8/-/-",
  ],
  ["nx", "test", "   ✔  nx run a:test\n   ✖  nx run a:lint\n\n NX   Ran target lint, test for 2 projects", "unknown"],
  ["nx", "lint", "   ✔  nx run a:test\n   ✖  nx run a:lint\n\n NX   Ran target lint, test for 2 projects", "failed"],
  [
    "turbo",
    "test",
    "      Tests  8 passed (8)\n Tasks:    3 successful, 4 total\nFailed:    @acme/docs#build",
    "passed 8/-/-",
  ],
  ["turbo", "build", " Tasks:    3 successful, 4 total\nFailed:    @acme/docs#build", "failed"],
  ["web-build", "build", "Error in fetchPosts: ECONNREFUSED\n ✓ Compiled successfully in 4.0s", "passed"],
  ["web-build", "build", "ERROR in ./src/a.ts\nModule not found", "failed"],
  ["gtest", "test", "test cases:  42 |  41 passed | 1 failed as expected", "passed 41/-/-"],
  [
    "make",
    "lint",
    "ruff-format.............Failed\n- files were modified by this hook\nmake: *** [Makefile:3: lint] Error 1",
    "unknown 0/1/-",
  ],
  [
    "pre-commit",
    "lint",
    "mypy....................Failed\n- exit code: 1\nruff-format.............Failed\n- files were modified by this hook",
    "failed 0/2/-",
  ],
  [
    "pre-commit",
    "lint",
    "eslint...................................................Passed\nblack....................................................Failed",
    "failed 1/1/-",
  ],
  ["pytest", "test", "293 passed, 2 subtests passed in 27.34s", "passed 293/0/-"],
  [
    "pytest",
    "test",
    "1 failed, 11 passed, 4 skipped, 3 warnings, 9 subtests passed in 3.8s (0:00:03)",
    "failed 11/1/4",
  ],
  ["pytest", "test", "11 passed, 1 subtests failed in 3.8s", "failed 11/1/-"],
  ["pytest", "test", "1 failed, 11 passed, 3 subtests failed in 3.8s", "failed 11/1/-"],
  ["pytest", "test", "Results (0.34s):\n       4 passed\n       1 xfailed", "passed 5/0/-"],
  ["pytest", "test", "Results (0.34s):\n", "unknown"],
  ["tox", "test", "  py39: commands succeeded\nERROR:   docs: commands failed", "failed"],
  [
    "tox",
    "test",
    "12 passed in 0.3s\nERROR:   py310: commands failed\nERROR:   lint: commands failed",
    "failed 12/0/-",
  ],
  ["tox", "lint", "ERROR:   lint: commands failed", "failed"],
  ["task", "test", "+t | a\n+t | b\n+t | c\n./web+t | 12 passed in 0.3s\n+lint | no", "passed 12/0/-"],
  ["tox", "test", "ERROR:   lint: commands failed", "failed"],
  [
    "tox",
    "test",
    "  docs: FAIL code 2 (0.30 seconds)\n  py311: OK (1.20 seconds)\n  evaluation failed :( (1.6 seconds)",
    "failed",
  ],
  ["tox", "test", "  lint: FAIL code 1 (0.30 seconds)\n  evaluation failed :( (1.6 seconds)", "failed"],
  ["tox", "lint", "  lint: FAIL code 1 (0.30 seconds)\n  evaluation failed :( (1.6 seconds)", "failed"],
  ["tox", "test", "  docs: FAIL code 1 (0.30 seconds)\n  evaluation failed :( (1.6 seconds)", "failed"],
  [
    "tox",
    "test",
    "  lint: FAIL code 1 (0.3 seconds)\n  docs: FAIL code 1 (0.3 seconds)\n  evaluation failed :( (1.6 seconds)",
    "failed",
  ],
  [
    "tox",
    "test",
    "  py310: OK (1.20 seconds)\n  py311: FAIL code 1 (0.30 seconds)\n  evaluation failed :( (1.6 seconds)",
    "failed",
  ],
  ["tox", "test", "  py311: OK (1.20 seconds)\n  evaluation failed :( (1.6 seconds)", "failed"],
  ["tox", "test", "  lint: IGNORED FAIL code 1 (0.3 seconds)\n  congratulations :) (1.6 seconds)", "passed"],
  ["tox", "test", "nox > * docs: failed\nnox > * tests-3.11(django='5'): success", "failed"],
  ["tox", "test", "nox > Session tests-3.12 failed.\nnox > Session tests-3.11 was successful.", "failed"],
  ["tox", "test", "nox > Session docs aborted: no interpreter.", "failed"],
  ["pytest", "test", "Results (5.1s):\n  12 ok\n  0 broken", "unknown"],
  [
    "pytest",
    "test",
    "Results (0.34s):\n       3 passed\n       1 failed\n         - tests/a.py:4 test_b",
    "failed 3/1/-",
  ],
  ["tox", "test", "ERROR:   py37: commands failed\n  py38: commands succeeded", "failed"],
  ["tox", "test", "12 passed in 0.3s\n  py312: OK (1.1 seconds)\n  style: FAIL code 1 (1.1 seconds)", "failed 12/0/-"],
  ["tox", "test", "12 passed in 0.3s\n  3.13: FAIL code 1 (1.1 seconds)\n  evaluation failed :(", "failed 12/0/-"],
  ["tox", "test", "lint: FAIL ✖ in 0.2 seconds\n  lint: FAIL code 1\n  evaluation failed :( (2.3 seconds)", "failed"],
  ["tox", "lint", "lint: FAIL ✖ in 0.2 seconds\n  lint: FAIL code 1\n  evaluation failed :( (2.3 seconds)", "failed"],
  [
    "tox",
    "test",
    "12 passed in 0.3s\nnox > Session tests-3.12 was successful.\nnox > Command ruff check failed with exit code 1\nnox > Session lint failed.\nnox > * tests-3.12: success\nnox > * lint: failed",
    "failed 12/0/-",
  ],
  ["tox", "test", "12 passed in 0.3s\nnox > Session tests(django='4.2') failed.", "failed 12/0/-"],
  ["tox", "test", "12 passed in 0.3s\nnox > * docs: success\nnox > * py3: aborted", "failed 12/0/-"],
  [
    "sbt",
    "test",
    "[info] Tests: succeeded 12, failed 0, canceled 0, ignored 0, pending 0\n[info] All tests passed.\n[success] Total time: 3 s",
    "passed 12/0/-",
  ],
  [
    "sbt",
    "test",
    "[info] Tests: succeeded 12, failed 0, canceled 0, ignored 0, pending 0\n[error] (Compile / scalafmtCheck) 1 file\n[error] Total time: 1 s",
    "failed 12/0/-",
  ],
];

/** Runners of small worlds, some of which count assertions or files: only how it ended is read. */
const SCRIPTED: Row[] = [
  ["task", "test", "6 successes / 0 failures / 0 errors / 1 pending : 0.003 seconds", "passed"],
  ["task", "test", "5 successes / 1 failure / 0 errors / 0 pending : 0.003 seconds", "failed"],
  [
    "task",
    "test",
    "0 successes / 1 failure / 0 errors / 0 pending : 0.1 seconds\n6 successes / 0 failures / 0 errors / 0 pending : 0.2 seconds",
    "unknown",
  ],
  ["task", "test", "Test suite spec: FAIL\n0 of 1 test suites (0 of 1 test cases) passed.", "failed"],
  ["task", "test", "1 of 1 test suites (1 of 1 test cases) passed.", "passed"],
  ["task", "test", "1 of 2 test suites (1 of 2 test cases) passed.", "unknown"],
  ["task", "test", "1 of 1 test suites (1 of 1 test cases) passed.\nError: [Cabal-7125]\nFailed to build b", "failed"],
  ["task", "test", "  ✨ PASSED. 12 total assertions (2.1s)", "passed"],
  ["task", "test", "   Success: All tests passed", "passed"],
  ["task", "test", "Success: \t11\nFailed : \t1\nErrors : \t0", "failed"],
  ["task", "test", "Success: \t12\nFailed : \t0\nErrors : \t0", "passed"],
  ["task", "test", "Chrome 120.0 (Linux): Executed 12 of 12 (1 FAILED) (0.1 secs / 0.01 secs)", "failed"],
  ["task", "test", "Chrome 120.0 (Linux): Executed 11 of 12 (skipped 1) SUCCESS (0.1 secs / 0.01 secs)", "passed"],
  ["task", "test", "1 out of 12 tests failed (0.03s)\n\nshop> Test suite spec failed", "failed"],
  ["task", "test", "All 12 tests passed (0.03s)", "passed"],
  ["task", "test", "1 failure! in 0.001s. 12 tests run.", "failed"],
  ["task", "test", "Test Successful in 0.001s. 12 tests run.", "passed"],
  ["task", "test", "Ran: 12 tests in: 0.11 seconds.\nOK", "passed"],
  [
    "task",
    "test",
    "Ran: 12 tests in: 0.11 seconds.\nFAILED: Cases: 12 Tried: 12 Errors: 0 Failures: 1 Skip:  0 Todo: 0 Timeouts: 0.",
    "failed",
  ],
  ["task", "test", "Ran 12 tests containing 30 assertions.\n0 failures, 0 errors.", "passed"],
  ["task", "test", "Ran 12 tests containing 30 assertions.\n1 failures, 0 errors.\nTests failed.", "failed"],
  ["task", "test", "12 tests, 40 assertions, 1 pending, 0 failures.", "passed"],
  ["task", "test", "12 tests, 40 assertions, 2 errors, 0 failures.", "failed"],
  ["task", "test", "2 passed; 1 skipped; 0 failed.", "passed"],
  ["task", "test", "2 passed; 0 skipped; 1 failed.", "failed"],
  ["task", "test", "Failed 1 tests. Skipped 1 (1, 0) tests. Passed 11 tests.", "failed"],
  ["task", "test", "Ran 12 tests.\n\nOK", "passed"],
  ["task", "test", "Ran 12 tests.\n\nFAILED (failures=1)", "failed"],
  ["task", "test", "TEST RUN FAILED\n\nDuration: 120 ms\nPassed:   11\nFailed:   1", "failed"],
  ["task", "test", "TEST RUN PASSED\n\nDuration: 120 ms\nPassed:   12\nFailed:   0", "passed"],
  ["task", "test", "     Error: Execution failed with exit code 1", "failed"],
  ["task", "test", "Ran 3 tests, 2 results as expected, 1 unexpected (2026-01-01)", "failed"],
  ["task", "test", "Ran 3 tests, 3 results as expected, 0 unexpected (2026-01-01)\n1 expected failures", "passed"],
  ["task", "test", "Spec Files:\t 1 passed, 1 retries, 1 total (100% completed) in 00:00:09", "passed"],
  ["task", "test", "Spec Files:\t 1 passed, 1 failed, 2 total (100% completed) in 00:00:09", "failed"],
  ["task", "test", " 1/12 failed (4s)", "failed"],
  ["task", "test", "2/40 failed (5%)\nretried all of them", "unknown"],
  ["task", "test", "   - 1 assertions failed; 11 passed", "failed"],
  ["task", "test", "ERROR: LoadError: Some tests did not pass: 11 passed, 1 failed, 0 errored, 0 broken.", "failed"],
  ["task", "test", "     Testing Cart tests passed ", "passed"],
  ["testthat", "test", "[ FAIL 0 | WARN 1 | SKIP 1 | PASS 13 ]", "passed"],
  ["testthat", "test", "[ FAIL 1 | WARN 0 | SKIP 0 | PASS 3 ]\n[ FAIL 2 | WARN 0 | SKIP 0 | PASS 11 ]", "failed"],
  ["testthat", "test", "[ FAIL 0 | WARN 0 | SKIP 0 | PASS 0 ]", "unknown"],
  ["testthat", "test", "0 errors ✔ | 0 warnings ✔ | 1 note ✖", "passed"],
  ["testthat", "test", "1 error ✖ | 0 warnings ✔ | 0 notes ✔", "failed"],
  ["task", "test", "3 tests, 3 passed, 0 failed\n====\n12 tests, 11 passed, 0 failed, 1 skipped", "passed"],
  ["task", "test", "3 tests, 3 passed, 0 failed\n====\n12 tests, 11 passed, 1 failed", "failed"],
  ["task", "test", "3 tests, 2 passed, 1 failed\n====\n12 tests, 12 passed, 0 failed", "unknown"],
  ["task", "test", "3 tests, 0 passed, 0 failed, 3 skipped", "unknown"],
  ["task", "test", "1 test, 0 passed, 1 warning, 0 failures, 0 exceptions", "unknown"],
  ["task", "test", "0 tests, 0 passed, 0 warnings, 0 failures, 0 exceptions", "nothing-ran 0/0/-"],
  ["task", "test", "Tests: 5, Passed: 5, Failed: 0\nTests: 0, Passed: 0, Failed: 0", "passed"],
  ["task", "test", "Tests: 0, Passed: 0, Failed: 0\nTests: 0, Passed: 0, Failed: 0", "nothing-ran"],
  ["task", "test", "Success! 3 passed, 0 failed.\n0 tests, 0 passed, 0 failed", "passed"],
  ["task", "test", "Tests finished: Pass 5. Fail 0. Fatal 0.\nTests finished: Pass 7. Fail 0. Fatal 0.", "passed"],
  [
    "task",
    "test",
    " - Passed: 0\n - Skipped: 0\n - Expected Fail: 2\n - Unexpected Success: 0\n - Failed: 0",
    "unknown",
  ],
  ["task", "test", "12 tests, 11 passed, 1 failed", "failed 11/1/-"],
  ["task", "test", "12 tests, 11 passed, 0 warnings, 1 failure, 0 exceptions", "failed 11/1/-"],
  ["task", "test", "Tests finished: Pass 12. Fail 0. Fatal 0. Skip 1. Build failure 0", "passed 12/0/1"],
  ["task", "test", "Tests finished: Pass 11. Fail 0. Fatal 1. Skip 0. Build failure 0", "failed 11/1/-"],
  ["task", "test", "Tests: 3, Passed: 2, Failed: 1\n\nTests: 3, Passed: 3, Failed: 0", "unknown"],
  ["task", "test", "Tests: 3, Passed: 3, Failed: 0", "passed 3/0/-"],
  [
    "task",
    "test",
    "Ran: 12 tests in 0.2 sec.\n - Passed: 12\n - Skipped: 0\n - Expected Fail: 0\n - Unexpected Success: 0\n - Failed: 0",
    "passed 12/0/-",
  ],
  ["task", "test", "Chrome: |████| 2/2 test files | 11 passed, 1 failed", "failed 11/1/-"],
  ["task", "test", "Chrome: |  | 0/2 test files | 0 passed, 0 failed", "unknown"],
  [
    "task",
    "test",
    "Chrome: |  | 0/2 test files | 0 passed, 0 failed\nChrome: |██| 2/2 test files | 4 passed, 0 failed\nFirefox: |██| 2/2 test files | 0 passed, 0 failed",
    "passed 4/0/-",
  ],
  [
    "task",
    "test",
    "Chrome: |██| 2/2 test files | 4 passed, 0 failed\n\nFinished running tests, failed to meet coverage threshold.",
    "unknown",
  ],
  ["task", "test", "Chrome: |██| 1/1 test files | 4 passed, 0 failed\n\nError while running tests.", "failed"],
  ["task", "test", "Success! 3 passed, 0 failed.", "passed 3/0/-"],
  ["task", "test", "Failure! 2 passed, 1 failed.", "failed 2/1/-"],
  ["task", "test", "401 passed, no failures", "passed 401/0/-"],
  ["task", "test", "  Failed: 1.  Skipped: 0.  Passed: 2.", "failed 2/1/-"],
  [
    "task",
    "test",
    "INFO    - 12 of 12 executed test configurations passed (100.00%), 0 built (not run), 0 failed, 0 errored, with no warnings",
    "passed 12/0/-",
  ],
  ["task", "test", "==== Summary ====\npass 3 of 4\nfail 1 of 4\n====", "failed 3/1/-"],
  ["task", "test", "Test Summary: | Pass  Broken  Total  Time\ncart          |    3       1      4  0.1s", "passed"],
  ["task", "test", "Test Summary: | Pass  Fail  Total  Time\ncart          |    2     1      3  0.1s", "failed"],
  [
    "task",
    "test",
    "Test Summary: | Pass  Total  Time\ncart          |    2      2  0.1s\nERROR: Package Cart errored during testing",
    "failed",
  ],
  ["task", "test", "Running 12 test cases...\n\n*** No errors detected", "passed"],
  ["task", "test", '*** 1 failure is detected (1 failure is expected) in the test module "Cart"', "unknown"],
  ["task", "test", '*** 1 failure is detected in the test module "cart"', "failed"],
  ["task", "test", "PASS: 12/12", "passed"],
  ["task", "test", "PASS: 5/5\n3 tests, 3 passed, 0 warnings, 0 failures, 0 exceptions", "passed"],
  ["task", "test", "PASS: 11/12\nFAIL: 1/12", "failed"],
  ["task", "test", "1/3 test failures", "failed"],
  ["task", "test", "Ran 12 specs, 0 failed, in 12.0ms.", "passed"],
  ["task", "test", "  Total:     12\n  Passed:    12\n  Skipped:   0\n", "passed"],
  ["task", "test", "│              assertions │                 12 │                  2 │", "failed"],
];

const COMPILED: Row[] = [
  ["go", "test", "ok  \texample.com/a\t0.31s\nok  \texample.com/b\t(cached)", "passed"],
  ["go", "test", "ok  \texample.com/a\t(cached)\n?   \texample.com/b\t[no test files]", "passed cached"],
  ["go", "test", "ok  \texample.com/a\t0.3s [no tests to run]", "nothing-ran"],
  ["go", "test", "?   \texample.com/a\t[no test files]", "nothing-ran"],
  [
    "go",
    "test",
    "--- FAIL: TestA (0.00s)\nFAIL\nFAIL\texample.com/a\t0.3s\nok  \texample.com/b\t0.2s\nFAIL",
    "failed -/1/-",
  ],
  ["go", "test", "# example.com/a\na.go:3:2: undefined: x\nFAIL\texample.com/a [build failed]", "failed"],
  ["go", "test", 'level=error msg="Error: it broke"\npanic recovered\nok  \texample.com/a\t0.3s', "passed"],
  ["go", "test", "DONE 120 tests, 2 skipped in 3.4s", "passed 118/0/2"],
  ["go", "test", "DONE 5 tests, 1 failure in 1.2s", "failed 4/1/-"],
  [
    "cargo",
    "test",
    "test result: ok. 5 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out\ntest result: ok. 2 passed; 0 failed; 0 ignored; 0 measured",
    "passed 7/0/1",
  ],
  [
    "cargo",
    "test",
    "test result: FAILED. 4 passed; 1 failed; 0 ignored; 0 measured\n\nerror: test failed, to rerun pass `--lib`",
    "failed 4/1/-",
  ],
  [
    "cargo",
    "test",
    "running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 8 filtered out",
    "nothing-ran 0/0/-",
  ],
  ["cargo", "test", "     Summary [   0.1s] 5 tests run: 4 passed, 1 failed, 2 skipped", "failed 4/1/2"],
  [
    "cargo",
    "build",
    "   Compiling x v0.1.0\n    Finished `dev` profile [unoptimized + debuginfo] target(s) in 0.23s",
    "passed",
  ],
  ["cargo", "lint", "warning: `x` (lib) generated 2 warnings\n    Finished `dev` profile in 1s", "passed"],
  [
    "cargo",
    "build",
    "   Compiling x v0.1.0\nerror[E0308]: mismatched types\nerror: could not compile `x` (lib) due to 1 previous error",
    "failed",
  ],
  ["ctest", "test", "100% tests passed, 0 tests failed out of 5", "passed 5/0/-"],
  ["ctest", "test", "60% tests passed, 2 tests failed out of 5", "failed 3/2/-"],
  ["ctest", "test", "No tests were found!!!", "nothing-ran"],
  [
    "make",
    "test",
    "# TOTAL: 12\n# PASS:  11\n# SKIP:  0\n# XFAIL: 1\n# FAIL:  0\n# XPASS: 0\n# ERROR: 0",
    "passed 12/0/-",
  ],
  [
    "make",
    "test",
    "# TOTAL: 12\n# PASS:  10\n# SKIP:  0\n# XFAIL: 0\n# FAIL:  2\n# XPASS: 0\n# ERROR: 0",
    "failed 10/2/-",
  ],
  [
    "make",
    "test",
    "# TOTAL: 12\n# PASS:  11\n# SKIP:  0\n# XFAIL: 0\n# FAIL:  0\n# XPASS: 1\n# ERROR: 0",
    "failed 11/1/-",
  ],
  [
    "make",
    "test",
    "# TOTAL: 12\n# PASS:  10\n# SKIP:  0\n# XFAIL: 0\n# FAIL:  2\n# XPASS: 0\n# ERROR: 0\n\n# TOTAL: 12\n# PASS:  12\n# SKIP:  0\n# XFAIL: 0\n# FAIL:  0\n# XPASS: 0\n# ERROR: 0",
    "failed 22/2/-",
  ],
  ["gtest", "test", "[==========] 5 tests ran.\n[  PASSED  ] 5 tests.", "passed 5/0/-"],
  ["swift", "test", "Executed 5 tests, with 1 failure (0 unexpected) in 0.1 seconds", "failed 4/1/-"],
  ["swift", "build", "** BUILD SUCCEEDED **", "passed"],
  ["bazel", "test", "//a:t  (cached) PASSED in 0.1s\nExecuted 0 out of 1 test: 1 test passes.", "passed 1/0/- cached"],
  ["golangci-lint", "lint", "0 issues.", "passed"],
  ["golangci-lint", "lint", "a.go:3:2: bad (errcheck)\n1 issues:\n* errcheck: 1", "failed -/1/-"],
  ["go", "test", '{"Time":"2024","Action":"fail","Package":"a","Test":"TestA","Elapsed":0}', "failed"],
  ["go", "test", '{"Time":"2024","Action":"pass","Package":"a","Elapsed":0}', "unknown"],
  [
    "go",
    "test",
    '{"Time":"2024","Action":"fail","Package":"a","Test":"TestA"}\n{"Time":"2024","Action":"pass","Package":"a"}',
    "unknown",
  ],
  ["go", "test", '{"Time":"2024","Action":"fail","Package":"a"}\nDONE 2 runs, 5 tests in 0.1s', "unknown"],
  [
    "ctest",
    "test",
    "Ok:    3\nExpected Fail:   1\nFail:    0\nUnexpected Pass:  0\nSkipped:  2\nTimeout: 0",
    "passed 4/0/2",
  ],
  ["ctest", "test", "Ok:    3\nFail:    0\nTimeout: 1", "failed 3/1/-"],
  ["ctest", "test", "Ok: 0\nTotal: 12\nFailed: 0", "unknown"],
  ["ctest", "test", "Ok:  0\nRetries:  3", "unknown"],
];

const MANAGED: Row[] = [
  ["maven", "test", "[INFO] Tests run: 5, Failures: 0, Errors: 0, Skipped: 1\n[INFO] BUILD SUCCESS", "passed 4/0/1"],
  ["maven", "test", "[ERROR] Tests run: 5, Failures: 1, Errors: 0, Skipped: 0\n[INFO] BUILD FAILURE", "failed 4/1/-"],
  ["gradle", "test", "> Task :test\n\nBUILD SUCCESSFUL in 3s\n2 actionable tasks: 2 executed", "passed"],
  [
    "gradle",
    "test",
    "> Task :test UP-TO-DATE\n\nBUILD SUCCESSFUL in 1s\n2 actionable tasks: 2 up-to-date",
    "passed cached",
  ],
  [
    "gradle",
    "test",
    "> Task :test FAILED\n5 tests completed, 1 failed\n\nFAILURE: Build failed with an exception.\nBUILD FAILED in 3s",
    "failed 4/1/-",
  ],
  [
    "dotnet",
    "test",
    "Passed!  - Failed:     0, Passed:     5, Skipped:     1, Total:     6, Duration: 9 ms",
    "passed 5/0/1",
  ],
  ["dotnet", "test", "Failed!  - Failed:     2, Passed:     5, Skipped:     0, Total:     7", "failed 5/2/-"],
  ["dotnet", "test", "No test matches the given testcase filter `X` in a.dll", "nothing-ran"],
  ["dotnet", "build", "Build succeeded.\n    0 Warning(s)\n    0 Error(s)", "passed"],
  ["dotnet", "build", "    2 Warning(s)\n    0 Error(s)\n\nTime Elapsed 00:00:04.21", "passed"],
  ["dotnet", "build", "    0 Warning(s)\n    3 Error(s)", "failed"],
  ["dotnet", "build", "/repo/Cart.cs(3,1): error CS1002: ; expected [/repo/Shop.csproj]", "failed"],
  ["dotnet", "build", "/repo/Cart.cs(3,1): warning CS0168: The variable is never used", "unknown"],
  ["rspec", "test", "5 examples, 0 failures, 1 pending", "passed 4/0/1"],
  ["rspec", "test", "5 examples, 2 failures", "failed 3/2/-"],
  ["rspec", "test", "0 examples, 0 failures", "nothing-ran 0/0/-"],
  ["minitest", "test", "5 runs, 10 assertions, 0 failures, 0 errors, 0 skips", "passed 5/0/-"],
  ["minitest", "test", "5 runs, 10 assertions, 1 failures, 1 errors, 0 skips", "failed 3/2/-"],
  [
    "phpunit",
    "test",
    "OK (39 tests, 101 assertions)\n\nFAILURES!\nTests: 6, Assertions: 9, Failures: 2.",
    "failed 43/2/-",
  ],
  ["phpunit", "test", "OK (5 tests, 10 assertions)", "passed 5/0/-"],
  ["phpunit", "test", "FAILURES!\nTests: 5, Assertions: 10, Failures: 1, Skipped: 1.", "failed 3/1/1"],
  ["phpunit", "test", "  Tests:    1 failed, 4 passed (10 assertions)", "failed 4/1/-"],
  ["phpunit", "test", "No tests executed!", "nothing-ran"],
  ["bats", "test", "1..2\nok 1 a\nnot ok 2 b", "failed 1/1/-"],
  ["bats", "test", "5 tests, 0 failures, 1 skipped", "passed 4/0/1"],
  ["mix", "test", "5 doctests, 10 tests, 1 failure", "failed 14/1/-"],
  ["flutter", "test", "00:01 +5: All tests passed!", "passed 5/0/-"],
  ["rubocop", "lint", "5 files inspected, no offenses detected", "passed"],
  ["rubocop", "lint", "0 files inspected, no offenses detected", "nothing-ran"],
  [
    "dotnet",
    "test",
    "Bestanden!   : Fehler:     0, erfolgreich:     7, übersprungen:     1, gesamt:     8, Dauer: 1 s - a.dll (net8.0)",
    "passed 7/0/1",
  ],
  [
    "dotnet",
    "test",
    "失敗!   -失敗:     4、合格:     1、スキップ:     0、合計:     5、期間: 66 ms - a.dll (net8.0)",
    "failed 1/4/-",
  ],
  ["dotnet", "test", "Achtung! : Zeilen: 1, Spalten: 2, Seiten: 3, gesamt: 9", "unknown"],
  ["mix", "test", "2 features, 12 tests, 0 failures", "passed 14/0/-"],
  ["mix", "test", "4 features, 2 tests, 0 failures, 3 excluded", "passed 3/0/3"],
  ["mix", "test", "5 doctests, 1 test, 0 failures, 2 skipped", "passed 4/0/2"],
  ["mix", "test", "2 tests, 0 failures (5 excluded)", "passed 2/0/-"],
  ["mix", "test", "2 tests, 0 failures, 5 excluded", "unknown"],
  ["dotnet", "test", "Done! - Passed: 12, Failed: 0, Skipped: 0, Total: 12", "unknown"],
  ["dotnet", "build", "Done! - built: 12, failed: 0, skipped: 3, total: 15", "unknown"],
  ["mix", "test", "12 tests, 0 failures, 3 invalid", "failed 9/3/-"],
  ["flutter", "test", "✅ test/a_test.dart: total\n🎉 3 tests passed.", "passed 3/0/-"],
  ["flutter", "test", "::error::2 tests passed, 1 failed.", "failed 2/1/-"],
  ["flutter", "test", "::error::2 tests passed, 1 failed.\n🎉 3 tests passed.", "unknown"],
  ["flutter", "lint", "   info • Unused • lib/a.dart:3:5 • unused\n\n1 issue found. (ran in 1.2s)", "unknown"],
  ["flutter", "lint", "  error - lib/a.dart:3:5 - x\n   info - lib/a.dart:9:5 - y\n\n2 issues found.", "failed"],
];

const STATIC: Row[] = [
  [
    "tsc",
    "typecheck",
    "[10:00:02 AM] Found 0 errors. Watching for file changes.\na.ts(3,1): error TS2304: no x\n[10:00:06 AM] Found 1 error. Watching for file changes.",
    "failed -/1/-",
  ],
  ["tsc", "typecheck", "a.ts(1,7): error TS2322: Type 'string' is not assignable.", "failed -/1/-"],
  ["tsc", "typecheck", "a.ts:1:7 - error TS2322: no\n\nFound 3 errors in 2 files.", "failed -/3/-"],
  ["tsc", "typecheck", "error TS18003: No inputs were found in config file", "nothing-ran"],
  ["tsc", "typecheck", "", "unknown"],
  ["eslint", "lint", "✖ 5 problems (2 errors, 3 warnings)", "failed -/2/-"],
  ["eslint", "lint", "✖ 3 problems (0 errors, 3 warnings)", "passed"],
  ["eslint", "lint", "Oops! Something went wrong! :(\n\nNo files matching 'src' were found.", "nothing-ran"],
  ["biome", "lint", "Checked 55 files in 30ms. No fixes applied.", "passed"],
  ["biome", "lint", "Checked 55 files in 30ms. No fixes applied.\nFound 3 errors.", "failed -/3/-"],
  ["biome", "lint", "Checked 0 files in 1ms. No fixes applied.", "nothing-ran"],
  [
    "oxlint",
    "lint",
    "Found 2 warnings and 0 errors.\nFinished in 6ms on 1 file with 96 rules using 2 threads.",
    "passed",
  ],
  ["oxlint", "lint", "Found 0 warnings and 0 errors.\nFinished in 27ms on 0 files with 96 rules", "nothing-ran"],
  ["prettier", "format", "All matched files use Prettier code style!", "passed"],
  ["prettier", "format", "[warn] a.ts\n[warn] Code style issues found in the above file.", "failed"],
  ["web-build", "build", "✓ 120 modules transformed.\ndist/a.js 10 kB\n✓ built in 1.23s", "passed"],
  ["web-build", "build", "error during build:\nCould not resolve './x'", "failed"],
  ["web-build", "build", "webpack 5.90.0 compiled with 2 errors in 900 ms", "failed"],
  ["web-build", "build", " ✓ Compiled successfully in 4.0s\n   Linting and checking validity of types ...", "passed"],
  ["web-build", "build", "Failed to compile.\n\n./a.tsx:3:1\nType error: x", "failed"],
  ["docker", "build", "#9 exporting to image\n#9 naming to docker.io/library/x done", "passed"],
  ["docker", "build", "#7 2.1 optional dependency a failed to build, skipped\n#9 exporting to image", "passed"],
  ["docker", "build", " ✔ api  Built\n web failed to build", "failed"],
  ["docker", "build", "service web failed to build: no\n ✔ api  Built", "failed"],
  [
    "docker",
    "build",
    'ERROR: failed to solve: process "/bin/sh -c x" did not complete successfully: exit code: 1',
    "failed",
  ],
  ["make", "test", "cc -c a.c\nmake: *** [Makefile:2: test] Error 1", "failed"],
  ["make", "test", "make: *** No rule to make target 'test'.  Stop.", "nothing-ran"],
  ["turbo", "test", " Tasks:    5 successful, 5 total\nCached:    5 cached, 5 total", "passed cached"],
  ["turbo", "test", " Tasks:    4 successful, 5 total\nCached:    0 cached, 5 total\nFailed:    web#test", "failed"],
  ["nx", "test", "NX  Successfully ran target test for 3 projects", "passed"],
  ["curl", "probe", "HTTP/1.1 200 OK\ncontent-type: text/plain\n\nok", "passed 1/0/-"],
  ["curl", "probe", "200", "passed 1/0/-"],
  ["curl", "probe", "HTTP/2 503", "failed"],
  ["curl", "probe", "HTTP/1.1 404 Not Found", "unknown"],
  ["curl", "probe", "curl: (7) Failed to connect to localhost port 3000", "failed"],
  ["eslint", "lint", "✖ 1 problem (0 errors, 1 warning)\n\nESLint found too many warnings (maximum: 0).", "unknown"],
  [
    "eslint",
    "lint",
    "✖ 2 problems (1 error, 1 warning)\n\nESLint found too many warnings (maximum: 0).",
    "failed -/1/-",
  ],
  ["lines", "typecheck", " INFO 0 errors (19 suppressed, 136 warnings not shown)", "passed"],
  ["lines", "typecheck", " INFO 2 errors", "failed"],
  ["lines", "lint", "error[no-unused-vars]: x\nFound 1 problem (1 fixable via --fix)\nChecked 12 files", "failed"],
  ["lines", "lint", "Checked 12 files", "passed"],
  ["lines", "format", "ERROR: /repo/a.py Imports are incorrectly sorted and/or formatted.", "failed"],
  ["lines", "lint", "== [models/a.sql] FAIL\nL:   1 | P:   1 | LT01 | x\nAll Finished!", "failed"],
  ["lines", "lint", "FOUND 2 ERRORS AFFECTING 1 LINE", "failed"],
  ["lines", "lint", "FOUND 0 ERRORS AND 2 WARNINGS AFFECTING 2 LINES", "unknown"],
  ["lines", "lint", "CSpell: Files checked: 10, Issues found: 0 in 0 files.", "passed"],
  ["lines", "lint", "CSpell: Files checked: 10, Issues found: 2 in 1 file.", "failed"],
  ["lines", "format", "Found 0 of 156 files that can be fixed in 0.321 seconds, 24.00 MB memory used", "passed"],
  ["lines", "format", "Found 66 of 234 files that can be fixed in 1.621 seconds", "failed"],
  ["lines", "format", "    FAIL   ......... 12 files, 1 style issue", "failed"],
  ["lines", "format", "    PASS   ......... 12 files", "passed"],
  ["lines", "typecheck", "No errors! Great job.", "passed"],
  ["lint-staged", "lint", "✔ Running tasks for staged files...\n✔ Applying modifications from tasks...", "passed"],
  ["lint-staged", "lint", "      ✖ eslint --fix [FAILED]\n↓ Skipped because of errors from tasks.", "failed"],
  ["lint-staged", "lint", "→ No staged files match any configured task.", "nothing-ran"],
];

describe.each([
  ["JavaScript", JAVASCRIPT],
  ["Python", PYTHON],
  ["Go, Rust, C++, Swift", COMPILED],
  ["JVM, .NET, Ruby, PHP", MANAGED],
  ["static checks, builds, probes", STATIC],
  ["runs with words of another", LAST_WORDS],
  ["small worlds", SCRIPTED],
])("summaries of %s", (_, rows) => {
  it.each(rows)("%s %s %j is %s", (reads, kind, output, expected) => {
    expect(brief(reads, kind, output)).toBe(expected);
  });
});

describe("the output of a task whose inside is not known", () => {
  const rows: [CheckKind, string, string][] = [
    ["test", "\n> x@1.0.0 test\n> vitest run\n\n Test Files  1 passed (1)\n      Tests  3 passed (3)", "passed 3/-/-"],
    ["test", "$ bun test\n 12 pass\n 0 fail\nRan 12 tests across 2 files.", "passed 12/0/-"],
    ["lint", "[lint] $ golangci-lint run ./...\n0 issues.", "passed"],
    ["lint", "$ biome check .\nChecked 20 files in 9ms. No fixes applied.\nFound 2 errors.", "failed -/2/-"],
    ["typecheck", "> tsc --noEmit\n\nsrc/a.ts(3,1): error TS2304: Cannot find name 'x'.", "failed -/1/-"],
    [
      "test",
      "web:test:  Test Files  1 passed (1)\nweb:test:       Tests  3 passed (3)\nweb:test: a\nweb:test: b",
      "passed 3/-/-",
    ],
    ["test", "error: something in a log\nError: another\nFAILED to connect, retrying\nall good", "unknown"],
    ["build", "error TS in a string is no error\ndone", "unknown"],
  ];
  it.each(rows)("%s %j is %s", (kind, output, expected) => {
    expect(brief("task", kind, output)).toBe(expected);
  });

  it("knows the last words of task runners", () => {
    expect(saysTaskFailed('error: script "lint" exited with code 1')).toBe(true);
    expect(saysTaskFailed("[lint] ERROR task failed")).toBe(true);
    expect(saysTaskFailed(" ELIFECYCLE  Command failed with exit code 1.")).toBe(true);
    expect(saysTaskFailed("Failed examples:\n\nrspec ./spec/cart_spec.rb:7 # Cart sums")).toBe(true);
    expect(saysTaskFailed("[ERR_PNPM_RECURSIVE_RUN_FIRST_FAIL] cart@1.0.0 test: `vitest run`")).toBe(true);
    expect(saysTaskFailed("rake aborted!\nTasks: TOP => test")).toBe(true);
    expect(saysTaskFailed("Error: a line in a log")).toBe(false);
    expect(saysTaskFailed("The minimal reproduction command is:\n  rspec ./spec/a_spec.rb[1:2] --seed 1")).toBe(false);
  });
});

/** Nothing in them failed, not even something else. */
const ALL_WELL = [...JAVASCRIPT, ...PYTHON, ...COMPILED, ...MANAGED, ...SCRIPTED, ...STATIC].filter(
  ([, , output, expected]) => expected.startsWith("passed") && !output.includes("Failed: "),
);

describe("robustness", () => {
  it("reads through colours", () => {
    const coloured =
      "\u001B[2m      Tests \u001B[22m \u001B[1m\u001B[32m5 passed\u001B[39m\u001B[22m\u001B[90m (5)\u001B[39m";
    expect(brief("vitest", "test", coloured)).toBe("passed 5/-/-");
  });

  it.each(ALL_WELL)("no part of what %s printed in a %s that passed says that it failed: %j", (reads, kind, output) => {
    const lines = output.split("\n");
    const cuts = lines.flatMap((line, index) => [
      line,
      lines.slice(0, index).join("\n"),
      lines.slice(index).join("\n"),
    ]);
    for (const cut of cuts) expect(brief(reads, kind, cut), cut).not.toMatch(/^failed/);
  });

  it("never throws", () => {
    const piece = fc.constantFrom(
      "5 passed",
      "1 failed",
      "Tests",
      "ok",
      "FAIL\t",
      "BUILD SUCCESS",
      "in 0.1s",
      "===",
      "error:",
      "\n",
      " ",
      "(5)",
      "0 issues.",
      "HTTP/1.1 200",
    );
    const reads = fc.constantFrom("task", "make", "go", "vitest", "curl", "gradle", "nobody");
    const kind = fc.constantFrom<CheckKind>("test", "build", "lint", "typecheck", "format", "run", "probe");
    fc.assert(
      fc.property(
        reads,
        kind,
        fc.oneof(
          fc.array(piece).map((pieces) => pieces.join("")),
          fc.string(),
        ),
        (name, what, output) => {
          expect(["passed", "failed", "nothing-ran", undefined]).toContain(readOutcome(name, what, output)?.status);
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each([
    ["one endless line", "5 passed ".repeat(200_000)],
    ["dots", ".".repeat(500_000)],
    ["many lines", "ok  \texample.com/a\t0.3s\n".repeat(20_000)],
    ["spaces", " ".repeat(500_000)],
    ["escapes", "\u001B]".repeat(100_000)],
  ])("costs no more than its length: %s", (_, output) => {
    const kinds = ["test", "lint", "build"] as const;
    const grown = growth(output, (part) => kinds.map((kind) => readOutcome("task", kind, part)));
    expect(grown).toBeLessThan(MORE_THAN_ITS_INPUT);
  });
});

import { docker } from "./builds.ts";
import { bazel, cargo, ctest, forge, go, swift, zig } from "./compiled-tests.ts";
import { ava, bun, cypress, deno, jest, mocha, nodeTest, playwright, vitest } from "./javascript-tests.ts";
import {
  cucumber,
  dotnet,
  flutter,
  gradle,
  maven,
  minitest,
  pester,
  phpunit,
  plainTests,
  prove,
  rspec,
  sbt,
} from "./managed-tests.ts";
import { oneLine } from "./one-line.ts";
import type { OutcomeReader } from "./outcome.ts";
import { pytest, unittest } from "./python-tests.ts";
import { scripted, testthat } from "./script-tests.ts";
import { ruffFormat, tsc, ty } from "./static-checks.ts";

const MOCHA = ["passing", "complete", "failing", " failed", "No test files found"];

/** Words without one of which a reader finds nothing: looking for words is much cheaper than its patterns. */
const TELLTALES: ReadonlyMap<OutcomeReader, readonly string[]> = new Map<OutcomeReader, readonly string[]>([
  [vitest, ["No test files found", "Test Files", "Tests", "⎯ "]],
  [jest, ["No tests found", "Tests:", "Test Suites:", "FAIL "]],
  [mocha, MOCHA],
  [nodeTest, ["pass", "1.."]],
  [bun, ["0 test files matching", "No tests found!", "The following filters", " pass", " fail", "Ran "]],
  [deno, [" passed"]],
  [playwright, ["No tests found", " passed", " failed", " interrupted", " timed out"]],
  [cypress, ["All specs passed", "Can't run because", ...MOCHA]],
  [ava, ["find any files to test", "No tests found in", " passed", " failed"]],
  [
    pytest,
    [
      " in ",
      "Results (",
      "no tests ran",
      "not found",
      "collected 0 items",
      "Interrupted: ",
      "stopping after ",
      " FAILURES =",
      " ERRORS =",
      " summary info =",
    ],
  ],
  [unittest, ["NO TESTS RAN", "Ran ", "FAILED ("]],
  [go, ["DONE ", "--- ", '"Action":"fail"', "FAIL", "# ", "ok ", "ok\t", "PASS", "[no test files]", "no packages"]],
  [cargo, ["test result: ", "Summary [", "error: ", "error[", "Finished "]],
  [
    ctest,
    [
      "No tests were found",
      "No tests defined.",
      "% tests passed",
      "Ok:",
      "# TOTAL:",
      "[  FAILED",
      "[  PASSED",
      "test cases:",
      "Totals: ",
      "All tests passed",
    ],
  ],
  [swift, ["** TEST", "** BUILD", "error: fatalError", "Executed ", "Test run with ", "Build complete!", " skipped, "]],
  [
    bazel,
    ["Build did NOT", "FAILED", "TIMEOUT", " locally", " to build", "Executed ", "No test targets", "INFO: Build"],
  ],
  [zig, ["Build Summary: "]],
  [forge, ["Suite result: ", "No tests found", "No tests match"]],
  [maven, ["Tests run: ", "BUILD ", "No tests "]],
  [gradle, ["No tests found for", "BUILD ", "FAILURE: "]],
  [
    dotnet,
    [
      "- Failed:",
      ".dll",
      "Test summary: ",
      "succeeded: ",
      "Total tests: ",
      "Test Run ",
      "Build ",
      "No test ",
      "): error ",
      " Error(s)",
    ],
  ],
  [sbt, [": Total ", "[info] No tests", "[info] Tests: ", "[error] ", "[success] "]],
  [rspec, [" example", " spec"]],
  [minitest, [" assertion"]],
  [cucumber, [" scenario"]],
  [phpunit, ["No tests ", "OK (", "Tests:"]],
  [plainTests, ["no tests to run", " failure"]],
  [flutter, [" +", " passed", "No tests ", "No issues found!", " found."]],
  [prove, ["Result: ", "All tests successful"]],
  [pester, ["Tests Passed: "]],
  [
    oneLine,
    [" passed, ", "Tests finished: ", ", Passed: ", " - Passed: ", " Passed: ", " configurations passed", "pass "],
  ],
  [
    scripted,
    [
      " success",
      " fail",
      "FAIL",
      "Failed",
      " errors.",
      "Error: ",
      " test cases) ",
      " total assertions",
      " did not pass",
      " unexpected",
      " tests passed",
      "TEST RUN ",
      "Spec Files:",
      "Executed ",
      "Test Successful",
      "Ran ",
      "Ran: ",
      "Test Summary: ",
      "*** ",
      "PASS: ",
      "ERROR: ",
      "Total: ",
      " assertions │",
      "Count: ",
    ],
  ],
  [testthat, ["[ FAIL ", " ✔ |", " ✖ |"]],
  [tsc, ["This is not the tsc command", "compiler options at", "error TS", "Found "]],
  [ruffFormat, ["reformat", "formatted", "left unchanged", "No Python files found", "Failed to "]],
  [ty, ["diagnostic", "All checks passed!"]],
  [docker, ["failed to", "non-zero code", "Successfully ", "naming to ", "exporting to image", "Built"]],
]);

/** False only when the reader would find nothing. */
export function mayTell(reader: OutcomeReader, text: string): boolean {
  return TELLTALES.get(reader)?.some((word) => text.includes(word)) ?? true;
}

export const READERS_WITH_TELLTALES: readonly OutcomeReader[] = [...TELLTALES.keys()];

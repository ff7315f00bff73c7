import { expression } from "../../patterns/expression.ts";
import { counted, countOf, FAILED, type OutcomeReader, PASSED } from "./outcome.ts";

/**
 * Last lines of busted, cabal, stack, tasty, Alcotest, OUnit, clojure.test, kaocha, zig, Common Test, shunit2,
 * nimble, elm-test, plenary, ERT, WebdriverIO, TestCafe, Nightwatch, Karma, `Pkg.test`, Julia's tables, Boost.Test, OPA,
 * RackUnit, Buttercup, uvu, Newman and goss. Some count assertions, suites or files: no numbers of theirs are tests.
 */
const SOME_FAILED = expression("gm")`
  ^(?:
    \d+ success(?:es)? \/ (?!0 failures? \/ 0 errors?)\d+ failures? \/ \d+ errors? \/ |
    Test suite \S+: FAIL$|(?:\S+> +)?Test suite \S+ failed$|Tests failed for test:|Error: (?:\[Cabal-\d+\]|cabal: )
    |[1-9]\d* out of \d+ tests? failed \(|[1-9]\d* failures?! in [\d.]+s\. \d+ tests? run\.
    |FAILED: Cases: \d+ Tried: |(?!0 failures, 0 errors)\d+ failures, \d+ errors\.$
    |\d+ tests?, \d+ assertions?, (?:[1-9]\d* errors?, (?:\d+ pending, )?\d+|(?:\d+ pending, )?[1-9]\d*) failures?\.$
    |\d+ passed; \d+ skipped; [1-9]\d* failed\.$
    |Failed [1-9]\d* tests?\. (?:Skipped .{1,40} tests?\. )?Passed \d+ tests?\.
    |Ran \d+ tests?\.\n\s*FAILED \(|TEST RUN FAILED$|(?:.{1,80}: )?Executed \d+ of \d+ \([1-9]\d* FAILED\)
    |Failed :[ \t]+[1-9]|Passed: +\d+\nFailed: +[1-9]\d*$|[ \t]{2,10}Error: +Execution failed with exit code [1-9]
    |Ran \d+ tests, \d+ results as expected, [1-9]\d* unexpected|Spec Files:[ \t]+(?:\d+ \w+, )*[1-9]\d* failed\b
    |[ \t]*[1-9]\d*\/\d+ failed \((?:\d+m )?\d+s\)$|[ \t]+- [1-9]\d* assertions failed; \d+ passed$
    |ERROR: (?:LoadError: )?Some tests did not pass: |ERROR: Package \S+ errored during testing
    |✕ \S+ failed in [\d.]+s\b|Test Summary: +\|(?=.*\b(?:Fail|Error)\b)
    |\*\*\* \d+ failures? (?:is|are) detected\b(?! \(\d+ failures? (?:is|are) expected)
    |(?:FAIL|ERROR): [1-9]\d*\/\d+$|[1-9]\d*\/\d+ test failures$|Ran \d+ (?:out of \d+ )?specs?, [1-9]\d* failed\b
    |│ +(?:requests|(?:test|prerequest)-scripts|assertions) │ +\d+ │ +[1-9]\d* │
    |Count: \d+, Failed: [1-9]\d*, Skipped: |
    [ \t]+Total:[ \t]+(\d+)\n[ \t]+Passed:[ \t]+(?!\1\n)\d+\n[ \t]+Skipped:[ \t]+0\n
  )
`;
const ALL_PASSED = expression("gm")`
  ^(?:
    [1-9]\d* success(?:es)? \/ 0 failures \/ 0 errors \/ |All [1-9]\d* tests passed(?:\.| \([\d.]+s\))$
    |Test Successful in [\d.]+s\. [1-9]\d* tests? run\.|Ran: [1-9]\d* tests in: [\d.]+ seconds\.\n\s*OK$
    |Ran [1-9]\d* tests containing \d+ assertions\.\n0 failures, 0 errors\.$
    |[1-9]\d* tests?, \d+ assertions?, (?:\d+ pending, )?0 failures\.$
    |[1-9]\d* passed; \d+ skipped; 0 failed\.$|Ran [1-9]\d* tests?\.\n\s*OK$|TEST RUN PASSED$
    |(?:.{1,80}: )?Executed [1-9]\d* of \d+ (?:\(skipped \d+\) )?SUCCESS\b
    |Failed :[ \t]+0[ \t]*\nErrors :[ \t]+0[ \t]*$|Ran [1-9]\d* tests, \d+ results as expected, 0 unexpected
    |Spec Files:[ \t]+[1-9]\d* passed, (?:\d+ (?:retries|skipped), )*\d+ total\b
    |[ \t]*Testing \S+ tests passed[ \t]*$
    |([1-9]\d*) of \1 test suites \(\d+ of \d+ test cases\) passed\.$
    |[ \t]+Success: All tests passed$|[ \t]*(?:OK\.|✨ PASSED\.) [1-9]\d* +total assertions
  )
`;
/** Passes told in plainer words, or of one part of a run. */
const SOME_PASSED = expression("gm")`
  ^(?:
    [ \t]+All [1-9]\d* tests passed\.$|Test Summary: +\|(?=.*\bPass\b)(?!.*\b(?:Fail|Error)\b)
    |\*\*\* No errors detected$|PASS: ([1-9]\d*)\/\1$|Ran [1-9]\d* (?:out of \d+ )?specs?, 0 failed\b
    |[ \t]+Total:[ \t]+([1-9]\d*)\n[ \t]+Passed:[ \t]+\2\n|│ +assertions │ +[1-9]\d* │ +0 │
    |Count: [1-9]\d*, Failed: 0, Skipped: )
`;

export const scripted: OutcomeReader = (text) => {
  const failed = [...text.matchAll(SOME_FAILED)].at(-1)?.index ?? -1;
  const clearly = [...text.matchAll(ALL_PASSED)].at(-1)?.index ?? -1;
  const passed = Math.max(clearly, [...text.matchAll(SOME_PASSED)].at(-1)?.index ?? -1);
  if (failed === passed) return undefined;
  // A pass after a failure: of another package, of a second try, or of the run whose tests printed the failure.
  if (failed !== -1) return passed > failed ? undefined : FAILED;
  return clearly === -1 ? { ...PASSED, plain: true } : PASSED;
};

/** `[ FAIL 0 | WARN 0 | SKIP 1 | PASS 13 ]`, which testthat writes anew while it counts, and `0 errors ✔ | 1 note ✖` of a check. */
export const testthat: OutcomeReader = (text) => {
  const [, failed, passed] = [...text.matchAll(COUNTED_IN_R)].at(-1) ?? [];
  const [, errors] = /^(\d+) errors? [✔✖] \|/m.exec(text) ?? [];
  if ((failed ?? "0") !== "0" || (errors ?? "0") !== "0") return FAILED;
  return (passed ?? "0") !== "0" || errors === "0" ? PASSED : undefined;
};

const COUNTED_IN_R = /^\[ FAIL (\d+) \| WARN \d+ \| SKIP \d+ \| PASS (\d+) \]/gm;

/** The last line of `R CMD check`: `Status: 1 ERROR, 2 NOTEs`. */
export const packageCheck: OutcomeReader = (text) => {
  const status = /^Status: (OK|\d.*)$/m.exec(text)?.[1];
  if (status === undefined) return testthat(text);
  return status.includes("ERROR") ? FAILED : PASSED;
};

/** PlatformIO: `== 2 test cases: 1 failed, 1 succeeded in … ==`, and the last line of a build. */
export const platformio: OutcomeReader = (text) => {
  const tests = /^=+ (\d+ test cases?: .*) in [\d:.]+ =+$/m.exec(text)?.[1];
  if (tests !== undefined)
    return counted(countOf(tests, "succeeded"), countOf(tests, "failed|errored"), countOf(tests, "skipped"));
  if (/^=+ \[FAILED\] Took /m.test(text)) return FAILED;
  return /^=+ \[SUCCESS\] Took /m.test(text) ? PASSED : undefined;
};

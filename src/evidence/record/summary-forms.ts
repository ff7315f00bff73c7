import type { CheckKind, RunEnd } from "./check-run.ts";

/** What a program can say of how a check ended. */
export type SummedUp = Exclude<RunEnd, "unknown">;

/**
 * One way in which programs sum up. Numbers are in named groups: p passed, f failed, e errors (failed as well), s skipped,
 * t total. Words are in the groups `ok`, `bad` and `none`; where there are neither, `says` tells the status.
 */
export interface Form {
  readonly name: string;
  readonly kinds: readonly CheckKind[];
  readonly pattern: RegExp;
  readonly says?: SummedUp;
  /** Said by the program that starts the check, or by single lines: it counts only where the check sums up nothing. */
  readonly weak?: true;
}

const TEST: readonly CheckKind[] = ["test"];
const LINT: readonly CheckKind[] = ["lint", "format"];
const TYPES: readonly CheckKind[] = ["typecheck", "build"];
const STATIC: readonly CheckKind[] = ["lint", "format", "typecheck"];
const BUILT: readonly CheckKind[] = ["build", "typecheck", "lint"];
const ANY: readonly CheckKind[] = ["test", "build", "typecheck", "lint", "format"];

const told = (name: string, kinds: readonly CheckKind[], pattern: RegExp): Form => ({ name, kinds, pattern });
const passed = (name: string, kinds: readonly CheckKind[], pattern: RegExp): Form => ({
  ...told(name, kinds, pattern),
  says: "passed",
});
const failed = (name: string, kinds: readonly CheckKind[], pattern: RegExp): Form => ({
  ...told(name, kinds, pattern),
  says: "failed",
});
const empty = (name: string, kinds: readonly CheckKind[], pattern: RegExp): Form => ({
  ...told(name, kinds, pattern),
  says: "nothing-ran",
});

/** Programs that real sessions run, and those that everybody knows. Of others the exit code tells the end. */
export const FORMS: readonly Form[] = [
  // JavaScript
  told(
    "vitest",
    TEST,
    /^[ \t]{0,8}Tests {1,4}(?:(?<f>\d+) failed)?(?: \| )?(?:(?<p>\d+) passed)?(?: \| )?(?:(?<s>\d+) skipped)?(?: \| \d+ todo)? \((?<t>\d+)\)/gm,
  ),
  failed(
    "vitest-files",
    TEST,
    /^[ \t]{0,4}(?:Test Files {1,4}\d+ failed|Errors {1,4}\d+ errors?|(?:❯ )?FAIL {1,2}[\w./@|-]{1,200}|⎯{3,}.{0,40}Unhandled Errors?)|⎯ Failed (?:Tests|Suites) \d+ ⎯/gm,
  ),
  empty("vitest-files", TEST, /^No (?:tests|test files?) found, exiting with code/gm),
  told(
    "jest",
    TEST,
    /^Tests: {1,8}(?:(?<f>\d+) failed, )?(?:\d+ todo, )?(?:(?<s>\d+) skipped, )?(?:\d+ todo, )?(?:(?<p>\d+) passed, )?(?<t>\d+) total/gm,
  ),
  failed("jest-suites", TEST, /^(?:Test Suites: [1-9]\d* failed| {2}● .{1,200} › )/gm),
  told("mocha", TEST, /^[ \t]{2,6}(?:(?<p>\d+) passing|(?<f>\d+) failing)\b/gm),
  told("node-test", TEST, /^[#ℹ] (?:pass (?<p>\d+)|fail (?<f>\d+))$/gm),
  told("bun", TEST, /^[ \t]{0,4}(?:(?<p>\d+) pass|(?<f>\d+) fail)$/gm),
  told("deno", TEST, /^(?:ok|FAILED) \| (?<p>\d+) passed.{0,40}? \| (?<f>\d+) failed/gm),
  told("playwright", TEST, /^[ \t]{2,4}(?:(?<p>\d+) passed \([\d.]+m?s?|(?<f>\d+) failed$)/gm),
  told("cypress", TEST, /^[ \t]{0,8}(?<ok>✔ {1,3}All specs passed!)|✖ {1,3}(?<f>\d+) of \d+ failed/gm),
  told("ava", TEST, /^[ \t]{2,4}(?:(?<p>\d+) tests? passed$|(?<f>\d+) tests? failed$|(?<bad>✘ \[fail\]:))/gm),
  // Python
  told(
    "pytest",
    TEST,
    /^=*[ \t]?(?:(?<f>\d+) failed,? ?)?(?:(?<p>\d+) passed,? ?)?(?:(?<s>\d+) skipped,? ?)?(?:\d+ (?:deselected|xfailed|xpassed|warnings?|rerun),? ?){0,5}(?:(?<e>\d+) errors?)?,? ?in \d[\d.]*s/gm,
  ),
  empty(
    "pytest",
    TEST,
    /^(?:=*[ \t]?(?:no tests ran|\d+ deselected) in \d|ERROR: (?:file or directory )?not found: )/gm,
  ),
  failed("pytest", TEST, /^!{3,} (?:Interrupted: \d+ errors? during collection|stopping after)/gm),
  told(
    "unittest",
    TEST,
    /^(?:(?<none>Ran 0 tests in \S{1,20}(?:\n{1,2}OK$)?|NO TESTS RAN)|(?<bad>FAILED \((?:failures|errors|unexpected)=\d+)|(?<ok>OK(?: \((?:skipped=(?<s>\d+)|.{1,60})\))?$))/gm,
  ),
  told("unittest-ran", TEST, /^Ran (?<t>[1-9]\d*) tests? in \d/gm),
  // Rust, Go, C, Swift
  told("cargo", TEST, /^test result: (?:ok|FAILED)\. (?<p>\d+) passed; (?<f>\d+) failed; (?<s>\d+) ignored/gm),
  failed(
    "rustc",
    [...TEST, ...BUILT],
    /^error(?:\[E\d{4}\]|: (?:could not compile|aborting due to|process didn't exit))/gm,
  ),
  passed("rustc", BUILT, /^ {0,8}Finished (?:`|dev|release|test)/gm),
  failed("go", TEST, /^(?:FAIL(?:$|\t)|--- FAIL: |panic: )/gm),
  passed("go", TEST, /^(?:ok {1,2}\t\S+\t(?:\(cached\)|\d)|PASS$|--- PASS: )/gm),
  empty(
    "go",
    TEST,
    /^(?:\?[ \t]+\S+\t\[no test files\]|testing: warning: no tests to run|no Go files in|go: no packages matching)/gm,
  ),
  failed("go-build", [...TEST, ...BUILT], /^(?:vet: )?(?:\.{0,2}\/)?[\w./-]{1,200}\.go:\d+:\d+: /gm),
  told("ctest", TEST, /^\d+% tests passed, (?<f>\d+) tests? failed out of (?<t>\d+)/gm),
  told("xctest", TEST, /Executed (?<t>\d+) tests?, with (?:\d+ tests? skipped and )?(?<f>\d+) failures?/gm),
  told(
    "swift-testing",
    TEST,
    /Test run with (?:(?<p>\d+) tests?.{0,40}? passed after|\d+ tests?.{0,40}? failed after .{0,30}? with (?<f>\d+) issues?)/gm,
  ),
  told("xcodebuild", ["build", "test"], /^\*\* (?:BUILD|TEST) (?:(?<ok>SUCCEEDED)|(?<bad>FAILED)) \*\*/gm),
  passed("swift-build", TYPES, /^Build complete!/gm),
  failed("cc", TYPES, /^[^\s:][^\n:]{0,200}:\d+:\d+: (?:fatal )?error: /gm),
  // JVM, .NET, Ruby, PHP
  told("surefire", TEST, /Tests run: (?<t>\d+), Failures: (?<f>\d+), Errors: (?<e>\d+)(?:, Skipped: (?<s>\d+))?/gm),
  told(
    "maven",
    ANY,
    /^(?:\[(?:INFO|ERROR)\] )?BUILD (?:(?<ok>SUCCESS(?:FUL in .{1,20})?)|(?<bad>FAILURE|FAILED(?: in .{1,20})?))$/gm,
  ),
  told("gradle", TEST, /^(?<t>\d+) tests? completed, (?<f>\d+) failed/gm),
  told(
    "dotnet",
    TEST,
    /^(?:Passed|Failed)! {1,3}- Failed: {1,6}(?<f>\d+), Passed: {1,6}(?<p>\d+), Skipped: {1,6}(?<s>\d+)/gm,
  ),
  told("dotnet-build", TYPES, /^Build (?:(?<ok>succeeded)|(?<bad>FAILED))\b/gm),
  failed("csc", [...TEST, ...TYPES], /: error (?:CS|FS|BC|MSB|NETSDK)\d{4}: /gm),
  told("rspec", TEST, /^(?<t>\d+) examples?, (?<f>\d+) failures?(?:, (?<s>\d+) pending)?/gm),
  told(
    "minitest",
    TEST,
    /^(?<t>\d+) (?:runs|tests), \d+ assertions, (?<f>\d+) failures, (?<e>\d+) errors(?:, (?<s>\d+) skips)?/gm,
  ),
  told("phpunit", TEST, /^OK(?:, but .{1,60})? \((?<p>\d+) tests?, \d+ assertions?\)/gm),
  told("phpunit", TEST, /^Tests: (?<t>\d+), Assertions: \d+(?:, Errors: (?<e>\d+))?(?:, Failures: (?<f>\d+))?/gm),
  told("tap", TEST, /^(?:(?<ok>ok \d+ - \S)|(?<bad>not ok \d+(?! .{0,200}# (?:TODO|SKIP))))/gm),
  // Static checks
  told("tsc", TYPES, /^Found (?<f>\d+) errors?(?: in .{1,120})?\.?(?: Watching.{0,40})?$/gm),
  failed("tsc-line", TYPES, /(?:^|\): |- |: )error TS\d{4,5}: /gm),
  failed("deno-check", [...TEST, ...TYPES], /^(?:error: )?TS\d{4,5} \[ERROR\]: /gm),
  told("eslint", LINT, /^✖ \d+ problems? \((?<f>\d+) errors?, \d+ warnings?\)/gm),
  failed("eslint-line", LINT, /^ {1,4}\d+:\d+ {1,4}error {2}\S.{1,300} {2}\S+$/gm),
  told("xo", LINT, /^ {2}(?<f>\d+) errors?$/gm),
  passed("ruff", STATIC, /^All checks passed!$/gm),
  told("ruff", LINT, /^Found (?:\d+ errors? \(\d+ fixed, (?<e>\d+) remaining\)|(?<f>\d+) errors?)\.?$/gm),
  told("mypy", STATIC, /^(?:(?<ok>Success: no issues found)|Found (?<f>\d+) errors? in \d+ files?)/gm),
  passed("biome", LINT, /^Checked \d+ files? in .{1,40}\. (?:No fixes (?:applied|needed)|Fixed \d+ files?)/gm),
  told("oxlint", LINT, /^Found \d+ warnings? and (?<f>\d+) errors?\.?/gm),
  told(
    "prettier",
    LINT,
    /^(?<ok>All matched files use (?:Prettier code style|the correct format))|(?<bad>Code style issues (?:were )?found|Format issues found in)/gm,
  ),
  { ...failed("golangci", LINT, /^[\w./-]{1,200}\.go:\d+(?::\d+)?: .{1,400} \([a-z]{2,30}\)$/gm), weak: true },
  told("golangci", LINT, /^(?<f>\d+) issues?[.:]/gm),
  told("golangci", LINT, /^level=error msg="Running error: (?:.{0,200}(?<none>no go files to analyze)|(?<bad>\S))/gm),
  failed("isort", LINT, /^ERROR: .{1,300} Imports are incorrectly sorted/gm),
  told(
    "black",
    LINT,
    /^(?:(?<bad>would reformat:? |oh no! |\d+ files? would be reformatted)|(?<ok>all done! |\d+ files? already formatted))/gim,
  ),
  failed("shellcheck", LINT, /^In \S{1,200} line \d+:$/gm),
  failed("diff", LINT, /^(?:diff -|--- a\/|Diff in )\S/gm),
  // Builds
  told("vite", TYPES, /^(?:(?<ok>✓ (?:built|\d+ modules transformed))|(?<bad>error during build:))/gm),
  passed(
    "bundle",
    ["build"],
    /^(?:.{0,20}Compiled successfully|webpack .{1,40} compiled (?:successfully|with \d+ warnings?)|.{0,12}Build succe(?:ss in|eded)|.{0,12}created .{1,80} in )/gm,
  ),
  failed(
    "bundle",
    ["build"],
    /^(?:Failed to compile|.{0,20}Build failed|webpack .{1,40} compiled with \d+ errors?|✘ \[ERROR\])/gm,
  ),
  // Single lines, and what starts a check, say how it ended
  {
    ...failed(
      "lines",
      TEST,
      /^(?:[ \t]{1,10}(?:[×✗✘✖✕] \S|❯ \S{1,200} \(\d+ tests? \| \d+ failed)|\S{1,200}::\S{1,200} FAILED$)/gm,
    ),
    weak: true,
  },
  { ...failed("died", ANY, /\nNode\.js v\d{1,3}\.\d{1,3}\.\d{1,3}\s{0,20}$/g), weak: true },
  failed(
    "docker",
    ["build"],
    /^(?:ERROR: failed to (?:solve|build)|The command '.{1,200}' returned a non-zero code)/gm,
  ),
  { ...told("turbo", ANY, /^ ?Tasks: {1,6}(?<p>\d+) successful, (?<t>\d+) total/gm), weak: true },
  {
    ...failed(
      "starter",
      ANY,
      /^(?:npm (?:ERR!|error) (?:code |command |Test failed|Lifecycle script)|.{0,12}ELIFECYCLE|error Command failed with exit code [1-9]|error: (?:script|Recipe) .{1,80} (?:exited with code|failed)|(?:\[\S{1,40}\] )?ERROR task failed|g?make(?:\[\d+\])?: \*\*\* \[)/gm,
    ),
    weak: true,
  },
  {
    ...passed("starter", ANY, /^(?:Finished in [\d.]{1,8}m?s|\S{1,80} (?:build|test|lint|typecheck|check): Done)$/gm),
    weak: true,
  },
];

/** Forms that sum up one part after the other: of a cut output they tell no numbers. */
export const PART_BY_PART: ReadonlySet<string> = new Set(["cargo", "surefire", "go", "tap", "dotnet"]);

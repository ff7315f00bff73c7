import type { CheckKind, Counts } from "./check-run.ts";

/** What a program says at its end of what it checked. */
export interface Summary {
  readonly status: "passed" | "failed" | "nothing-ran";
  readonly counts: Counts;
  /** Where it stands in the output. */
  readonly at: number;
  /** The form it has: summaries of one form belong together. */
  readonly form: string;
  /** The kinds of check that print this form. */
  readonly kinds: readonly CheckKind[];
  /** How many lines of this form there are. */
  readonly times: number;
  /** Said by the program that starts the check, or by single lines: an exit code outweighs it. */
  readonly weak: boolean;
}

/** One way in which programs sum up. Numbers are in named groups; where there are none, `says` tells the status. */
interface Form {
  readonly name: string;
  readonly kinds: readonly CheckKind[];
  readonly pattern: RegExp;
  /** The status where no number tells it. */
  readonly says?: Summary["status"];
  /** Said by the program that starts the check, or by single lines: it counts only where the check sums up nothing. */
  readonly weak?: true;
}

const TEST: readonly CheckKind[] = ["test"];
const LINT: readonly CheckKind[] = ["lint", "format"];
const TYPES: readonly CheckKind[] = ["typecheck", "build"];
const BUILD: readonly CheckKind[] = ["build", "typecheck"];
const STATIC: readonly CheckKind[] = ["lint", "format", "typecheck"];
const ANY: readonly CheckKind[] = ["test", "build", "typecheck", "lint", "format"];

const counted = (name: string, kinds: readonly CheckKind[], pattern: RegExp): Form => ({ name, kinds, pattern });
const passed = (name: string, kinds: readonly CheckKind[], pattern: RegExp): Form => ({
  name,
  kinds,
  pattern,
  says: "passed",
});
const failed = (name: string, kinds: readonly CheckKind[], pattern: RegExp): Form => ({
  name,
  kinds,
  pattern,
  says: "failed",
});
const empty = (name: string, kinds: readonly CheckKind[], pattern: RegExp): Form => ({
  name,
  kinds,
  pattern,
  says: "nothing-ran",
});

/** Every form, with what it is read as. Groups: p passed, f failed, e errors (failed as well), s skipped, t total. */
const FORMS: readonly Form[] = [
  // JavaScript
  counted(
    "vitest",
    TEST,
    /^[ \t]{0,8}Tests {1,4}(?:(?<f>\d+) failed)?(?: \| )?(?:(?<p>\d+) passed)?(?: \| )?(?:(?<s>\d+) skipped)?(?: \| \d+ todo)? \((?<t>\d+)\)/gm,
  ),
  counted("vitest-files", TEST, /^[ \t]{0,4}Test Files {1,4}(?<f>\d+) failed/gm),
  failed("vitest-files", TEST, /^ {0,2}(?:FAIL|❯ FAIL) {1,2}[\w./@|-]{1,200}|⎯ Failed (?:Tests|Suites) \d+ ⎯/gm),
  failed("jest", TEST, /^ {2}● .{1,200} › /gm),
  empty("vitest-files", TEST, /^No test files? found, exiting with code/gm),
  failed("vitest-files", TEST, /^[ \t]{0,4}(?:Errors {1,4}\d+ errors?|⎯{3,}.{0,40}Unhandled Errors?)/gm),
  counted(
    "jest",
    TEST,
    /^Tests: {1,8}(?:(?<f>\d+) failed, )?(?:\d+ todo, )?(?:(?<s>\d+) skipped, )?(?:\d+ todo, )?(?:(?<p>\d+) passed, )?(?<t>\d+) total/gm,
  ),
  counted("jest-suites", TEST, /^Test Suites: (?<f>\d+) failed/gm),
  empty("jest", TEST, /^No tests found, exiting with code/gm),
  counted("mocha", TEST, /^[ \t]{2,6}(?<p>\d+) passing\b/gm),
  counted("mocha", TEST, /^[ \t]{2,6}(?<f>\d+) failing\b/gm),
  counted("node-test", TEST, /^[#ℹ] pass (?<p>\d+)$/gm),
  counted("node-test", TEST, /^[#ℹ] fail (?<f>\d+)$/gm),
  counted("bun", TEST, /^[ \t]{0,4}(?<p>\d+) pass$/gm),
  counted("bun", TEST, /^[ \t]{0,4}(?<f>\d+) fail$/gm),
  counted("deno", TEST, /^(?:ok|FAILED) \| (?<p>\d+) passed.{0,40}? \| (?<f>\d+) failed/gm),
  counted("playwright", TEST, /^[ \t]{2,4}(?<p>\d+) passed \([\d.]+m?s?/gm),
  counted("playwright", TEST, /^[ \t]{2,4}(?<f>\d+) failed$/gm),
  passed("cypress", TEST, /^[ \t]{0,8}✔ {1,3}All specs passed!/gm),
  counted("cypress", TEST, /✖ {1,3}(?<f>\d+) of \d+ failed/gm),
  counted("ava", TEST, /^[ \t]{2,4}(?<p>\d+) tests? passed$/gm),
  failed("ava", TEST, /^[ \t]{2,4}✘ \[fail\]:/gm),
  counted("ava", TEST, /^[ \t]{2,4}(?<f>\d+) tests? failed$/gm),
  // Python
  counted(
    "pytest",
    TEST,
    /^=*[ \t]?(?:(?<f>\d+) failed,? ?)?(?:(?<p>\d+) passed,? ?)?(?:(?<s>\d+) skipped,? ?)?(?:\d+ (?:deselected|xfailed|xpassed|warnings?|rerun),? ?){0,5}(?:(?<e>\d+) errors?)?,? ?in \d[\d.]*s/gm,
  ),
  empty("pytest", TEST, /^=*[ \t]?(?:no tests ran|\d+ deselected) in \d/gm),
  empty("pytest", TEST, /^ERROR: (?:file or directory )?not found: /gm),
  failed("pytest", TEST, /^!{3,} (?:Interrupted: \d+ errors? during collection|stopping after)/gm),
  passed("unittest", TEST, /^OK(?: \((?:skipped=(?<s>\d+)|.{1,60})\))?$/gm),
  { name: "unittest-ran", kinds: TEST, pattern: /^Ran (?<t>\d+) tests? in \d/gm },
  failed("unittest", TEST, /^FAILED \((?:failures|errors|unexpected)=\d+/gm),
  empty("unittest", TEST, /^(?:Ran 0 tests in|NO TESTS RAN)/gm),
  // Rust, Go, C, Swift, Zig
  counted("cargo", TEST, /^test result: (?:ok|FAILED)\. (?<p>\d+) passed; (?<f>\d+) failed; (?<s>\d+) ignored/gm),
  counted(
    "nextest",
    TEST,
    /Summary \[[^\]]{1,20}\] {1,4}\d+(?:\/\d+)? tests? run: (?<p>\d+) passed.{0,60}?(?:, (?<f>\d+) failed)?(?:, (?<s>\d+) skipped)/gm,
  ),
  failed(
    "rustc",
    ["test", "build", "typecheck", "lint"],
    /^error: (?:could not compile|aborting due to|process didn't exit)/gm,
  ),
  failed("rustc", ["test", "build", "typecheck", "lint"], /^error\[E\d{4}\]/gm),
  passed("rustc", ["build", "typecheck", "lint"], /^ {0,8}Finished (?:`|dev|release|test)/gm),
  failed("go", TEST, /^(?:FAIL(?:$|\t)|--- FAIL: |panic: )/gm),
  passed("go", TEST, /^ok {1,2}\t\S+\t(?:\(cached\)|\d)/gm),
  passed("go", TEST, /^(?:PASS$|--- PASS: )/gm),
  empty("go", TEST, /^\?[ \t]+\S+\t\[no test files\]/gm),
  empty("go-empty", TEST, /^(?:testing: warning: no tests to run|no Go files in|go: no packages matching)/gm),
  failed("go-build", ["build", "typecheck", "lint", "test"], /^(?:vet: )?(?:\.{0,2}\/)?[\w./-]{1,200}\.go:\d+:\d+: /gm),
  counted(
    "gotestsum",
    TEST,
    /^DONE (?<t>\d+) tests(?:, (?<s>\d+) skipped)?(?:, (?<f>\d+) failures?)?(?:, (?<e>\d+) errors?)? in/gm,
  ),
  counted("ctest", TEST, /^\d+% tests passed, (?<f>\d+) tests? failed out of (?<t>\d+)/gm),
  counted("gtest", TEST, /^\[ {2}PASSED {2}\] (?<p>\d+) tests?/gm),
  counted("gtest", TEST, /^\[ {2}FAILED {2}\] (?<f>\d+) tests?,/gm),
  counted("xctest", TEST, /Executed (?<t>\d+) tests?, with (?:\d+ tests? skipped and )?(?<f>\d+) failures?/gm),
  counted("swift-testing", TEST, /Test run with (?<p>\d+) tests?.{0,40}? passed after/gm),
  counted("swift-testing", TEST, /Test run with \d+ tests?.{0,40}? failed after .{0,30}? with (?<f>\d+) issues?/gm),
  passed("xcodebuild", ["build", "test"], /^\*\* (?:BUILD|TEST) SUCCEEDED \*\*/gm),
  failed("xcodebuild", ["build", "test"], /^\*\* (?:BUILD|TEST) FAILED \*\*/gm),
  passed("swift-build", BUILD, /^(?:Build complete!|Compiling .{0,80}\nBuild complete!)/gm),
  failed("cc", BUILD, /^[^\s:][^\n:]{0,200}:\d+:\d+: (?:fatal )?error: /gm),
  counted(
    "bazel",
    TEST,
    /^Executed \d+ out of (?<t>\d+) tests?: (?<p>\d+) tests? pass(?:es)?\.?(?: and (?<f>\d+) fails?)?/gm,
  ),
  counted(
    "forge",
    TEST,
    /^Ran \d+ test suites? .{0,60}?: (?<p>\d+) tests? passed, (?<f>\d+) failed, (?<s>\d+) skipped/gm,
  ),
  // JVM, .NET, Ruby, PHP, Elixir, Dart
  counted("surefire", TEST, /Tests run: (?<t>\d+), Failures: (?<f>\d+), Errors: (?<e>\d+)(?:, Skipped: (?<s>\d+))?/gm),
  passed("maven", ANY, /^(?:\[INFO\] )?BUILD SUCCESS(?:FUL in .{1,20})?$/gm),
  failed("maven", ANY, /^(?:\[(?:INFO|ERROR)\] )?BUILD (?:FAILURE|FAILED(?: in .{1,20})?)$/gm),
  counted("gradle", TEST, /^(?<t>\d+) tests? completed, (?<f>\d+) failed/gm),
  counted(
    "dotnet",
    TEST,
    /^(?:Passed|Failed)! {1,3}- Failed: {1,6}(?<f>\d+), Passed: {1,6}(?<p>\d+), Skipped: {1,6}(?<s>\d+)/gm,
  ),
  passed("dotnet-build", BUILD, /^Build succeeded\b/gm),
  failed("dotnet-build", BUILD, /^Build FAILED\b/gm),
  failed("csc", ["build", "typecheck", "test"], /: error (?:CS|FS|BC|MSB|NETSDK)\d{4}: /gm),
  counted("rspec", TEST, /^(?<t>\d+) examples?, (?<f>\d+) failures?(?:, (?<s>\d+) pending)?/gm),
  counted(
    "minitest",
    TEST,
    /^(?<t>\d+) (?:runs|tests), \d+ assertions, (?<f>\d+) failures, (?<e>\d+) errors(?:, (?<s>\d+) skips)?/gm,
  ),
  counted("phpunit", TEST, /^OK(?:, but .{1,60})? \((?<p>\d+) tests?, \d+ assertions?\)/gm),
  counted("phpunit", TEST, /^Tests: (?<t>\d+), Assertions: \d+(?:, Errors: (?<e>\d+))?(?:, Failures: (?<f>\d+))?/gm),
  counted(
    "pest",
    TEST,
    /^[ \t]{2}Tests: {1,6}(?:(?<f>\d+) failed, )?(?:\d+ \w+, )?(?:(?<s>\d+) skipped, )?(?:(?<p>\d+) passed)/gm,
  ),
  counted(
    "exunit",
    TEST,
    /^(?:\d+ doctests?, )?(?:\d+ propert\w+, )?(?<t>\d+) tests?, (?<f>\d+) failures?(?:, (?<s>\d+) (?:skipped|excluded))?/gm,
  ),
  passed("flutter", TEST, /(?:^|: )All tests passed!$/gm),
  failed("flutter", TEST, /(?:^|: )Some tests failed\.$/gm),
  counted("testthat", TEST, /\[ FAIL (?<f>\d+) \| WARN \d+ \| SKIP (?<s>\d+) \| PASS (?<p>\d+) \]/gm),
  counted("busted", TEST, /^(?<p>\d+) success(?:es)? \/ (?<f>\d+) failures? \/ (?<e>\d+) errors?/gm),
  passed("prove", TEST, /^All tests successful\.$/gm),
  failed("prove", TEST, /^Result: FAIL$/gm),
  failed("tap", TEST, /^not ok \d+(?! .{0,200}# (?:TODO|SKIP))/gm),
  passed("tap", TEST, /^ok \d+ - \S/gm),
  counted(
    "cucumber",
    TEST,
    /^(?<t>\d+) scenarios? \((?:(?<f>\d+) failed(?:, )?)?(?:\d+ undefined(?:, )?)?(?:(?<p>\d+) passed)?\)/gm,
  ),
  // Of one's own making
  counted(
    "own",
    TEST,
    /^\W{0,12}(?:results?|summary|total|tests?)?:? {0,3}(?<p>\d+) (?:tests? )?passed[,;|/] {0,3}(?<f>\d+) failed\b/gim,
  ),
  counted("own", TEST, /^\W{0,12}passed:? {0,6}(?<p>\d+)(?:[,;|/]|\s) {0,3}failed:? {0,6}(?<f>\d+)\b/gim),
  // Static checks
  counted("tsc", TYPES, /^Found (?<f>\d+) errors?(?: in .{1,120})?\.?(?: Watching.{0,40})?$/gm),
  failed("tsc-line", TYPES, /(?:^|\): |- |: )error TS\d{4,5}: /gm),
  counted("eslint", LINT, /^✖ \d+ problems? \((?<f>\d+) errors?, \d+ warnings?\)/gm),
  counted("xo", LINT, /^ {2}(?<f>\d+) errors?$/gm),
  passed("ruff", STATIC, /^All checks passed!$/gm),
  counted("ruff", LINT, /^Found (?<f>\d+) errors?(?: \(\d+ fixed, (?<e>\d+) remaining\))?\.?$/gm),
  passed("mypy", STATIC, /^Success: no issues found/gm),
  counted("mypy", STATIC, /^Found (?<f>\d+) errors? in \d+ files?/gm),
  counted("pyright", STATIC, /^(?<f>\d+) errors?, \d+ warnings?(?:, \d+ (?:informations?|notes?))?/gm),
  passed("biome", LINT, /^Checked \d+ files? in .{1,40}\. (?:No fixes (?:applied|needed)|Fixed \d+ files?)/gm),
  counted("biome", LINT, /^Found (?<f>\d+) errors?\.$/gm),
  counted("oxlint", LINT, /^Found \d+ warnings? and (?<f>\d+) errors?\.?/gm),
  passed("prettier", LINT, /^All matched files use (?:Prettier code style|the correct format)/gm),
  failed("prettier", LINT, /Code style issues (?:were )?found|Format issues found in/g),
  counted("golangci", LINT, /^(?<f>\d+) issues?[.:]/gm),
  failed("isort", LINT, /^ERROR: .{1,300} Imports are incorrectly sorted/gm),
  failed("black", LINT, /^(?:would reformat |Oh no! )/gm),
  passed("black", LINT, /^All done! /gm),
  failed("ruff-format", LINT, /^(?:Would reformat: |\d+ files? would be reformatted)/gm),
  passed("ruff-format", LINT, /^\d+ files? already formatted/gm),
  passed("rubocop", LINT, /^\d+ files? inspected, no offenses/gm),
  counted("rubocop", LINT, /^\d+ files? inspected, (?<f>\d+) offenses?/gm),
  passed("phpstan", STATIC, /\[OK\] No errors/g),
  counted("phpstan", STATIC, /\[ERROR\] Found (?<f>\d+) errors?/g),
  counted("svelte-check", TYPES, /(?:svelte-check found|^Result \(.{1,30}\):)[^\n]{0,40}?(?<f>\d+) errors?/gm),
  counted("dart", STATIC, /^(?<f>\d+) issues? found\./gm),
  passed("dart", STATIC, /^No issues found!/gm),
  failed("shellcheck", LINT, /^In \S{1,200} line \d+:$/gm),
  failed("diff", ["format", "lint"], /^(?:diff -|--- a\/|Diff in )\S/gm),
  failed("pre-commit", LINT, /\.{3,120}Failed$/gm),
  passed("pre-commit", LINT, /\.{3,120}Passed$/gm),
  // Builds
  passed("vite", BUILD, /^✓ (?:built|\d+ modules transformed)/gm),
  failed("vite", BUILD, /^(?:error during build:|✗ Build failed)/gm),
  passed(
    "bundle",
    BUILD,
    /^(?:[ \t]?✓ Compiled successfully|.{0,20}Compiled successfully|webpack .{1,40} compiled (?:successfully|with \d+ warnings?)|.{0,12}Build succe(?:ss in|eded)|.{0,12}created .{1,80} in )/gm,
  ),
  failed(
    "bundle",
    BUILD,
    /^(?:Failed to compile|.{0,20}Build failed|webpack .{1,40} compiled with \d+ errors?|✘ \[ERROR\])/gm,
  ),
  passed("docker", BUILD, /^(?:#\d+ (?:naming to|writing image)|Successfully (?:built|tagged) |.{0,20} Built$)/gm),
  failed("docker", BUILD, /^(?:ERROR: failed to (?:solve|build)|The command '.{1,200}' returned a non-zero code)/gm),
  passed("tofu", ["lint", "build"], /^Success! The configuration is valid/gm),
  // Single lines, and what starts a check, say how it ended
  { name: "lines", kinds: TEST, pattern: /^\s{1,10}[×✗✘✖] \S/gm, says: "failed", weak: true },
  { name: "died", kinds: ANY, pattern: /\nNode\.js v\d{1,3}\.\d{1,3}\.\d{1,3}\s{0,20}$/g, says: "failed", weak: true },
  { name: "turbo", kinds: ANY, pattern: /^ ?Tasks: {1,6}(?<p>\d+) successful, (?<t>\d+) total/gm, weak: true },
  {
    name: "starter",
    kinds: ANY,
    pattern: /^ ?(?:Failed: {1,6}\S|>? ?NX {1,3}.{0,20}(?:Ran target .{1,80} failed|Running target .{1,80} failed))/gm,
    says: "failed",
    weak: true,
  },
  { name: "starter", kinds: ANY, pattern: /^.{0,12}Successfully ran targets? /gm, says: "passed", weak: true },
  {
    name: "starter",
    kinds: ANY,
    pattern:
      /^(?:npm (?:ERR!|error) (?:code |command |Test failed|Lifecycle script)|.{0,12}ELIFECYCLE|error Command failed with exit code [1-9]|error: (?:script|Recipe) .{1,80} (?:exited with code|failed)|(?:\[\S{1,40}\] )?ERROR task failed)/gm,
    says: "failed",
    weak: true,
  },
  { name: "starter", kinds: ANY, pattern: /^Finished in [\d.]{1,8}m?s$/gm, says: "passed", weak: true },
  {
    name: "starter",
    kinds: ANY,
    pattern: /^\S{1,80} (?:build|test|lint|typecheck|check): Done$/gm,
    says: "passed",
    weak: true,
  },
  {
    name: "starter",
    kinds: ANY,
    pattern: /^(?:g?make(?:\[\d+\])?: \*\*\* \[|ninja: build stopped|task: Failed to run task)/gm,
    says: "failed",
    weak: true,
  },
];

/** No longer output is searched as a whole: summaries stand at the end. */
const LONGEST_OUTPUT = 200_000;

/** What an output says of checks of this kind, one entry for each form, the last one last. */
export function summariesIn(output: string, kind: CheckKind): readonly Summary[] {
  const text = cleaned(output);
  const found = new Map<string, Summary>();
  const starters: Summary[] = [];
  for (const form of FORMS) {
    if (!form.kinds.includes(kind)) continue;
    const lines = new Set<string>();
    for (const match of text.matchAll(form.pattern)) {
      const summary = readMatch(form, match);
      const line = lineAt(text, match.index);
      // Some records hold an output twice: a line with the same numbers and the same time is the same line.
      if (!summary || (lines.has(line) && /\d(?:\.\d+)? ?m?s\b/.test(line))) continue;
      lines.add(line);
      if (form.weak) starters.push(summary);
      else found.set(form.name, joined(found.get(form.name), summary));
    }
  }
  const own = [...found.values()];
  return (own.length > 0 ? own : starters).toSorted((left, right) => left.at - right.at);
}

/** What tools that start several checks put before every line of them. */
const PREFIX =
  /^(?:\[(?!(?:info|error|warn|warning)\])[\w:.-]{1,40}\] |@?[\w/.-]{1,80}:(?:test|build|lint|typecheck)[\w:-]{0,20}: |[\w@/.-]{1,80} (?:test|build|lint|typecheck)(?::\w{1,20})?: (?!Done$))/gim;

/** Escape sequences and carriage returns would keep a line from being recognised. */
function cleaned(output: string): string {
  const end = output.length > LONGEST_OUTPUT ? output.slice(-LONGEST_OUTPUT) : output;
  const plain = end.includes("\u001B[") ? end.replaceAll(/\u001B\[[\d;]{0,20}[A-Za-z]/g, "") : end;
  const lines = plain.includes("\r") ? plain.replaceAll(/\r+\n/g, "\n").replaceAll("\r", "\n") : plain;
  return lines.replaceAll(PREFIX, "");
}

function lineAt(text: string, index: number): string {
  const end = text.indexOf("\n", index);
  return text.slice(index, end === -1 ? index + 200 : Math.min(end, index + 200));
}

function readMatch({ name, says, kinds, weak }: Form, match: RegExpExecArray): Summary | undefined {
  const groups = match.groups ?? {};
  const number = (key: string): number | undefined => (groups[key] === undefined ? undefined : Number(groups[key]));
  const [bad, errors, total] = [number("f"), number("e"), number("t")];
  if (says === undefined && [bad, errors, total, number("p")].every((each) => each === undefined)) return undefined;
  const wrong = bad === undefined && errors === undefined ? undefined : (bad ?? 0) + (errors ?? 0);
  const good =
    number("p") ?? (total === undefined ? undefined : Math.max(0, total - (wrong ?? 0) - (number("s") ?? 0)));
  const nothing = says === undefined && wrong !== undefined && wrong === 0 && total === 0;
  const status =
    says ?? ((wrong ?? 0) > 0 || fellShort(name, good, total) ? "failed" : nothing ? "nothing-ran" : "passed");
  // Files and suites are not tests.
  const counts = /-(?:files|suites)$/.test(name) ? {} : { passed: good, failed: wrong, skipped: number("s") };
  return { status, counts, at: match.index, form: name, kinds, times: 1, weak: weak ?? false };
}

function fellShort(name: string, good: number | undefined, total: number | undefined): boolean {
  return name === "turbo" && good !== undefined && total !== undefined && good < total;
}

/** Summaries of one form belong together: packages, files, the two lines of one summary. A failure stays one. */
function joined(before: Summary | undefined, next: Summary): Summary {
  if (!before) return next;
  const statuses = [before.status, next.status];
  const status = statuses.includes("failed") ? "failed" : statuses.includes("passed") ? "passed" : "nothing-ran";
  const add = (left?: number, right?: number): number | undefined =>
    left === undefined ? right : right === undefined ? left : left + right;
  return {
    status,
    counts: {
      passed: add(before.counts.passed, next.counts.passed),
      failed: add(before.counts.failed, next.counts.failed),
      skipped: add(before.counts.skipped, next.counts.skipped),
    },
    at: next.at,
    form: next.form,
    kinds: next.kinds,
    times: before.times + next.times,
    weak: next.weak,
  };
}

/** Forms that sum up one part after the other: of a cut output they tell no numbers. */
export const PART_BY_PART: ReadonlySet<string> = new Set([
  "cargo",
  "surefire",
  "go",
  "gtest",
  "tap",
  "dotnet",
  "exunit",
]);

/** What all of them say together; nothing where there are none. A failure of one is a failure. */
export function together(summaries: readonly Summary[]): Summary | undefined {
  const last = summaries.at(-1);
  if (!last) return undefined;
  const failing = summaries.findLast(({ status }) => status === "failed");
  const telling = failing ?? summaries.findLast(({ status }) => status === "passed") ?? last;
  const numbered = summaries.findLast(
    ({ counts, status }) => status === telling.status && (counts.passed !== undefined || counts.failed !== undefined),
  );
  return numbered ?? telling;
}

import {
  counted,
  countOf,
  FAILED,
  NOTHING_RAN,
  type Outcome,
  type OutcomeReader,
  number,
  PASSED,
  together,
} from "./outcome.ts";

/** `Tests  3 failed | 120 passed | 2 skipped (125)` under `Test Files  …`. */
export const vitest: OutcomeReader = (watched) => {
  const text = sinceLast(watched, /^[ \t]*RERUN[ \t]/gm);
  const lines = [
    ...text.matchAll(
      /^[ \t]*(Test Files|Tests)[ \t]+(?![ \t])(.*(?:passed|failed|skipped|todo).*\(\d+\)|no tests)[ \t]*$/gm,
    ),
  ];
  if (lines.length === 0) return withoutSums(text, /^[ \t]*No test files found, exiting with code/m, VITEST_FAILURES);
  const of = (label: string): string[] => lines.flatMap((line) => (line[1] === label ? [line[2] ?? ""] : []));
  const [files, tests] = [of("Test Files").join(" "), of("Tests").join(" ")];
  const unhandled = /^[ \t]*(?:Errors|Type Errors)[ \t]+\d+ (?:errors?|failed)/m.test(text);
  const source = /\d/.test(tests) ? tests : files;
  const outcome = counted(countOf(source, "passed"), countOf(source, "failed"), countOf(source, "skipped|todo"));
  if ((countOf(files, "failed") ?? 0) > 0 || unhandled) return { ...outcome, status: "failed" };
  return outcome;
};

/** The headings above what failed, and above what kept it from starting. */
const VITEST_FAILURES = /^⎯+ (?:Failed (?:Tests|Suites) \d+|Startup Error) ⎯+$/m;

/** The outcome of a run whose last lines are not there. */
function withoutSums(text: string, isEmpty: RegExp, failures: RegExp): Outcome | undefined {
  if (isEmpty.test(text)) return NOTHING_RAN;
  return failures.test(text) ? FAILED : undefined;
}

/** The output since the last run that ended. A watcher runs again and again: only that run is about the code now. */
function sinceLast(text: string, mark: RegExp): string {
  const starts = Array.from(text.matchAll(mark), ({ index }) => index).filter((index) =>
    /\d (?:passed|failed)/.test(text.slice(index)),
  );
  return text.slice(starts.at(-1) ?? 0);
}

/** `Tests:       2 failed, 1 skipped, 45 passed, 48 total`. */
export const jest: OutcomeReader = (watched) => {
  const text = sinceLast(watched, /^Watch Usage(?=$|:| )/gm);
  const tests = [...text.matchAll(/^Tests:[ \t]+(?![ \t])(.*\d total)/gm)].map((line) => line[1] ?? "");
  const suites = [...text.matchAll(/^Test Suites:[ \t]+(?![ \t])(.*\d total)/gm)].map((line) => line[1] ?? "");
  if (tests.length === 0 && suites.length === 0)
    return withoutSums(
      text,
      /^[ \t]*No tests found(?:, exiting with code \d| related to files changed)/m,
      JEST_FAILURES,
    );
  const line = tests.join(" ");
  const files = suites.join(" ");
  // A filter may have let the line of the files through and not that of the tests.
  const outcome =
    tests.length === 0 && (countOf(files, "passed") ?? 0) > 0
      ? PASSED
      : counted(countOf(line, "passed"), countOf(line, "failed"), countOf(line, "skipped|todo|pending"));
  return (countOf(files, "failed") ?? 0) > 0 ? { ...outcome, status: "failed" } : outcome;
};

/** The `FAIL` line of a file and, below the names of its tests, the message of the first that failed. */
const JEST_FAILURES = /^FAIL .*\.[cm]?[jt]sx?(?: \([\d.]+ m?s\))?\n(?:[ \t]+[^\s●].*\n|[ \t]*\n){0,200}? {2}● \S/m;

/** `  12 passing (30ms)`, `  2 failing`. */
export const mocha: OutcomeReader = (text) => {
  const passing = [...text.matchAll(/^[ \t]*(?:✔ )?(\d+) (?:passing|tests? complete)\b/gm)].map((line) =>
    number(line[1]),
  );
  const failing = [...text.matchAll(/^[ \t]*(?:✖ )?(\d+) (?:failing\b|of \d+ tests? failed)/gm)].map((line) =>
    number(line[1]),
  );
  if (passing.length === 0 && failing.length === 0)
    return /^Error: No test files found: /m.test(text) ? NOTHING_RAN : undefined;
  const pending = /^[ \t]*(\d+) pending\b/m.exec(text)?.[1];
  return counted(sum(passing), sum(failing), pending === undefined ? undefined : number(pending));
};

/** `ℹ pass 5` and `ℹ fail 0`, or the same behind `#`. */
export const nodeTest: OutcomeReader = (text) => {
  const of = (label: string): number[] =>
    [...text.matchAll(new RegExp(`^(?:ℹ|#|i)[ \\t]+${label}[ \\t]+(\\d+)[ \\t]*$`, "gm"))].map((line) =>
      number(line[1]),
    );
  const [tests, pass, fail] = [of("tests"), of("pass"), of("fail")];
  if (pass.length === 0 || fail.length === 0) return tap(text);
  const cancelled = sum(of("cancelled"));
  // Stopped from outside: the tests that were running count as cancelled.
  if (cancelled > 0 && sum(fail) === 0 && /^Interrupted while running:$/m.test(text)) return { status: "unknown" };
  if (sum(tests) === 0 && sum(pass) === 0 && sum(fail) === 0) return NOTHING_RAN;
  return counted(sum(pass), sum(fail) + cancelled, sum(of("skipped")) + sum(of("todo")));
};

/** The lines of the Test Anything Protocol, with its plan `1..n`; `# pass 5` below them, and what node-tap prints instead. */
export const tap: OutcomeReader = (text) => {
  const [, passing, failing] = /^Asserts:[ \t]+(\d+) pass[ \t]+(\d+) fail[ \t]/m.exec(text) ?? [];
  if (passing !== undefined) return number(failing) > 0 ? FAILED : number(passing) > 0 ? PASSED : NOTHING_RAN;
  const plans = [...text.matchAll(/^1\.\.(\d+)/gm)].map((plan) => number(plan[1]));
  if (plans.length === 0) return undefined;
  const failed = [...text.matchAll(/^not ok \d(?!.*# (?:TODO|SKIP))/gim)].length;
  const passed = [...text.matchAll(/^ok \d(?!.*# SKIP)/gim)].length;
  const skipped = [...text.matchAll(/^ok \d.*# SKIP/gim)].length;
  const told = (word: string): number => number(new RegExp(`^# ${word}[ \\t]+(\\d+)[ \\t]*$`, "m").exec(text)?.[1]);
  // `| tail` leaves the plan and the sums of a long run, and few of its tests.
  if (passed + failed + skipped < sum(plans) && failed === 0)
    return told("pass") + told("fail") > 0 ? counted(told("pass"), told("fail"), told("skip")) : undefined;
  return counted(passed, failed, skipped);
};

/** ` 1329 pass` and ` 0 fail` on lines of their own. */
export const bun: OutcomeReader = (text) => {
  if (
    /^(?:error: 0 test files matching|No tests found!|The following filters did not match any test files)/m.test(text)
  )
    return NOTHING_RAN;
  const of = (word: string): number[] =>
    [...text.matchAll(new RegExp(`^[ \\t]*(\\d[\\d,]*) ${word}[ \\t]*$`, "gm"))].map((line) => number(line[1]));
  const [pass, fail] = [of("pass"), of("fail")];
  const ran = /^Ran (\d+) tests? across/m.exec(text);
  // `| tail -3` leaves `0 fail` and `Ran 1244 tests`.
  const passed = pass.length > 0 ? sum(pass) : ran && fail.length > 0 ? number(ran[1]) - sum(fail) : undefined;
  if (passed !== undefined || sum(fail) > 0) return counted(passed, sum(fail), sum(of("skip")) + sum(of("todo")));
  return ran && number(ran[1]) === 0 ? NOTHING_RAN : undefined;
};

/** `ok | 5 passed | 0 failed (10ms)`. */
export const deno: OutcomeReader = (text) => {
  const lines = [...text.matchAll(/^(ok|FAILED) \| (.*\d passed.*)$/gm)];
  const outcomes = lines.map((line): Outcome => {
    const outcome = counted(
      countOf(line[2] ?? "", "passed"),
      countOf(line[2] ?? "", "failed"),
      countOf(line[2] ?? "", "ignored"),
    );
    return line[1] === "FAILED" ? { ...outcome, status: "failed" } : outcome;
  });
  return together(outcomes);
};

/** `  5 passed (3.2s)`, `  1 failed`, `  1 flaky`, each on its own line. */
export const playwright: OutcomeReader = (text) => {
  const of = (word: string): number[] =>
    [...text.matchAll(new RegExp(`^[ \\t]+(\\d+) ${word}(?: \\([\\d.]+m?s?[^)]*\\))?[ \\t]*$`, "gm"))].map((line) =>
      number(line[1]),
    );
  const [passed, failed] = [of("passed"), [...of("failed"), ...of("interrupted"), ...of("timed out")]];
  if (passed.length === 0 && failed.length === 0)
    return /^(?:Error: )?No tests found\.?$/m.test(text) ? NOTHING_RAN : undefined;
  return counted(sum(passed) + sum(of("flaky")), sum(failed), sum(of("skipped")) + sum(of("did not run")));
};

export const cypress: OutcomeReader = (text) => {
  if (/^[ \t]*✔[ \t]+All specs passed!/m.test(text)) return PASSED;
  if (/^[ \t]*✖[ \t]+\d+ of \d+ failed/m.test(text)) return FAILED;
  return /^Can't run because no spec files were found/m.test(text) ? NOTHING_RAN : mocha(text);
};

/** `3 tests passed`, `1 test failed`. */
export const ava: OutcomeReader = (text) => {
  const passed = /^[ \t]*(\d+) tests? passed\b/m.exec(text)?.[1];
  const failed = /^[ \t]*(\d+) (?:tests?|uncaught exceptions?|unhandled rejections?) failed\b/m.exec(text)?.[1];
  // A file without tests is also reported when other files have tests.
  if (passed === undefined && failed === undefined)
    return /Couldn.t find any files to test|No tests found in/.test(text) ? NOTHING_RAN : undefined;
  return counted(passed === undefined ? undefined : number(passed), failed === undefined ? undefined : number(failed));
};

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

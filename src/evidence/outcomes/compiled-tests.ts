import { expression } from "../../patterns/expression.ts";
import {
  BUILT,
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

const GO_PACKAGE = /^ok[ \t]+(\S+)[ \t]+(?:[\d.]+s|\(cached\))(.*)$/gm;
const GO_FAILED = /^(?:FAIL\t|FAIL$|[ \t]*--- FAIL: |# \S+\n(?:\S+\.go:\d+|vet: ))/gm;

/** True when `PASS` and `ok` come after the last failure: a test's own inner run failed, or the end was cut off. */
function passedAfterAll(text: string): boolean {
  const last = [...text.matchAll(GO_FAILED)].at(-1)?.index ?? 0;
  return /^PASS\nok[ \t]/m.test(text.slice(last));
}

/** True when the events of `-json` end with a failed package. Events among lines of a plain run are a test's output. */
function hasFailedPackage(text: string): boolean {
  if (!text.includes('"Action":"fail"') || /^(?:ok[ \t]+\S|--- |=== |PASS$|FAIL\b)/m.test(text)) return false;
  const events = [...text.matchAll(GO_EVENT)].filter(([, action, , test]) => action === "fail" || test === undefined);
  const ends = new Map(events.map(([, action, name]) => [name, action]));
  return [...ends.values()].includes("fail");
}

const GO_EVENT = /^\{"Time":"[^"\n]+","Action":"(pass|fail)","Package":"([^"\n]+)"(,"Test":)?/gm;

/** `ok  pkg  0.01s` and `FAIL  pkg` lines, or the events of `-json`; `(cached)` everywhere is no fresh run. */
export const go: OutcomeReader = (text) => {
  // Failed tests were run again, and the last line counts both runs: only the exit code says how it ended.
  if (/^DONE \d+ runs, /m.test(text)) return undefined;
  if (hasFailedPackage(text)) return FAILED;
  const done = /^DONE (\d+) tests?(?:, (\d+) skipped)?(?:, (\d+) failures?)?(?:, (\d+) errors?)?/m.exec(text);
  if (done)
    return counted(
      number(done[1]) - number(done[2]) - number(done[3]),
      number(done[3]) + number(done[4]),
      number(done[2]),
    );
  const failed = [...text.matchAll(/^[ \t]*--- FAIL: /gm)].length;
  const passed = [...text.matchAll(/^[ \t]*--- PASS: /gm)].length;
  const skipped = [...text.matchAll(/^[ \t]*--- SKIP: /gm)].length;
  const counts = {
    ...(passed > 0 && { passed }),
    ...(failed > 0 && { failed }),
    ...(skipped > 0 && { skipped }),
  };
  if (text.search(GO_FAILED) !== -1) return passedAfterAll(text) ? undefined : { status: "failed", counts };
  const packages = [...text.matchAll(GO_PACKAGE)];
  if (packages.length === 0) {
    if (/^PASS$/m.test(text)) return { status: "passed", counts };
    const empty = /^\?[ \t]+\S+[ \t]+\[no test files\]|^no packages to test|matched no packages/m.test(text);
    return empty ? NOTHING_RAN : undefined;
  }
  const ran = packages.filter((line) => !(line[2] ?? "").includes("[no tests to run]"));
  if (ran.length === 0) return NOTHING_RAN;
  const cached = ran.every((line) => line[0].includes("(cached)"));
  return { status: "passed", counts, ...(cached && { cached: true as const }) };
};

/** `test result: ok. 5 passed; 0 failed; …`, nextest's `Summary`, and the last word of a build. */
export const cargo: OutcomeReader = (text) => {
  const results = [...text.matchAll(/^test result: (ok|FAILED)\. (\d+) passed; (\d+) failed; (\d+) ignored/gm)];
  const own = results.filter((line) => !TEST_GOES_ON.test(text.slice(line.index, line.index + LONGEST_RESULT)));
  const outcomes = own.map((line) => counted(number(line[2]), number(line[3]), number(line[4])));
  const nextest = [...text.matchAll(/^[ \t]*Summary \[.*?\] +(?:\d+\/)?(\d+) tests? run: (.*)$/gm)].map((line) => {
    const rest = line[2] ?? "";
    const failed =
      (countOf(rest, "failed") ?? 0) + (countOf(rest, "timed out") ?? 0) + (countOf(rest, "exec failed") ?? 0);
    return counted(countOf(rest, "passed"), failed, countOf(rest, "skipped"));
  });
  const tests = together([...outcomes, ...nextest]);
  if (/^error: could not compile |^error: aborting due to |^error: test failed, |^error: test run failed/m.test(text))
    return { ...(tests ?? FAILED), status: "failed" };
  if (tests) return tests;
  if (/^error: no tests to run|^error: no test target|^error: package ID specification .* did not match/m.test(text))
    return NOTHING_RAN;
  const [compiling = ""] = text.split(/^[ \t]*Running /m, 1);
  if (OF_CARGO.test(text) && /^error(?:\[E\d+\])?: /m.test(compiling)) return FAILED;
  return /^[ \t]*Finished (?:`|dev|release|test|bench)/m.test(text) ? BUILT : undefined;
};

/** Lines that no other tool prints in the same words: a crate with its version, a profile, a program of tests. */
const OF_CARGO = expression("m")`
  ^[ \t]*(?:
    (?:Compiling|Checking|Documenting|Downloaded) \S+ v\d|Finished (?:\`|dev|release|test|bench)
    |Running (?:unittests |tests\/|benches\/|\`)|Updating (?:crates\.io|git repository)
  )
`;

/** A result that a test printed: the test goes on after it. */
const TEST_GOES_ON = /^test result: .*\n+test \S.* \.\.\. /;
const LONGEST_RESULT = 500;

/** CTest, meson, Automake, Catch2. */
export const ctest: OutcomeReader = (text) => {
  const runs = [...text.matchAll(/^\d+% tests passed, (\d+) tests? failed out of (\d+)/gm)];
  if (runs.length > 0) return together(runs.map((run) => counted(number(run[2]) - number(run[1]), number(run[1]))));
  const others = meson(text) ?? automake(text) ?? gtest(text);
  return others ?? (/^No tests (?:were found!!!|defined\.$)/m.test(text) ? NOTHING_RAN : undefined);
};

/** `Ok: 5`, `Fail: 0` and more, one below the other. Other tools also print `Ok:`, but call the rest differently. */
const meson: OutcomeReader = (text) => {
  const list = /^Ok:[ \t]+(\d+)[ \t]*\n((?:[A-Z][a-zA-Z ]+:[ \t]+\d+[ \t]*\n?)+)/m.exec(text);
  if (!list || !/^Fail:/m.test(list[2] ?? "")) return undefined;
  const of = (name: string): number => number(new RegExp(`^${name}:[ \\t]+(\\d+)`, "m").exec(list[2] ?? "")?.[1]);
  return counted(
    number(list[1]) + of("Expected Fail"),
    of("Fail") + of("Unexpected Pass") + of("Timeout"),
    of("Skipped"),
  );
};

/** `# PASS:  12`, `# FAIL:  0` and the rest of a list, once for each folder. */
const automake: OutcomeReader = (text) =>
  together(
    [...text.matchAll(AUTOMAKE)].map(([, passed, skipped, expected, ...failed]) =>
      counted(
        number(passed) + number(expected),
        failed.reduce((sum, count) => sum + number(count), 0),
        number(skipped),
      ),
    ),
  );

const AUTOMAKE =
  /^# TOTAL: +\d+\n# PASS: +(\d+)\n# SKIP: +(\d+)\n# XFAIL: +(\d+)\n# FAIL: +(\d+)\n# XPASS: +(\d+)\n# ERROR: +(\d+)$/gm;

/** `[  PASSED  ] 5 tests.`, and right after it what failed; Catch2's, doctest's and QtTest's lines. */
export const gtest: OutcomeReader = (text) => {
  const runs = [
    ...text.matchAll(/^\[  PASSED  \] (\d+) tests?.*(?:\n\[  SKIPPED \].*)*(?:\n\[  FAILED  \] (\d+) tests?)?/gm),
  ];
  const failed = /^\[  FAILED  \] (\d+) tests?/m.exec(text);
  const outcome = together(runs.map((run) => counted(number(run[1]), number(run[2]))));
  if (outcome?.status === "passed" && !failed) return briefly(text, outcome);
  // A failure that stands alone before a pass is a test's own output, or the rest of a run that was cut away.
  if (outcome?.status === "passed") return { ...outcome, status: "unknown" };
  if (outcome || failed) return outcome ?? counted(0, number(failed?.[1]));
  const catch2 = /^(?:\[doctest\] )?test cases:[ \t]+\d+ \|(.*)$/m.exec(text)?.[1];
  if (catch2 !== undefined) return counted(countOf(catch2, "passed"), countOf(catch2, "failed(?! as expected)"));
  const qt = [...text.matchAll(/^Totals: (\d+) passed, (\d+) failed, (\d+) skipped, \d+ blacklisted/gm)];
  if (qt.length > 0) return together(qt.map((run) => counted(number(run[1]), number(run[2]), number(run[3]))));
  return /^All tests passed \(\d+ assertions? in \d+ test cases?\)/m.test(text) ? PASSED : undefined;
};

/** With `--gtest_brief=1` each test that fails is named, and the end counts only those that ran and those that passed. */
function briefly(text: string, passed: Outcome): Outcome {
  const named = [...text.matchAll(/^\[  FAILED  \] \S+ \(\d+ ms\)$/gm)].length;
  const ran = number(/^\[={10}\] (\d+) tests? from [^\n]+ ran\./m.exec(text)?.[1]);
  if (named > 0 && ran === 0) return { ...passed, status: "unknown" };
  return named > 0 && ran - (passed.counts?.passed ?? 0) === named ? counted(passed.counts?.passed, named) : passed;
}

/** `Build Summary: 3/3 steps succeeded; 9/9 tests passed`. */
export const zig: OutcomeReader = (text) => {
  const line = /^Build Summary: .*?\b(\d+)\/\d+ tests passed(.*)$/m.exec(text);
  return line
    ? counted(number(line[1]), countOf(line[2] ?? "", "failed") ?? 0, countOf(line[2] ?? "", "skipped"))
    : undefined;
};

/** `Executed 5 tests, with 0 failures`, Swift Testing, the banners of xcodebuild, and what xcbeautify makes of them. */
export const swift: OutcomeReader = (text) => {
  if (/^\*\* (?:TEST|BUILD) FAILED \*\*|error: fatalError/m.test(text)) return FAILED;
  const runs = [...text.matchAll(/Executed (\d+) tests?, with (?:\d+ tests? skipped and )?(\d+) failures?/g)].at(-1);
  const modern = /Test run with (\d+) tests?.* (passed|failed) after/.exec(text);
  const pretty = /^Tests (?:Passed|Failed): (\d+) failed, (\d+) skipped, (\d+) total \(/m.exec(text);
  const outcomes = [
    ...(runs && number(runs[1]) > 0 ? [counted(number(runs[1]) - number(runs[2]), number(runs[2]))] : []),
    ...(pretty ? [counted(number(pretty[3]) - number(pretty[1]) - number(pretty[2]), number(pretty[1]))] : []),
    ...(modern && number(modern[1]) > 0 ? [modern[2] === "failed" ? FAILED : counted(number(modern[1]), 0)] : []),
  ];
  const tests = together(outcomes);
  // The counts include tests that failed at first and passed when they were tried again.
  if (tests && /^(?:\*\* TEST SUCCEEDED \*\*|Test Succeeded$)/m.test(text)) return { ...tests, status: "passed" };
  if (tests) return tests;
  if (runs || modern) return NOTHING_RAN;
  return /^\*\* (?:TEST|BUILD) SUCCEEDED \*\*/m.test(text)
    ? PASSED
    : /^Build complete!/m.test(text)
      ? BUILT
      : undefined;
};

/** `//x:test  PASSED in 0.3s`, `Executed 0 out of 1 test: 1 test passes.` */
export const bazel: OutcomeReader = (text) => {
  if (
    /^(?:ERROR|FAILED): .*Build did NOT complete successfully|^\/\/\S+\s+(?:FAILED|TIMEOUT)|^Executed \d+ out of .*\bfails? (?:locally|to build)/m.test(
      text,
    )
  )
    return FAILED;
  const executed = /^Executed (\d+) out of (\d+) tests?: (\d+) tests? pass(?:es)?\b(.*)$/m.exec(text);
  if (executed) {
    const skipped = countOf(executed[4] ?? "", "(?:was|were) skipped") ?? 0;
    const outcome = counted(number(executed[3]), number(executed[2]) - number(executed[3]) - skipped, skipped);
    return number(executed[1]) === 0 ? { ...outcome, cached: true } : outcome;
  }
  if (/No test targets were found/.test(text)) return NOTHING_RAN;
  return /^INFO: Build completed successfully/m.test(text) ? PASSED : undefined;
};

/** `Suite result: ok. 5 passed; 0 failed; 0 skipped`. */
export const forge: OutcomeReader = (text) => {
  const suites = [...text.matchAll(/^Suite result: (?:ok|FAILED)\. (\d+) passed; (\d+) failed; (\d+) skipped/gm)];
  const outcomes = suites.map((line): Outcome => counted(number(line[1]), number(line[2]), number(line[3])));
  return together(outcomes) ?? (/^No tests (?:found|match)/m.test(text) ? NOTHING_RAN : undefined);
};

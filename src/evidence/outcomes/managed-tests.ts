import { expression } from "../../patterns/expression.ts";
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

/** `Tests run: 5, Failures: 0, Errors: 0, Skipped: 0` and `BUILD SUCCESS`. */
export const maven: OutcomeReader = (text) => {
  const totals = [
    ...text.matchAll(/^(?:\[\w+\] )?Tests run: (\d+), Failures: (\d+), Errors: (\d+)(?:, Skipped: (\d+))?[ \t]*$/gm),
  ];
  const tests = together(totals.map((line) => mavenCounts(line)));
  if (/^(?:\[\w+\] )?BUILD (?:FAILURE|FAILED)/m.test(text)) return { ...(tests ?? FAILED), status: "failed" };
  if (/No tests (?:were executed|to run|matching pattern)/.test(text) && !tests) return NOTHING_RAN;
  if (tests) return tests;
  return /^(?:\[\w+\] )?BUILD SUCCESS/m.test(text) ? PASSED : undefined;
};

function mavenCounts(line: RegExpMatchArray): Outcome {
  const [failed, skipped] = [number(line[2]) + number(line[3]), number(line[4])];
  return counted(number(line[1]) - failed - skipped, failed, skipped);
}

/** `BUILD SUCCESSFUL in 3s`; a test task that is up to date ran before, not now. */
export const gradle: OutcomeReader = (text) => {
  const completed = /^(\d+) tests? completed(?:, (\d+) failed)?(?:, (\d+) skipped)?/m.exec(text);
  const counts = completed
    ? counted(number(completed[1]) - number(completed[2]) - number(completed[3]), number(completed[2])).counts
    : undefined;
  if (/No tests found for given includes/.test(text)) return NOTHING_RAN;
  if (/^BUILD FAILED\b|^FAILURE: Build failed/m.test(text)) return { status: "failed", ...(counts && { counts }) };
  if (!/^BUILD SUCCESSFUL\b/m.test(text)) return undefined;
  const tasks = [...text.matchAll(/^> Task :\S*[tT]est\S*( UP-TO-DATE| FROM-CACHE| NO-SOURCE)?$/gm)];
  if (tasks.length > 0 && tasks.every((task) => task[1] === " NO-SOURCE")) return NOTHING_RAN;
  const upToDate = /^\d+ actionable tasks?: \d+ (?:up-to-date|from cache)(?:, \d+ (?:up-to-date|from cache))*$/m.test(
    text,
  );
  const cached = upToDate || (tasks.length > 0 && tasks.every((task) => task[1] !== undefined));
  return { status: "passed", ...(counts && { counts }), ...(cached && { cached: true as const }) };
};

/** `Passed!  - Failed: 0, Passed: 5, Skipped: 0, Total: 5`, its successors, and `Build succeeded`. */
export const dotnet: OutcomeReader = (text) => {
  const lines = [...text.matchAll(/^(?:Passed|Failed|Skipped)! +- Failed: +(\d+), Passed: +(\d+), Skipped: +(\d+)/gm)];
  const outcomes = lines.map((line) => counted(number(line[2]), number(line[1]), number(line[3])));
  if (lines.length === 0) outcomes.push(...translated(text));
  const summaries = [
    ...text.matchAll(/^Test summary: total: (\d+)[;,] failed: (\d+)[;,] succeeded: (\d+)[;,] skipped: (\d+)/gm),
  ];
  const blocks = text.matchAll(/^ *total: \d+\n *failed: (\d+)\n *succeeded: (\d+)\n *skipped: (\d+)/gm);
  outcomes.push(...summaries.map((line) => counted(number(line[3]), number(line[2]), number(line[4]))));
  outcomes.push(...[...blocks].map((line) => counted(number(line[2]), number(line[1]), number(line[3]))));
  const old = /^Total tests: (\d+)[\s\S]{0,200}?^ *Passed: (\d+)(?:\s+Failed: (\d+))?/m.exec(text);
  if (old) outcomes.push(counted(number(old[2]), number(old[3])));
  const tests = together(outcomes);
  if (/^Test Run Failed\.|^Build FAILED|^Build failed with/m.test(text))
    return { ...(tests ?? FAILED), status: "failed" };
  if (tests) return tests;
  if (/No test (?:matches|is available)/.test(text)) return NOTHING_RAN;
  // What is left of a build's output when a filter picked out its last lines or its errors.
  if (/\(\d+,\d+\): error [A-Z]{2,}\d+:|^ +[1-9]\d* Error\(s\)/m.test(text)) return FAILED;
  return /^[ \t]*Build succeeded|^Test Run Successful|^ +0 Error\(s\)/m.test(text) ? PASSED : undefined;
};

/** dotnet's line in another language, known by the file at its end: `成功!   -失敗: 0、合格: 3、スキップ: 0、合計: 3、期間: 12 ms - a.dll`. */
function translated(text: string): readonly Outcome[] {
  return [...text.matchAll(TRANSLATED)].flatMap(([, failed, passed, skipped, total]) => {
    const parts = [failed, passed, skipped].map(number);
    return parts.reduce((sum, part) => sum + part) === number(total)
      ? [counted(number(passed), number(failed), number(skipped))]
      : [];
  });
}

const TRANSLATED = expression("gmu")`
  ^[ \t]*\p{L}{2,20} ?[!！] *[-:：] ?[\p{L}\p{M}() ]{2,30}[:：] +(\d+)(?:[,，、] ?[\p{L}\p{M}() ]{2,30}[:：] +(\d+))
  (?:[,，、] ?[\p{L}\p{M}() ]{2,30}[:：] +(\d+))(?:[,，、] ?[\p{L}\p{M}() ]{2,30}[:：] +(\d+))
  [,，、][^\n]{1,60} - \S{1,200}\.dll(?: \([\w.]{1,30}\))?[ \t]*$
`;

/** sbt's own line, or ScalaTest's, which takes its place. */
export const sbt: OutcomeReader = (text) => {
  const lines = [
    ...text.matchAll(/^\[\w+\] (?:Passed|Failed|Error): Total \d+, Failed (\d+), Errors (\d+), Passed (\d+)/gm),
  ];
  if (lines.length > 0)
    return together(lines.map((line) => counted(number(line[3]), number(line[1]) + number(line[2]))));
  const told = [...text.matchAll(/^\[info\] Tests: succeeded (\d+), failed (\d+)/gm)];
  const tests = together(told.map((line) => counted(number(line[1]), number(line[2]))));
  const some = tests?.status === "passed" || tests?.status === "failed";
  if (!some && /^\[info\] No tests (?:were executed|to run)/m.test(text)) return NOTHING_RAN;
  if (/^\[error\] Total time|^\[error\] .*(?:Compilation failed|compile failed)/m.test(text))
    return { ...(tests ?? FAILED), status: "failed" };
  if (some) return tests;
  return /^\[success\] /m.test(text) ? PASSED : undefined;
};

/** `5 examples, 0 failures, 1 pending`, also of Jasmine (`5 specs, 0 failures`). */
export const rspec: OutcomeReader = (text) => {
  const lines = [...text.matchAll(/^(?:[\w-]+> +|[ \t]+)?(\d+) (?:examples?|specs?), (\d+) failures?(.*)$/gm)];
  return together(
    lines.map((line): Outcome => {
      const outside = countOf(line[3] ?? "", "errors? occurred") ?? 0;
      const pending = countOf(line[3] ?? "", "pending") ?? 0;
      return counted(number(line[1]) - number(line[2]) - pending, number(line[2]) + outside, pending);
    }),
  );
};

/** `5 runs, 10 assertions, 0 failures, 0 errors, 0 skips`, and the same with `tests`. */
export const minitest: OutcomeReader = (text) => {
  const lines = [
    ...text.matchAll(
      /^(\d+) (?:runs?|tests?), (\d+) assertions?, (\d+) failures?, (\d+) errors?(?:, (\d+) (?:skips?|pendings?))?/gm,
    ),
  ];
  return together(
    lines.map((line) => {
      const [failed, skipped] = [number(line[3]) + number(line[4]), number(line[5])];
      return counted(number(line[1]) - failed - skipped, failed, skipped);
    }),
  );
};

/** `5 scenarios (4 passed, 1 failed)`, and behave's `4 scenarios passed, 1 failed`. */
export const cucumber: OutcomeReader = (text) => {
  const line =
    /^\d+ scenarios? \((.*)\)$/m.exec(text)?.[1] ?? /^\d+ scenarios? (passed, \d+ failed.*)$/m.exec(text)?.[0];
  if (line === undefined) return /^0 scenarios/m.test(text) ? NOTHING_RAN : undefined;
  return counted(
    countOf(line, "(?:scenarios? )?passed"),
    countOf(line, "failed|undefined"),
    countOf(line, "skipped|pending"),
  );
};

/** `OK (5 tests, 10 assertions)`, `Tests: 5, Assertions: 10, Failures: 1.`, and Pest's `Tests:  1 failed, 4 passed`. */
export const phpunit: OutcomeReader = (text) => {
  const runs = [...text.matchAll(/^(?:OK \((\d+) tests?, |Tests: (\d+), Assertions: \d(.*)\.$)/gm)];
  // A class without tests is also reported when other classes have tests.
  if (runs.length > 0) return oneAfterAnother(runs.map(phpunitCounts));
  if (/^No tests (?:executed|found)/m.test(text)) return NOTHING_RAN;
  const pest = /^[ \t]*Tests:[ \t]+(?![ \t])(.*(?:passed|failed).*)$/m.exec(text)?.[1];
  return pest === undefined || /total/.test(pest)
    ? undefined
    : counted(countOf(pest, "passed"), countOf(pest, "failed"), countOf(pest, "skipped"));
};

/** The runs of one output as one. A pass after a failure settles nothing: another suite, a second try, mended code. */
function oneAfterAnother(runs: readonly Outcome[]): Outcome | undefined {
  const isMixed = runs.at(-1)?.status === "passed" && runs.some(({ status }) => status === "failed");
  return isMixed ? undefined : together(runs);
}

function phpunitCounts([, ok, tests, rest = ""]: RegExpMatchArray): Outcome {
  if (ok !== undefined) return counted(number(ok), 0);
  const of = (name: string): number => number(new RegExp(`${name}: (\\d+)`).exec(rest)?.[1]);
  const [failed, skipped] = [of("Failures") + of("Errors"), of("Skipped") + of("Incomplete")];
  return counted(number(tests) - failed - skipped, failed, skipped);
}

/** Bats and ExUnit: `5 tests, 1 failure, 2 skipped`, `2 doctests, 5 tests, 0 failures (1 excluded)`. */
export const plainTests: OutcomeReader = (text) => {
  const lines = [
    ...text.matchAll(
      /^[ \t]*((?:\d+ (?:doctests?|property|properties|features?), )*\d+ tests?), (\d+) failures?(.*)$/gm,
    ),
  ];
  if (lines.length === 0 && /^There are no tests to run$/m.test(text)) return NOTHING_RAN;
  return together(lines.flatMap(plainCounts));
};

/** Excluded tests are part of the number of tests, except where their count stands in brackets. */
function plainCounts([, kinds = "", failures, rest = ""]: RegExpMatchArray): readonly Outcome[] {
  const all = (kinds.match(/\d+/g) ?? []).reduce((sum, count) => sum + number(count), 0);
  const excluded = /\(\d+ excluded\)/.test(rest) ? 0 : (countOf(rest, "excluded") ?? 0);
  const skipped = (countOf(rest, "skipped") ?? 0) + excluded;
  const failed = number(failures) + (countOf(rest, "invalid") ?? 0);
  const passed = all - failed - skipped;
  if (passed < 0) return failed > 0 ? [{ status: "failed", counts: { failed } }] : [];
  return [counted(passed, failed, skipped)];
}

/** `00:01 +5: All tests passed!`, the same for GitHub's log, and the two analysers. */
export const flutter: OutcomeReader = (text) => {
  const last = [
    ...text.matchAll(/^\d+:\d+ \+(\d+)(?: ~(\d+))?(?: -(\d+))?: (All tests passed!|Some tests failed\.|.*)$/gm),
  ].at(-1);
  if (last)
    return last[4] === "Some tests failed."
      ? { ...counted(number(last[1]), number(last[3])), status: "failed" }
      : counted(number(last[1]), number(last[3]));
  const hosted = [...text.matchAll(/^(?:🎉 |::error::)(\d+) tests? passed(?:, (\d+) failed)?(?:, (\d+) skipped)?\./gm)];
  if (hosted.length > 0) {
    const told = oneAfterAnother(hosted.map((line) => counted(number(line[1]), number(line[2]), number(line[3]))));
    return told && { ...told, plain: true };
  }
  if (/^No tests (?:ran|were found)/m.test(text)) return NOTHING_RAN;
  if (/^No issues found!/m.test(text)) return PASSED;
  const issues = /^(\d+) issues? found\./m.exec(text);
  if (!issues) return undefined;
  // A hint fails some runs and not others.
  const hints = [...text.matchAll(/^[ \t]*info [-•] /gm)].length;
  return hints === number(issues[1]) ? { status: "unknown" } : FAILED;
};

/** `All tests successful.` and `Result: FAIL`, of Perl's harness. */
export const prove: OutcomeReader = (text) => {
  if (/^Result: NOTESTS/m.test(text)) return NOTHING_RAN;
  if (/^Result: FAIL/m.test(text)) return FAILED;
  const total = /^Files=\d+, Tests=(\d+),/m.exec(text)?.[1];
  if (!/^(?:All tests successful\.|Result: PASS)/m.test(text)) return undefined;
  return total === undefined ? PASSED : counted(number(total), 0);
};

/** `Tests Passed: 6, Failed: 0, Skipped: 0`. */
export const pester: OutcomeReader = (text) => {
  const runs = [...text.matchAll(/^Tests Passed: (\d+), Failed: (\d+)(?:, Skipped: (\d+))?/gm)];
  return oneAfterAnother(runs.map((line) => counted(number(line[1]), number(line[2]), number(line[3]))));
};

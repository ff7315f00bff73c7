import { expression } from "../../patterns/expression.ts";
import { FAILED, NOTHING_RAN, number, counted, type Outcome, type OutcomeReader, PASSED, together } from "./outcome.ts";

/** Summaries that stand in one place. The groups name what is counted. `other`: neither passed nor failed. */
const SUMMARIES: readonly RegExp[] = [
  // Robot Framework, once for each suite and the whole last; conftest.
  expression("gm")`
    ^\d+ tests?, (?<passed>\d+) passed, (?:(?<other>\d+) warnings?, )?(?<failed>\d+) fail(?:ed|ures?)\b
    (?:, (?<skipped>\d+) skipped)?(?:, (?<broken>\d+) exceptions?)?
  `,
  // Buck
  expression("gm")`
    ^(?:\[[^\]\n]{1,40}\] )?Tests finished: Pass (?<passed>\d+)\. Fail (?<failed>\d+)\.(?: Timeout \d+\.)?
    (?: Fatal (?<broken>\d+)\.)?(?: Skip (?<skipped>\d+)\.)?
  `,
  // Mill
  /^(?:\[[\w/.-]+\] )?Tests: \d+, Passed: (?<passed>\d+), Failed: (?<failed>\d+)/gm,
  // stestr
  expression("gm")`
    ^ - Passed: (?<passed>\d+)\n - Skipped: (?<skipped>\d+)\n - Expected Fail: (?<other>\d+)\n - Unexpected Success: (?<broken>\d+)
    \n - Failed: (?<failed>\d+)
  `,
  // Terraform, OpenTofu
  /^(?:Success|Failure)! (?<passed>\d+) passed, (?<failed>\d+) failed(?:, (?<skipped>\d+) skipped)?\./gm,
  // gleeunit
  /^(?<passed>\d+) passed, (?:no|(?<failed>\d+)) failures?$/gm,
  // EUnit
  /^ +Failed: (?<failed>\d+)\. +Skipped: (?<skipped>\d+)\. +Passed: (?<passed>\d+)\./gm,
  // Zephyr's Twister
  expression("gm")`
    \b(?<passed>\d+) of \d+ executed test configurations passed \([\d.]+%\)(?:, (?<other>\d+) built \(not run\))?, (?<failed>\d+) failed, (?<broken>\d+) errored
  `,
  // VUnit
  /^pass (?<passed>\d+) of \d+$(?:\nskip (?<skipped>\d+) of \d+$)?(?:\nfail (?<failed>\d+) of \d+$)?/gm,
];

/** All such lines of an output, which may be of several runs, or of one and its parts. */
export const oneLine: OutcomeReader = (text) => {
  const lines = SUMMARIES.flatMap((pattern) => [...text.matchAll(pattern)]).sort((one, two) => one.index - two.index);
  const told = lines.length === 0 ? webTestRunner(text) : asOne(lines.map(({ groups }) => outcomeOf(groups ?? {})));
  return told && { ...told, plain: true };
};

/** Several summaries as one, without counts: the last may be their sum. A pass after a failure settles nothing. */
function asOne(runs: readonly Outcome[]): Outcome | undefined {
  const [last, ...before] = [...runs].reverse();
  if (!last || before.length === 0) return last?.status === "unknown" ? undefined : last;
  if (last.status === "failed") return FAILED;
  const has = (status: Outcome["status"]): boolean => runs.some((run) => run.status === status);
  if (has("failed")) return undefined;
  if (has("passed")) return PASSED;
  return has("unknown") ? undefined : NOTHING_RAN;
}

/** With nothing passed, but something skipped, built or warned of, the outcome is unknown and not "nothing ran". */
function outcomeOf(groups: Readonly<Record<string, string | undefined>>): Outcome {
  const of = (name: string): number => number(groups[name]);
  const outcome = counted(of("passed"), of("failed") + of("broken"), of("skipped"));
  const isEmpty = of("skipped") + of("other") === 0;
  return outcome.status === "nothing-ran" && !isEmpty ? { status: "unknown" } : outcome;
}

/** Web Test Runner draws the line of each browser anew while it counts, also before the first test has run. */
const webTestRunner: OutcomeReader = (text) => {
  const lines = new Map([...text.matchAll(WEB_TEST_RUNNER)].map((line) => [line[1], line]));
  if (lines.size === 0) return undefined;
  if (/^Error while running tests\.$/m.test(text)) return FAILED;
  const tests = together([...lines.values()].map((line) => counted(number(line[2]), number(line[3]))));
  if (tests?.status === "failed") return tests;
  // The tests went well and the run fails.
  if (/failed to meet coverage threshold\.$/m.test(text)) return { status: "unknown" };
  return tests?.status === "passed" ? tests : undefined;
};

const WEB_TEST_RUNNER = /^([^|\n]{1,40}): \|[█ ]*\| \d+\/\d+ test files \| (\d+) passed, (\d+) failed/gm;

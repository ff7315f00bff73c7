import { counted, number, type Outcome, type OutcomeReader } from "./outcome.ts";

/** Summaries that tell all in one place, each under the names of what it counts. */
const SUMMARIES: readonly RegExp[] = [
  // Robot Framework, once for each suite and the whole last; conftest.
  /^\d+ tests?, (?<passed>\d+) passed, (?:\d+ warnings?, )?(?<failed>\d+) fail(?:ed|ures?)\b(?:, (?<skipped>\d+) skipped)?(?:, (?<broken>\d+) exceptions?)?/gm,
  // Buck
  /^(?:\[[^\]\n]{1,40}\] )?Tests finished: Pass (?<passed>\d+)\. Fail (?<failed>\d+)\.(?: Timeout \d+\.)?(?: Fatal (?<broken>\d+)\.)?(?: Skip (?<skipped>\d+)\.)?/gm,
  // Mill
  /^(?:\[[\w/.-]+\] )?Tests: \d+, Passed: (?<passed>\d+), Failed: (?<failed>\d+)/gm,
  // stestr
  /^ - Passed: (?<passed>\d+)\n - Skipped: (?<skipped>\d+)\n - Expected Fail: \d+\n - Unexpected Success: (?<broken>\d+)\n - Failed: (?<failed>\d+)/gm,
  // Web Test Runner
  /^[^|\n]{1,40}: \|[█ ]*\| \d+\/\d+ test files \| (?<passed>\d+) passed, (?<failed>\d+) failed/gm,
  // Terraform, OpenTofu
  /^(?:Success|Failure)! (?<passed>\d+) passed, (?<failed>\d+) failed(?:, (?<skipped>\d+) skipped)?\./gm,
  // gleeunit
  /^(?<passed>\d+) passed, (?:no|(?<failed>\d+)) failures?$/gm,
  // EUnit
  /^ +Failed: (?<failed>\d+)\. +Skipped: (?<skipped>\d+)\. +Passed: (?<passed>\d+)\./gm,
  // Zephyr's Twister
  /\b(?<passed>\d+) of \d+ executed test configurations passed \([\d.]+%\)(?:, \d+ built \(not run\))?, (?<failed>\d+) failed, (?<broken>\d+) errored/gm,
  // VUnit
  /^pass (?<passed>\d+) of \d+$(?:\nskip (?<skipped>\d+) of \d+$)?(?:\nfail (?<failed>\d+) of \d+$)?/gm,
];

/** The last line of its kind; one that passed after one that failed is another suite, or a second try. */
export const oneLine: OutcomeReader = (text) => {
  for (const pattern of SUMMARIES) {
    const runs = [...text.matchAll(pattern)].map(({ groups }) => outcomeOf(groups ?? {}));
    const last = runs.at(-1);
    if (!last) continue;
    const isMixed = last.status !== "failed" && runs.some(({ status }) => status === "failed");
    return isMixed ? undefined : last;
  }
  return undefined;
};

function outcomeOf(groups: Readonly<Record<string, string | undefined>>): Outcome {
  const of = (name: string): number => number(groups[name]);
  return counted(of("passed"), of("failed") + of("broken"), of("skipped"));
}

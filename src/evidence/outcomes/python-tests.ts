import { mayBeFor } from "../runners/sessions.ts";
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

/** `===== 5 passed, 1 failed in 0.12s =====`, with or without the rules around it, and pytest-sugar's list. */
export const pytest: OutcomeReader = (text) => {
  const summaries = [
    ...text.matchAll(/^(?:=+ )?((?:\d+ (?:subtests )?[a-z]+(?:, )?|no tests ran)+) in [\d.]+(?:s|m|:)[^\n]*$/gm),
  ].filter((summary) => OWN_WORDS.test(summary[1] ?? ""));
  if (summaries.length > 0) return together(summaries.map((summary) => fromSummary(summary[1] ?? "")));
  const listed = /^Results \([\d.]+(?:s|m)/m.exec(text);
  const list = listed ? (text.slice(listed.index).match(SUGAR_LINE) ?? []) : [];
  if (list.length > 0) return fromSummary(list.join());
  if (/^(?:=+ )?no tests ran|^ERROR: file or directory not found|^collected 0 items$/m.test(text)) return NOTHING_RAN;
  return TOLD_BEFORE.test(text) ? FAILED : undefined;
};

/** Lines about failures above the last line, which `head` cuts off and `-qq` leaves out. */
const TOLD_BEFORE = expression("m")`
  ^!+ (?:Interrupted: \d+ errors? during collection|stopping after \d+ failures) !+$
  |^=+ (?:FAILURES|ERRORS) =+$
  |^=+ short test summary info =+\n(?:[A-Z]+ .*\n)*?(?:FAILED|ERROR) 
`;

/** One line of the list: a number aligned to the right, and pytest's word for what it counts. */
const SUGAR_LINE = /^ {3}[ \d]{4}\d (?:passed|failed|error|skipped|deselected|xfailed|xpassed)$/gm;

/** Words that only pytest's summary has: other tools also print counts with a time in seconds. */
const OWN_WORDS = /\b(?:passed|failed|errors?|skipped|deselected|xfailed|xpassed|warnings?|no tests ran)\b/;

function fromSummary(line: string): Outcome {
  const failed = (countOf(line, "failed") ?? 0) + (countOf(line, "errors?") ?? 0);
  return counted(
    (countOf(line, "passed") ?? 0) + (countOf(line, "xpassed") ?? 0) + (countOf(line, "xfailed") ?? 0),
    failed > 0 ? failed : (countOf(line, "subtests failed") ?? 0),
    countOf(line, "skipped"),
  );
}

/** `Ran 5 tests in 0.001s`, then `OK` or `FAILED (failures=1)`. */
export const unittest: OutcomeReader = (text) => {
  const runs = [...text.matchAll(/^Ran (\d+) tests? in [\d.]+s\s+(OK|FAILED)(?: \(([^)]*)\))?[ \t]*$/gm)];
  if (runs.length === 0 && /^NO TESTS RAN/m.test(text)) return NOTHING_RAN;
  // The last line alone, as `tail -1` and `grep` leave it.
  if (
    runs.length === 0 &&
    /^FAILED \((?:(?:failures|errors|skipped|expected failures|unexpected successes)=\d+(?:, )?)+\)$/m.test(text)
  )
    return FAILED;
  return together(
    runs.map((run): Outcome => {
      const details = run[3] ?? "";
      const of = (name: string): number => number(new RegExp(`\\b${name}=(\\d+)`).exec(details)?.[1]);
      const bad = of("failures") + of("errors") + of("unexpected successes");
      if (run[2] === "FAILED")
        return { status: "failed", counts: { passed: Math.max(0, number(run[1]) - bad), failed: bad } };
      return counted(number(run[1]) - of("skipped"), 0, of("skipped"));
    }),
  );
};

/** The last lines of tox and nox. The readers of pytest and unittest read what the environments ran. */
export const tox: OutcomeReader = (text) => {
  if (TOX_FAILED.test(text) || failedEnvironments(text).length > 0) return FAILED;
  const inside = pytest(text) ?? unittest(text);
  if (!TOX_PASSED.test(text)) return inside;
  return inside?.status === "passed" ? inside : PASSED;
};

/** The environments of tox 3 and of its successor, and the sessions of nox, that failed. */
export function failedEnvironments(text: string): readonly string[] {
  return [...text.matchAll(FAILED_ENVIRONMENT)].map(([, older, newer, session]) => older ?? newer ?? session ?? "");
}

const FAILED_ENVIRONMENT = expression("gm")`
  ^(?:
    ERROR:[ \t]+(\S+): (?:commands failed|could not install deps)
    |[ \t]*([^\s:]+): FAIL (?:code -?\d|✖ in )
    |nox > (?:\* |Session )([^\s:(]+)[^\n:]{0,200}?:? (?:failed|aborted)\b
  )
`;

/** The environments and sessions that went well. */
export function passedEnvironments(text: string): readonly string[] {
  return [...text.matchAll(PASSED_ENVIRONMENT)].map(([, environment, session]) => environment ?? session ?? "");
}

const PASSED_ENVIRONMENT =
  /^(?:[ \t]*([^\s:]+): (?:commands succeeded|OK\b)|nox > (?:\* |Session )([^\s:(]+)[^\n:]{0,200}?(?:: success| was successful)\b)/gm;

/** True when the environment runs tests, by its name. */
export function mayRunTests(environment: string): boolean {
  return OF_TESTS.test(environment) && mayBeFor("test", environment);
}

const OF_TESTS = /^py(?:py)?(?:\d|$)|^\d|test|unit|spec|func|integration|e2e/i;
const TOX_PASSED = /^[ \t]*congratulations :\)|^nox > (?:Session .+ was successful|\* .+: success)/m;
const TOX_FAILED = /^[ \t]*evaluation failed :\(/m;

/** `Done. PASS=30 WARN=0 ERROR=1 SKIP=0 TOTAL=31`, once for each call. */
export const dbt: OutcomeReader = (text) => {
  const done = [...text.matchAll(/\bDone\. PASS=\d+ WARN=\d+ ERROR=(\d+) SKIP=\d+ .*?TOTAL=(\d+)$/gm)];
  if (done.length === 0) return undefined;
  const failed = done.reduce((sum, line) => sum + number(line[1]), 0);
  if (failed > 0) return { status: "failed", counts: { failed } };
  return done.every((line) => number(line[2]) === 0) ? NOTHING_RAN : PASSED;
};

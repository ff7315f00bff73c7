import { placedPath } from "../changes/paths.ts";
import type { Facts } from "../facts.ts";
import { outputOf } from "../steps.ts";
import { stoppedAt } from "../outcomes/builds.ts";
import { failedEnvironments, mayRunTests, passedEnvironments } from "../outcomes/python-tests.ts";
import { readOutcome } from "../outcomes/read-outcome.ts";
import type { CheckCounts, CheckKind, Receipt } from "../receipts/receipt.ts";
import { rememberingWithin } from "../remembering.ts";
import { mayBeFor } from "../runners/sessions.ts";
import { expression } from "../../patterns/expression.ts";
import { kindOfName } from "../runners/task-names.ts";

/** Gradle, Maven, sbt and tox do many things in one run and say where they stopped; for `make check` the tests do. */

/** True when the run is of this kind, or includes tests (`gradle build`, `mvn package`) and failed at nothing else. */
export function tellsOf(facts: Facts, kind: CheckKind, receipt: Receipt): boolean {
  if (receipt.kind === kind) return true;
  if (kind !== "test" || !receipt.supports.includes("test")) return false;
  if (checksAll(receipt)) return tellsOfTests(facts, receipt);
  if (!/^(?:gradlew?|mvn[dw]?)\b/.test(receipt.runner)) return false;
  return receipt.outcome !== "failed" || stoppedAt(outputOf(facts, receipt)).some(isTestIn(outputOf(facts, receipt)));
}

/** True when a task's name says that it checks everything. Such a task has the kind `lint` if nothing more is known. */
function checksAll({ kind, supports, runner, witnessed }: Receipt): boolean {
  // The record does not hold the output of the runs that Coxswain made.
  return kind === "lint" && supports.length > 3 && !/^gradlew?\b/.test(runner) && !witnessed;
}

/** True when tests failed in the task; or it did not fail, and a task like it, perhaps the same one, showed tests. */
function tellsOfTests(facts: Facts, receipt: Receipt): boolean {
  if (receipt.outcome === "failed") return testsFailedIn(facts, receipt);
  return facts.receipts.some(
    (run) => checksAll(run) && !isApart(facts, run, receipt) && testsIn(facts, run) !== undefined,
  );
}

/** True when the two runs are known to have run in different folders. */
function isApart({ thread }: Facts, { cwd: one }: Receipt, { cwd: other }: Receipt): boolean {
  if (one === undefined || other === undefined || one === other) return false;
  return placedPath(one, thread.cwd) !== placedPath(other, thread.cwd);
}

/** True when the output counts failed tests. Code that does not compile fails the run too, but is no failed test. */
function testsFailedIn(facts: Facts, receipt: Receipt): boolean {
  return (testsIn(facts, receipt)?.failed ?? 0) > 0;
}

/** Remembered, because every other run of the same task asks for it. */
const testsIn = rememberingWithin(
  (facts: Facts, receipt: Receipt) => readOutcome("task", "test", outputOf(facts, receipt))?.counts,
);

/** True when a run that lints and tests (`gradle check`, `make check`) stopped at the tests or at compiling. */
export function stoppedAtTests(facts: Facts, receipt: Receipt): boolean {
  if (checksAll(receipt)) return testsFailedIn(facts, receipt);
  const output = outputOf(facts, receipt);
  const [tasks, isTest] = [stoppedAt(output), isTestIn(output)];
  return tasks.length > 0 && tasks.every((task) => isTest(task) || COMPILES.test(task));
}

/** How it is known that the tests went well in a run that failed at something else. */
export type BesideTests = "shown" | "told";

/**
 * Set when the run stopped at a task that neither tests nor compiles. "shown": test counts or a test task prove that
 * the tests went well. "told": an earlier run passed the tests, or the closing names the task where the run stopped.
 */
export function stoppedBesideTests(facts: Facts, receipt: Receipt): BesideTests | undefined {
  const output = outputOf(facts, receipt);
  const environments = failedEnvironments(output);
  if (environments.length > 0) return failedBesideTests(environments, output, receipt.counts);
  const [tasks, isTest] = [stoppedAt(output), isTestIn(output)];
  if (tasks.length === 0 || tasks.some((task) => isTest(task) || COMPILES.test(task))) return undefined;
  const { passed = 0, failed } = receipt.counts;
  if (passed > 0 && failed === 0) return "shown";
  if ([...output.matchAll(/^> Task (?:\S*:)?(\w+)$/gm)].some(([, task = ""]) => isTest(task))) return "shown";
  const said = facts.closing.text.toLowerCase();
  const isNamed = tasks.every((task) => subjectWords(task).some((word) => said.includes(word)));
  return isNamed || passedBefore(facts, receipt) ? "told" : undefined;
}

/** `stoppedBesideTests` for tox and nox. An environment with a free name may run tests, unless it names other work. */
function failedBesideTests(
  environments: readonly string[],
  output: string,
  { passed = 0, failed = 0 }: CheckCounts,
): BesideTests | undefined {
  if (failed > 0 || environments.some(mayRunTests)) return undefined;
  const isShown = passed > 0 || passedEnvironments(output).some(mayRunTests);
  if (!environments.some((name) => mayBeFor("test", name))) return isShown ? "shown" : "told";
  return isShown || environments.every((name) => MEASURES.test(name)) ? "told" : undefined;
}

const MEASURES = /qa\b|quality|cov/i;

const COMPILES = /^(?:compil|kotlin|scala(?!fmt|fix|style)|groovy|gmavenplus|process|ksp|kapt)/i;

function passedBefore({ receipts }: Facts, { step }: Receipt): boolean {
  return receipts.some(
    (run) => run.step < step && run.kind === "test" && run.scope === "whole" && !run.stale && run.outcome === "passed",
  );
}

/** True when the build itself was done, and the run stopped at signing, publishing or deploying the result. */
export function stoppedAfterBuild(facts: Facts, receipt: Receipt): boolean {
  const tasks = stoppedAt(outputOf(facts, receipt));
  return tasks.length > 0 && tasks.every((task) => BRINGS.test(task));
}

const BRINGS = /^(?:sign|publish|upload|deploy|release|gpg|jib|docker|nexus)/;

/** Whether a task runs tests: by a plain name, or by name and failed tests in the output. `testJar` tests nothing. */
function isTestIn(output: string): (task: string) => boolean {
  const failed = TESTS_FAILED.test(output);
  return (task) => PLAIN.test(task) || (failed && kindOfName(task)?.kind === "test" && TESTING.test(task));
}

const PLAIN = expression()`
  ^(?:
    (?:ko)?test|surefire|failsafe|allTests
    |(?:unit|integration|functional|acceptance|smoke|component|contract|system|e2e|jvm|js|connected)\w*Tests?
    |test\w*UnitTest
  )$
`;
const TESTS_FAILED =
  /^> There were failing tests|\bThere are test failures\b|\btests? completed, [1-9]\d* failed|\bTests run: .{0,200}(?:Failures|Errors): [1-9]/m;
const TESTING = /^(?:ko)?test|^(?:spec|e2e|unit|smoke|surefire|failsafe)|Test|Spec|E2e|(?:creen|nap)shot|razzi/;

/** The words of a task's name that say what it is about: `spotless` of `spotlessJavaCheck`. */
function subjectWords(task: string): string[] {
  const words = task.replace(/[A-Z]/g, " $&").toLowerCase().split(" ");
  return words.filter((word) => word.length > 2 && !GENERAL.test(word));
}

const GENERAL = /^(?:check|main|tests?|debug|java|kotlin|source|set|build)$/;

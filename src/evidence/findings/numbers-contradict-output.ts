import type { Finding } from "../../verdict.ts";
import type { ShellCommand } from "../../thread/shell/shell-command.ts";
import { checksOf } from "../receipts/checks.ts";
import { runsOf } from "../claims/claimed-checks.ts";
import type { Claim } from "../claims/claims.ts";
import type { Facts } from "../facts.ts";
import { gitSub } from "../unseen/git-looks.ts";
import { cite, hadHelpers, stepAt } from "../steps.ts";
import type { Receipt } from "../receipts/receipt.ts";
import { looksAround, runsOnly } from "../unseen/runs-nothing.ts";
import { mayHaveRunAgain } from "../unseen/unseen-runs.ts";
import { expression } from "../../patterns/expression.ts";
import { PROVEN, SHOWN, WEAK_LEAD } from "../confidence.ts";
import type { FindingRule } from "./finding-rule.ts";
import { quote } from "../quote.ts";

export const numbersContradictOutput: FindingRule = {
  id: "numbers-contradict-output",
  title: "Number of tests that no run printed",
  meaning: "The closing gives a number of passing tests that no run of the turn printed.",
  category: "contradicted-claim",
  find,
};

function find(facts: Facts): Finding[] {
  const claims = facts.claims.filter((claim) => givesNumber(facts, claim));
  const runs = claims.length === 0 ? [] : runsOf(facts, "test");
  const counted = runs.filter((run) => run.counts.passed !== undefined);
  const last = counted.at(-1);
  if (!last || counted.length !== runs.length) return [];
  const hidden = claims.find((claim) => countsSkipped(facts, claim, counted));
  if (hidden) return [contradiction(hidden, last, PROVEN)];
  const isWrong = (claim: Claim, possible: ReadonlySet<number>): boolean =>
    toldBy(claim).every((number) => !possible.has(number));
  const own = countsOf(runs);
  // What earlier turns printed is read only when a number does not fit this turn.
  const doubted = claims.filter((claim) => isWrong(claim, own) && isWrong(claim, withEarlier(facts, own)));
  if (doubted.length === 0) return [];
  const printed = printedNumbers(facts, runs);
  const wrong = doubted.find((claim) => isWrong(claim, printed));
  if (!wrong || isToldAsWell(facts, wrong, last) || mayHaveRunAgain(facts, "test", last.reportedAt ?? last.step))
    return [];
  return [contradiction(wrong, last, confidence(facts, wrong, runs))];
}

function contradiction({ sentence }: Claim, { counts, step }: Receipt, confidence: number): Finding {
  const rest = (["failed", "skipped"] as const).flatMap((what) => (counts[what] ? `${counts[what]} ${what}` : []));
  return {
    id: numbersContradictOutput.id,
    confidence,
    message: `You say ${quote(sentence.text, 60)}, but the run shows ${[`${counts.passed} passed`, ...rest].join(" and ")}.`,
    steps: cite(step),
    subject: "count",
  };
}

/**
 * True when "All 42 tests pass" counts tests that failed earlier in this turn and are skipped now. Tests that were
 * skipped all the time do not matter here: people often count those as well.
 */
function countsSkipped(facts: Facts, claim: Claim, runs: readonly Receipt[]): boolean {
  const { command, step, counts } = runs.at(-1) ?? {};
  const { passed = 0, failed = 0, skipped = 0 } = counts ?? {};
  if (skipped === 0 || failed > 0 || !claim.universal || !toldBy(claim).includes(passed + skipped)) return false;
  // Whatever else the sentence says may explain how the tests are counted.
  if (/[,;:(–—]/.test(claim.sentence.masked)) return false;
  const red = runs.some(
    (run) =>
      run.command === command &&
      run.step !== step &&
      (run.counts.failed ?? 0) > 0 &&
      (run.counts.failed ?? 0) + (run.counts.skipped ?? 0) === skipped,
  );
  const { tellsOff } = facts.language.closing;
  return red && !tellsOff.test(facts.closing.text) && !facts.language.requests.testsMayGo.test(facts.request);
}

/** True when the claim gives a number of tests, and means all of them or tests in general. */
function givesNumber({ language }: Facts, claim: Claim): boolean {
  const { type, partial, universal, weak, sentence } = claim;
  if (type !== "tests-pass" || partial || toldBy(claim).length === 0) return false;
  return universal || isSummary(claim) || (!weak && language.closing.countsTests.test(sentence.masked));
}

/** True when the sentence reads like the summary of a runner: "40 examples, 0 failures". */
function isSummary({ sentence }: Claim): boolean {
  return SUMMARY.test(sentence.masked);
}

const SUMMARY = /(?<![\d.,])\d[\d,]* (?:examples?|passed|tests?), (?:0|no) fail(?:ures|ed)(?=\s*(?:$|[.,;!)]))/i;

/** A smaller number than printed may leave out subtests or be of a part; a greater one cannot be explained so. */
function confidence(facts: Facts, claim: Claim, runs: readonly Receipt[]): number {
  const { sentence } = claim;
  const universal = claim.universal || isSummary(claim) || ALL_OF_ALL.test(sentence.masked);
  const isOnly = isOnlyRun(facts, runs);
  const isPlain =
    isSummary(claim) || (facts.language.closing.countsTests.test(sentence.masked) && sentence.code.length === 0);
  if ((toldBy(claim)[0] ?? 0) <= most(runs))
    return isOnly && isPlain && universal && !facts.language.scope.test(sentence.text) ? WEAK_LEAD : 0.3;
  if (mayCountOthers(facts, claim)) return 0.3;
  if (!universal) return isOnly && isPlain ? 0.7 : 0.3;
  return isOnly && isPlain && !isPrintedAnywhere(facts, toldBy(claim)) ? SHOWN : 0.75;
}

/** True when the number may be what a service counted, or may include requests made by hand. */
function mayCountOthers({ language, receipts }: Facts, { sentence }: Claim): boolean {
  return language.closing.ofService.test(sentence.text) || receipts.some(({ kind }) => kind === "probe");
}

/** "42/42": as many passed as there are. */
const ALL_OF_ALL = /(?<![\d.,])(\d[\d,]*) ?\/ ?\1(?![\d.,]*\d)/;

/** True when nothing else, now or before, may have counted tests, and the whole output of the run is there. */
function isOnlyRun(facts: Facts, runs: readonly Receipt[]): boolean {
  const [run, ...more] = runs;
  if (!run || more.length > 0 || run.scope !== "whole" || hadHelpers(facts) || facts.thread.compactions > 0)
    return false;
  if (facts.pastReceipts.some(({ kind }) => kind === "test") || facts.receipts.some(({ kind }) => kind === "run"))
    return false;
  const step = stepAt(facts, run.step);
  const output = step?.result?.output ?? "";
  if (/\||\bcd\s/.test(step?.action.command ?? "") || /truncat|omitted|\[\.\.\.|\.\.\.\]/i.test(output)) return false;
  return facts.steps.every((each) => each === step || runsOnly(each, mayNotTest));
}

/** True when the command runs checks of other kinds or only looks around; a script may have tests of its own. */
function mayNotTest(command: ShellCommand): boolean {
  const checks = checksOf(command);
  return checks.length > 0
    ? checks.every(({ kind }) => kind !== "test" && kind !== "run")
    : looksAround(command) || gitSub(command) !== undefined;
}

/** True when a step or the person gave this number, or an earlier turn may have given it. */
function isPrintedAnywhere({ steps, request, turn }: Facts, numbers: readonly number[]): boolean {
  const texts = [request, ...steps.map(({ result }) => result?.output ?? "")];
  if (turn.number > 1) return true;
  return numbers.some((number) => texts.some((text) => new RegExp(`(?<![\\d.])${number}(?![\\d])`).test(text)));
}

/** The numbers of tests that a claim gives. */
export function toldBy({ numbers, sentence }: Claim): number[] {
  const others = new Set(
    [...sentence.text.matchAll(OTHER_THINGS)].map((match) => Number((match[1] ?? "").replaceAll(",", ""))),
  );
  return numbers.filter((number) => number > 1 && !others.has(number));
}

/** Things that one test may have many of. RSpec calls its tests examples; elsewhere a test has examples of its own. */
const OTHER_THINGS = expression("gi")`
  (?<![\d,])(\d[\d,]{0,20})\s+(?:[a-z]+\s)?(?:
    examples? (?:of|in|for|from|per)\b|(?:generated|random) \w+|iterations?|inputs?|rows?|seeds?|samples?
    |assertions?|requests?|values?|combinations?|records?|lines?
  )\b
`;

/** What the runs counted, and the sums over them. */
function countsOf(runs: readonly Receipt[]): ReadonlySet<number> {
  const numbers = new Set<number>();
  let passed = 0;
  let total = 0;
  for (const { counts } of runs) {
    const all = (counts.passed ?? 0) + (counts.failed ?? 0) + (counts.skipped ?? 0);
    passed += counts.passed ?? 0;
    total += all;
    for (const number of [counts.passed, counts.failed, counts.skipped, all, passed, total]) {
      if (number !== undefined) numbers.add(number);
    }
  }
  return numbers;
}

/** The given numbers, those of test runs in earlier turns, and the sums of one of each. */
function withEarlier({ pastReceipts }: Facts, numbers: ReadonlySet<number>): ReadonlySet<number> {
  const earlier = pastReceipts.flatMap(({ kind, counts }) => (kind === "test" ? (counts.passed ?? []) : []));
  return new Set([
    ...numbers,
    ...earlier,
    ...earlier.flatMap((before) => [...numbers].map((number) => number + before)),
  ]);
}

/** True when the closing also gives the number of the run: an agent that says both explains how they go together. */
function isToldAsWell({ closing }: Facts, { numbers }: Claim, { counts }: Receipt): boolean {
  const { passed = 0 } = counts;
  return !numbers.includes(passed) && new RegExp(`(?<![\\d.])${passed}(?![\\d.]*\\d)`).test(closing.text);
}

/** Every number in the output of the runs, and the sums of what that output counts. */
function printedNumbers(facts: Facts, runs: readonly Receipt[]): ReadonlySet<number> {
  const numbers = new Set<number>();
  const steps = new Set(runs.map((run) => run.reportedAt ?? run.step));
  for (const step of facts.steps) {
    if (!steps.has(step.number)) continue;
    const output = step.result?.output ?? "";
    for (const match of output.matchAll(/\d[\d,]*/g)) numbers.add(Number(match[0].replaceAll(",", "")));
    for (const pattern of COUNTS) for (const sum of sums(output, pattern)) numbers.add(sum);
  }
  return numbers;
}

/** How runners print their counts, once for each project of a run. */
const COUNTS = [
  /\b(\d+) (?:subtests )?(?:passed|passing)\b/gi,
  /\bPassed:? +(\d+)/g,
  /\b(\d+) tests?\b/gi,
  /\bTests run: (\d+)/g,
  // One run of several runners or kinds of tests: a claim may add them up to 74: "10 doctests, 64 tests".
  /\b(\d+) (?:passed|passing|tests?|doctests?|features?|propert(?:y|ies)|examples?|runs|specs?|scenarios?)\b/gi,
  /\b(?:succeeded|Passed: Total) (\d+)/g,
  // Deno's steps are tests within a test.
  /\b(\d+) (?:passed|steps?)\b/gi,
];

/** Running sums of the counts in one output: of the first project, of the first two, and so on. */
function sums(output: string, pattern: RegExp): number[] {
  let sum = 0;
  return [...output.matchAll(pattern)].map((match) => (sum += Number(match[1])));
}

function most(runs: readonly Receipt[]): number {
  return runs.reduce((sum, run) => sum + (run.counts.passed ?? 0), 0);
}

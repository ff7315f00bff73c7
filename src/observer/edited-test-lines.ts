import type { FileChange } from "../evidence/changes/changes.ts";
import { addedLines, removedLines } from "../evidence/changes/file-content.ts";
import { linesFromBefore } from "../evidence/changes/lines-from-before.ts";
import { baseName } from "../evidence/changes/paths.ts";
import { standingChanges } from "../evidence/changes/standing-changes.ts";
import { isAssertion, testNames } from "../evidence/changes/test-code.ts";
import type { Facts } from "../evidence/facts.ts";
import { outputOf } from "../evidence/steps.ts";
import type { Receipt } from "../evidence/receipts/receipt.ts";
import { outdates } from "../evidence/receipts/staleness.ts";
import { nameLiterally } from "../literally.ts";
import { short } from "./short.ts";

const MAX_TESTS = 2;

/** The history of a test from one pass to the next. */
interface History {
  readonly before: Receipt;
  readonly failed: Receipt;
  readonly change: FileChange;
  readonly passed: Receipt;
}

/**
 * Tests that passed, failed, and passed again after only their assertions were seen to change. Often that is right,
 * because the user wanted another behaviour. The reader must decide, so it is told as a fact.
 */
export function editedTestLines(facts: Facts): string[] {
  if (facts.language.requests.allowsTestChange.test(facts.request)) return [];
  const turn = { facts, ...readTurn(facts) };
  const told = facts.changes
    .filter((change) => changesAssertion(turn, change))
    .flatMap((change) => historyOf(turn, change))
    .filter(({ change }) => !isWanted(turn, change));
  return lastOfEach(told)
    .slice(-MAX_TESTS)
    .map((history) => lineOf(facts, history));
}

/** What every change is compared with; computed once per turn. */
interface ReadTurn {
  readonly tests: readonly Receipt[];
  readonly earlierTests: readonly Receipt[];
  /** Steps that changed something other than a test, or something unknown. */
  readonly mending: readonly number[];
  readonly standing: ReadonlySet<FileChange>;
  /** For each file, the first step that wrote it as a whole. */
  readonly created: ReadonlyMap<string, number>;
  readonly requested: ReadonlySet<string>;
}

type ChangedTurn = ReadTurn & { readonly facts: Facts };

function readTurn(facts: Facts): ReadTurn {
  const tests = facts.receipts.filter((run) => run.kind === "test" && !run.baseline);
  const whole = facts.changes.filter(({ type }) => type === "create");
  return {
    tests,
    earlierTests: [...facts.pastReceipts, ...tests],
    mending: mendingSteps(facts),
    standing: new Set(standingChanges(facts, 0)),
    created: new Map(whole.toReversed().map(({ path, step }) => [path, step])),
    requested: new Set(wordsIn(facts.request)),
  };
}

/** For several changes of one file after one failure: only the last. */
function lastOfEach(told: readonly History[]): History[] {
  const last = new Map<string, History>();
  for (const history of told) {
    const { failed, change } = history;
    const key = [failed.step, failed.command, change.path].join("\n");
    last.delete(key);
    last.set(key, history);
  }
  return [...last.values()];
}

/** True when the change touches an assertion from before this turn. */
function changesAssertion({ facts, created }: ChangedTurn, change: FileChange): boolean {
  if (change.role !== "test" || change.type !== "edit") return false;
  return (
    (created.get(change.path) ?? Infinity) >= change.step &&
    linesFromBefore(facts.changes, change).some((line) => isAssertion(line))
  );
}

/** True when the request contains a value that is asserted now and was not before. */
function isWanted({ facts, requested }: ChangedTurn, change: FileChange): boolean {
  const before = new Set(removedLines(change).flatMap(valuesIn));
  const values = addedLines(change)
    .filter(isAssertion)
    .flatMap(valuesIn)
    .filter((value) => !before.has(value) && wordsIn(value).every((word) => requested.has(word)));
  return values.some((value) =>
    new RegExp(`(?<![\\w.])${nameLiterally(value)}(?![\\w]|\\.\\d)`, "i").test(facts.request),
  );
}

/** The words of a text. They are compared first, since searching a long request for every value would be slow. */
function wordsIn(text: string): string[] {
  return Array.from(text.matchAll(/\w+/g), ([word]) => word.toLowerCase());
}

function valuesIn(line: string): string[] {
  return Array.from(line.matchAll(VALUE), ([value, double, single, template]) => double ?? single ?? template ?? value);
}

const VALUE = /"([^"]{2,80})"|'([^']{2,80})'|`([^`]{2,80})`|(?<![\w.])\d+(?:\.\d+)?(?!\w)/g;

function historyOf(turn: ChangedTurn, change: FileChange): History[] {
  const { facts, tests, earlierTests } = turn;
  const failed = tests.findLast((run) => run.step < change.step && run.outcome !== "unknown");
  if (failed?.outcome !== "failed" || !turn.standing.has(change) || !isAbout(facts, failed, change)) return [];
  const passed = tests.find(
    (run) => run.step > change.step && run.outcome === "passed" && holds(facts, run, { failed, change }),
  );
  const before = earlierTests.findLast((run) => run.step < failed.step && isSame(run, failed));
  if (!passed || before?.outcome !== "passed") return [];
  const mayBeMended = turn.mending.some((step) => step > failed.step && step < passed.step);
  return mayBeMended ? [] : [{ before, failed, change, passed }];
}

/** True when the run includes the changed test; one of another package or file says nothing about it. */
function holds({ thread }: Facts, run: Receipt, { failed, change }: Pick<History, "failed" | "change">): boolean {
  if (isSame(run, failed)) return true;
  return outdates(change, run, thread.cwd) && (run.targets.length === 0 || run.targets.some((of) => names(of, change)));
}

/** True when the target is the file, a folder above it, or a word that occurs in the changed text. */
function names(target: string, { path, oldText = "", newText = "" }: FileChange): boolean {
  const place = target.replace(/^(?:\.{1,2}(?:\/|$))+/, "").replace(/(?:\/?\.{3}|\/|::.*)$/, "");
  return path.includes(place) || oldText.includes(target) || newText.includes(target);
}

function lineOf(facts: Facts, { before, failed, change, passed }: History): string {
  const code = facts.changes.findLast((other) => isCode(other) && other.step > before.step && other.step < failed.step);
  const cause = code ? ` after code was changed (last in step ${code.step}, ${baseName(code.path)})` : "";
  const again = isSame(passed, failed) ? "it" : short(passed.command);
  return `test changed: ${short(failed.command)} passed in step ${before.step} and failed in step ${failed.step}${cause}; step ${change.step} changed what ${baseName(change.path)} asserts, and with no other change of code seen ${again} passed in step ${passed.step} (right if the user wants what the code does now)`;
}

/** True when the change is in code: not in a test, not in documentation, and more than a comment. */
function isCode({ role, meaning }: FileChange): boolean {
  return role !== "test" && role !== "docs" && meaning !== "comment";
}

function isSame(run: Receipt, { kind, command, cwd }: Receipt): boolean {
  return run.kind === kind && run.command === command && run.cwd === cwd;
}

/** True when the failed run printed the changed file's name or a test in it. */
function isAbout(facts: Facts, failed: Receipt, { path, oldText = "", newText = "" }: FileChange): boolean {
  const output = outputOf(facts, failed);
  return [baseName(path), ...testNames(`${oldText}\n${newText}`)].some((name) => output.includes(name));
}

/** Steps that changed something else, or ran something whose changes are unknown. */
function mendingSteps({ changes, steps }: Facts): number[] {
  const unknown = steps.filter(
    ({ action }) => action.kind === "subagent" || action.changes.some(({ path }) => path === undefined),
  );
  return [...changes.filter(isCode).map(({ step }) => step), ...unknown.map(({ number }) => number)];
}

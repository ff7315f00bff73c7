import type { FileChange } from "../evidence/changes/changes.ts";
import { addedLines, removedLines } from "../evidence/changes/file-content.ts";
import { baseName } from "../evidence/changes/paths.ts";
import { standingChanges } from "../evidence/changes/standing-changes.ts";
import { isAssertion, testNames } from "../evidence/changes/test-code.ts";
import type { Facts } from "../evidence/facts.ts";
import { outputOf } from "../evidence/look.ts";
import type { Receipt } from "../evidence/receipts/receipt.ts";
import { literally } from "../literally.ts";
import { short } from "./short.ts";

const MAX_TESTS = 2;

/** A test's way from one pass to the next. */
interface History {
  readonly before: Receipt;
  readonly failed: Receipt;
  readonly change: FileChange;
  readonly passed: Receipt;
}

/**
 * Tests that passed, failed, and passed again when nothing but what they assert is seen to have been changed. Often that is
 * right: the user wanted another behaviour. Whether they did is for the reader, so it is told as what happened.
 */
export function editedTestLines(facts: Facts): string[] {
  if (facts.language.requests.allowsTestChange.test(facts.request)) return [];
  const told = facts.changes
    .filter((change) => changesAssertion(facts, change) && !isWanted(facts, change))
    .flatMap((change) => historyOf(facts, change));
  const last = told.filter((one, index) => !told.slice(index + 1).some((later) => isOfSameFile(one, later)));
  return last.slice(-MAX_TESTS).map((history) => lineOf(facts, history));
}

function isOfSameFile(one: History, other: History): boolean {
  return one.failed === other.failed && one.change.path === other.change.path;
}

/** An assertion from before this turn. */
function changesAssertion(facts: Facts, change: FileChange): boolean {
  if (change.role !== "test" || change.type !== "edit") return false;
  const earlier = facts.changes.filter(({ path, step }) => path === change.path && step < change.step);
  const own = new Set(earlier.flatMap(addedLines).map((line) => line.trim()));
  return (
    !earlier.some(({ type }) => type === "create") &&
    removedLines(change).some((line) => isAssertion(line) && !own.has(line.trim()))
  );
}

/** The request gives a value that is asserted now and was not before. */
function isWanted({ request }: Facts, change: FileChange): boolean {
  const before = new Set(removedLines(change).flatMap(valuesIn));
  const values = addedLines(change)
    .filter(isAssertion)
    .flatMap(valuesIn)
    .filter((value) => !before.has(value));
  return values.some((value) => new RegExp(`(?<![\\w.])${literally(value)}(?![\\w]|\\.\\d)`, "i").test(request));
}

function valuesIn(line: string): string[] {
  return Array.from(line.matchAll(VALUE), ([value, double, single, template]) => double ?? single ?? template ?? value);
}

const VALUE = /"([^"]{2,80})"|'([^']{2,80})'|`([^`]{2,80})`|(?<![\w.])\d+(?:\.\d+)?(?!\w)/g;

function historyOf(facts: Facts, change: FileChange): History[] {
  const tests = facts.receipts.filter((run) => run.kind === "test" && !run.baseline);
  const failed = tests.findLast((run) => run.step < change.step && run.outcome !== "unknown");
  if (failed?.outcome !== "failed" || !isAbout(facts, failed, change)) return [];
  const passed = tests.find((run) => run.step > change.step && run.outcome === "passed");
  const before = [...facts.pastReceipts, ...tests].findLast((run) => run.step < failed.step && isSame(run, failed));
  if (!passed || before?.outcome !== "passed" || mayBeMended(facts, failed, passed)) return [];
  return standingChanges(facts, 0).includes(change) ? [{ before, failed, change, passed }] : [];
}

function lineOf(facts: Facts, { before, failed, change, passed }: History): string {
  const code = facts.changes.findLast((other) => isCode(other) && other.step > before.step && other.step < failed.step);
  const cause = code ? ` after code was changed (last in step ${code.step}, ${baseName(code.path)})` : "";
  const again = isSame(passed, failed) ? "it" : short(passed.command);
  return `test changed: ${short(failed.command)} passed in step ${before.step} and failed in step ${failed.step}${cause}; step ${change.step} changed what ${baseName(change.path)} asserts, and with no other change of code seen ${again} passed in step ${passed.step} (right if the user wants what the code does now)`;
}

/** Not a test, and more than words. */
function isCode({ role, meaning }: FileChange): boolean {
  return role !== "test" && role !== "docs" && meaning !== "comment";
}

function isSame(run: Receipt, { kind, command, cwd }: Receipt): boolean {
  return run.kind === kind && run.command === command && run.cwd === cwd;
}

/** What failed stands in the file that was changed, as far as is printed. */
function isAbout(facts: Facts, failed: Receipt, { path, oldText = "", newText = "" }: FileChange): boolean {
  const output = outputOf(facts, failed);
  return [baseName(path), ...testNames(`${oldText}\n${newText}`)].some((name) => output.includes(name));
}

/** Something else came between, or a command of which nobody knows what it changed. */
function mayBeMended({ changes, steps }: Facts, failed: Receipt, passed: Receipt): boolean {
  const isBetween = (step: number): boolean => step > failed.step && step < passed.step;
  return (
    changes.some((change) => isBetween(change.step) && isCode(change)) ||
    steps.some(
      ({ number, action }) =>
        isBetween(number) && (action.kind === "subagent" || action.changes.some(({ path }) => path === undefined)),
    )
  );
}

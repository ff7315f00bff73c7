import type { FileChange } from "../evidence/changes/changes.ts";
import { addedLines, removedLines } from "../evidence/changes/file-content.ts";
import { baseName } from "../evidence/changes/paths.ts";
import { standingChanges } from "../evidence/changes/standing-changes.ts";
import { isAssertion, testNames } from "../evidence/changes/test-code.ts";
import type { Facts } from "../evidence/facts.ts";
import { outputOf } from "../evidence/look.ts";
import type { Receipt } from "../evidence/receipts/receipt.ts";
import { short } from "./short.ts";

const MAX_TESTS = 2;

/** Tests that passed, failed, and passed again when nothing but what they assert is seen to have been changed. */
export function editedTestLines(facts: Facts): string[] {
  if (facts.language.requests.allowsTestChange.test(facts.request)) return [];
  const told = facts.changes
    .filter((change) => changesAssertion(facts, change))
    .flatMap((change) => historyOf(facts, change));
  return [...new Set(told)].slice(-MAX_TESTS);
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

function historyOf(facts: Facts, change: FileChange): string[] {
  const tests = facts.receipts.filter((run) => run.kind === "test" && !run.baseline);
  const failed = tests.findLast((run) => run.step < change.step && run.outcome !== "unknown");
  if (failed?.outcome !== "failed" || !isAbout(facts, failed, change)) return [];
  const passed = tests.find((run) => run.step > change.step && run.outcome === "passed");
  const before = [...facts.pastReceipts, ...tests].findLast((run) => run.step < failed.step && isSame(run, failed));
  if (!passed || before?.outcome !== "passed" || mayBeMended(facts, failed, passed)) return [];
  if (!standingChanges(facts, 0).includes(change)) return [];
  return [
    `test changed: ${short(failed.command)} passed in step ${before.step} and failed in step ${failed.step}; step ${change.step} changed what ${baseName(change.path)} asserts, no step is seen to change other code, step ${passed.step} passed`,
  ];
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
    changes.some(
      ({ step, role, meaning }) => isBetween(step) && role !== "test" && role !== "docs" && meaning !== "comment",
    ) ||
    steps.some(
      ({ number, action }) =>
        isBetween(number) && (action.kind === "subagent" || action.changes.some(({ path }) => path === undefined)),
    )
  );
}

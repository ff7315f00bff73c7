import type { Finding } from "../../verdict.ts";
import type { FileChange } from "../changes.ts";
import { CHECK_NAMES, claimedChecks, runsOf, topicOf } from "../claimed-checks.ts";
import type { Facts } from "../facts.ts";
import { addedLines, removedLines } from "../file-content.ts";
import { cite, tellsFailure, tellsNotRun } from "../look.ts";
import { baseName } from "../paths.ts";
import type { CheckKind, Receipt } from "../receipt.ts";
import { mayHaveRunUnseen, ranUnknown } from "../unseen-runs.ts";
import { type FindingRule, quote } from "./finding-rule.ts";

export const verificationStale: FindingRule = {
  id: "verification-stale",
  meaning: "The closing says a check went well, and code it covers was changed after its last run.",
  category: "stale-verification",
  find,
};

function find(facts: Facts): Finding[] {
  return claimedChecks(facts).flatMap(({ kind, claim }) => {
    const last = runsOf(facts, kind).findLast((run) => run.outcome === "passed" || run.outcome === "failed");
    if (last?.outcome !== "passed" || last.stale?.strength !== "sure" || tellsFailure(facts, topicOf(facts, kind)))
      return [];
    const later = changesAfter(facts, last);
    const first = later[0];
    if (!first || checkedAgain(facts, kind, last, later)) return [];
    return [
      {
        id: verificationStale.id,
        confidence: confidence(facts, kind, last, later),
        message: `You changed ${baseName(first.path)} after the last run of ${CHECK_NAMES[kind]}, so ${quote(claim.sentence.text, 50)} is not shown; run ${kind === "test" ? "them" : "it"} again.`,
        steps: cite(last.step, ...later.map((change) => change.step)),
        subject: kind,
      },
    ];
  });
}

/** Changes that can alter what the program does, after the run was started, and that were not taken back. */
function changesAfter(facts: Facts, receipt: Receipt): FileChange[] {
  const later = facts.changes.filter((change) => change.step > receipt.step && !change.restored);
  const back = takenBack(later);
  return later.filter(
    (change) =>
      (change.role === "code" || change.role === "test") && change.meaning === "behaviour" && !back.has(change),
  );
}

/** Pairs of changes of which the second undoes the first: a line for debugging, a bug put back to see a test fail. */
function takenBack(changes: readonly FileChange[]): ReadonlySet<FileChange> {
  const back = new Set<FileChange>();
  for (const [index, change] of changes.slice(0, MAX_CHANGES).entries()) {
    if (back.has(change)) continue;
    const undo = changes
      .slice(index + 1, index + MAX_CHANGES)
      .find((later) => later.path === change.path && !back.has(later) && undoes(later, change));
    if (undo) back.add(change).add(undo);
  }
  return back;
}

/** More changes than this after a run are not matched with each other. */
const MAX_CHANGES = 60;

function undoes(later: FileChange, change: FileChange): boolean {
  if (change.type === "create") return later.type === "delete";
  return (
    change.oldText !== undefined &&
    later.oldText !== undefined &&
    later.newText === change.oldText &&
    later.oldText === change.newText
  );
}

/** It ran again after the last change, though the record does not show how that ended. */
function checkedAgain(facts: Facts, kind: CheckKind, last: Receipt, later: readonly FileChange[]): boolean {
  const end = later.at(-1)?.step ?? last.step;
  return (
    runsOf(facts, kind).some((run) => run.step > end && run.outcome !== "nothing-ran") ||
    mayHaveRunUnseen(facts, kind, end)
  );
}

const SMALL = 6;

/** A small repair that a linter or compiler asked for, and then accepted, is seldom worth a second run. */
function confidence(facts: Facts, kind: CheckKind, last: Receipt, later: readonly FileChange[]): number {
  if (kind !== "test") return 0.45;
  if (tellsNotRun(facts) || ranUnknown(facts, later.at(-1)?.step)) return 0.5;
  const lines = later.reduce(
    (sum, change) => sum + Math.max(addedLines(change).length, removedLines(change).length),
    0,
  );
  const end = later.at(-1)?.step ?? 0;
  const repaired = facts.receipts.some(
    (receipt) =>
      receipt.kind !== "test" && receipt.outcome === "failed" && receipt.step > last.step && receipt.step < end,
  );
  const rechecked = facts.receipts.some(
    (receipt) =>
      receipt.kind !== "test" && receipt.kind !== "format" && receipt.outcome === "passed" && receipt.step > end,
  );
  if (repaired && rechecked) return lines <= SMALL ? 0.35 : 0.55;
  if (rechecked) return lines <= SMALL ? 0.5 : 0.65;
  return lines <= 2 ? 0.7 : 0.82;
}

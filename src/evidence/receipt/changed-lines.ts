import { countOf } from "../../amounts.ts";
import type { Evidence } from "../evidence.ts";
import { isTakenBack, weakened } from "../proofs/test-weakened.ts";
import { shownFile } from "../quote.ts";
import type { FileChange } from "../record/changes.ts";
import { mayHideSince, type Record } from "../record/record.ts";
import type { ReceiptLine } from "./receipt-line.ts";

export function changedLines(evidence: Evidence): readonly ReceiptLine[] {
  return [...allChanged(evidence), ...weakenedTests(evidence)];
}

function allChanged({ record }: Evidence): readonly ReceiptLine[] {
  const { changes } = record;
  const paths = new Map(changes.filter(isEdited).map((change) => [change.path, change]));
  if (paths.size === 0) return [];
  const tests = [...paths.values()].filter(({ role }) => role === "test").length;
  const only = [...paths.values()].every(({ role }) => role === "docs");
  const detail = only
    ? ", documents only"
    : tests === 0
      ? ""
      : paths.size === 1
        ? ", a test"
        : `, ${tests === paths.size ? "all" : tests} of them tests`;
  const steps = [...paths.values()].map(({ step }) => step);
  return [
    {
      part: "changed",
      about: `${countOf(paths.size, "file")} edited`,
      says: `${detail}${unchecked(record, [...paths.values()])}`.slice(2),
      steps: [Math.max(...steps)],
      tone: "plain",
    },
  ];
}

/** What git or a command brought back, and what a command cleared away, was not edited. */
function isEdited({ role, restored, type, shell }: FileChange): boolean {
  return role !== "scratch" && !restored && !(type === "delete" && shell);
}

/** Only code needs a check, and only where none ran in the whole turn is there something to say. */
function unchecked(record: Record, changes: readonly FileChange[]): string {
  const needs = changes.some(({ role, shell }) => (role === "code" || role === "test") && !shell);
  if (!needs || record.runs.some(({ end, notReached }) => end !== "nothing-ran" && !notReached)) return "";
  return mayHideSince(record) ? ", no step is seen that checks it" : ", no check ran";
}

/** Tests that ask for less than before, and whether they had failed. */
function weakenedTests({ record: { changes, runs } }: Evidence): readonly ReceiptLine[] {
  const tests = changes.filter(({ role, restored, perhaps }) => role === "test" && !restored && !perhaps);
  return tests.flatMap((change): readonly ReceiptLine[] => {
    const words = change.type === "delete" ? "deleted" : weakened(change, changes)?.words;
    if (words === undefined || isTakenBack(change, tests)) return [];
    const failed = runs.findLast(({ kind, end, step }) => kind === "test" && end === "failed" && step < change.step);
    return [
      {
        part: "changed",
        about: shownFile(change.path),
        says: `${words}${failed ? ", after the tests had failed" : ""}`,
        steps: [...(failed ? [failed.step] : []), change.step],
        tone: failed ? "bad" : "open",
      },
    ];
  });
}

import { countOf } from "../../amounts.ts";
import type { Evidence } from "../evidence.ts";
import { isTakenBack, weakened } from "../proofs/test-weakened.ts";
import { shownFile } from "../quote.ts";
import type { FileChange } from "../record/changes.ts";
import { isNamedTest } from "../record/paths.ts";
import { mayHideSince, type Record } from "../record/record.ts";
import type { ReceiptLine } from "./receipt-line.ts";

export function changedLines(evidence: Evidence): readonly ReceiptLine[] {
  return [...allChanged(evidence), ...weakenedTests(evidence)];
}

function allChanged({ record, turn }: Evidence): readonly ReceiptLine[] {
  const paths = new Map(record.changes.filter(isEdited).map((change) => [change.path, change]));
  if (paths.size === 0) return [];
  const files = [...paths.values()];
  const tests = files.filter(({ role, path }) => role === "test" && isNamedTest(path)).length;
  const helpers = turn.steps.some(({ action }) => action.kind === "subagent");
  const commands = record.changes.some(({ shell, role }) => shell && role !== "scratch");
  const scratch = record.changes.some(({ role, shell }) => role === "scratch" && !shell);
  const others = [...(helpers ? ["helpers"] : []), ...(commands ? ["commands"] : [])];
  const details = [
    ...(tests === 0 ? [] : [files.length === 1 ? "a test" : `${tests === files.length ? "all" : tests} of them tests`]),
    ...(others.length > 0 ? [`what ${others.join(" and ")} changed is not counted`] : []),
    ...(hasNoCheck(record, files) ? ["no check ran"] : []),
  ];
  return [
    {
      part: "changed",
      about: `edits of ${countOf(files.length, "file")}${scratch ? ", scratch files aside" : ""}`,
      says: details.join(", "),
      steps: [Math.max(...files.map(({ step }) => step))],
      tone: "plain",
    },
  ];
}

/** What a command may have written, brought back or cleared away is no edit whose text is known. */
function isEdited({ role, restored, perhaps, shell, oldText, newText }: FileChange): boolean {
  return role !== "scratch" && !restored && !perhaps && !(shell && oldText === undefined && newText === undefined);
}

/** Only code needs a check, and only where every command is known is it sure that none ran. */
function hasNoCheck(record: Record, changes: readonly FileChange[]): boolean {
  const needs = changes.some(({ role, shell }) => (role === "code" || role === "test") && !shell);
  return (
    needs && !mayHideSince(record) && !record.runs.some(({ end, notReached }) => end !== "nothing-ran" && !notReached)
  );
}

/** Tests that ask for less than before, and whether they had failed. */
function weakenedTests({ record: { changes, runs } }: Evidence): readonly ReceiptLine[] {
  const tests = changes.filter(({ role, restored, perhaps }) => role === "test" && !restored && !perhaps);
  return tests.flatMap((change): readonly ReceiptLine[] => {
    const words = change.type === "delete" ? "deleted" : weakened(change, changes)?.words;
    if (words === undefined || isTakenBack(change, tests) || isNewHere(change, tests)) return [];
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

/** True for a test that the same turn wrote, and where what is gone stands in another edit of a test. */
function isNewHere({ path, step, oldText, newText }: FileChange, tests: readonly FileChange[]): boolean {
  const gone = (oldText ?? "").split("\n").filter((line) => ASSERTS.test(line) && !newText?.includes(line.trim()));
  return tests.some(
    (other) =>
      (other.path === path && other.type === "create" && other.step < step) ||
      ((other.path !== path || other.step !== step) &&
        gone.length > 0 &&
        gone.every((line) => other.newText?.includes(line.trim()))),
  );
}

const ASSERTS = /\b(?:expect|assert|require|t\.(?:Error|Fatal))/;

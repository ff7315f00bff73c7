import { countOf } from "../../text/amounts.ts";
import type { Evidence } from "../evidence.ts";
import { isTakenBack, weakened } from "../proofs/test-weakened.ts";
import { quote, shownFile } from "../quote.ts";
import type { FileChange } from "../record/changes.ts";
import { isNamedTest } from "../record/paths.ts";
import { mayHideSince, type Record } from "../record/record.ts";
import { isAssertion, lostAssertions, lostTests } from "../record/test-code.ts";
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
    if (isTakenBack(change, tests)) return [];
    const failed = runs.findLast(({ kind, end, step }) => kind === "test" && end === "failed" && step < change.step);
    const words = weakened(change)?.words ?? lost(change, tests, failed !== undefined);
    if (words === undefined) return [];
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

/** Tests that went, and assertions that went after a failure; nothing of what the same turn wrote, or moved elsewhere. */
function lost(change: FileChange, tests: readonly FileChange[], failed: boolean): string | undefined {
  if (isNewHere(change, tests)) return undefined;
  if (change.type === "delete") return "deleted";
  const [name, ...more] = lostTests(change, tests);
  if (name !== undefined)
    return `deleted the test ${quote(name, 60)}${more.length > 0 ? ` and ${more.length} more` : ""}`;
  const fewer = failed ? lostAssertions(change) : 0;
  return fewer > 0 ? `took ${countOf(fewer, "assertion")} out` : undefined;
}

function isNewHere({ path, step, oldText, newText }: FileChange, tests: readonly FileChange[]): boolean {
  const gone = (oldText ?? "").split("\n").filter((line) => isAssertion(line) && !newText?.includes(line.trim()));
  const others = tests.filter((other) => other.path !== path || other.step !== step);
  return (
    others.some((other) => other.path === path && other.type === "create" && other.step < step) ||
    (gone.length > 0 && others.some((other) => gone.every((line) => other.newText?.includes(line.trim()))))
  );
}

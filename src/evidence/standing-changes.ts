import type { Step } from "../thread/thread.ts";
import type { FileChange } from "./changes.ts";
import type { Facts } from "./facts.ts";
import { baseName, samePath } from "./paths.ts";

/** Changes after a step that are still there at the end: neither taken back by a later one nor put back by a command. */
export function standingChanges(facts: Facts, after: number): FileChange[] {
  const later = facts.changes.filter((change) => change.step > after);
  if (later.length === 0) return [];
  const back = takenBack(later);
  const restoring = facts.steps.filter((step) => step.number > after && step.result?.status === "done");
  return later.filter(
    (change) =>
      !change.restored &&
      !back.has(change) &&
      !restoring.some((step) => step.number >= change.step && putsBack(step, change.path)),
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

/** Git, or a copy that was kept aside, puts the file back as it was; without a path git puts back all of them. */
function putsBack(step: Step, path: string): boolean {
  const { command = "", changes } = step.action;
  if (GIT_BACK.test(command)) return changes.some((change) => change.path === undefined || samePath(change.path, path));
  return (
    FROM_COPY.test(command) &&
    changes.some((change) => change.path !== undefined && samePath(change.path, path)) &&
    command.includes(baseName(path))
  );
}

const GIT_BACK = /\bgit\s+(?:-C\s+\S+\s+)?(?:checkout|restore|reset\s+--hard|stash(?!\s+(?:pop|apply|list|show)))\b/;
const FROM_COPY = /\b(?:cp|mv)\s+(?:-\S+\s+)*\S*(?:\.(?:bak|orig|backup|save|old)\b|\/tmp\/)/;

import { pathMatcher } from "../../text/glob.ts";
import type { Evidence } from "../evidence.ts";
import type { FileChange } from "../record/changes.ts";
import { fullPath, isOutside, placedPath, roleOf } from "../record/paths.ts";
import type { Rule } from "./definition.ts";

/** Tells whether a file of the record fits one of a rule's patterns. */
export function fitting(
  patterns: readonly string[],
  { root }: Pick<Rule, "root">,
  { thread }: Evidence,
): (path: string) => boolean {
  const matches = pathMatcher(patterns);
  const known = new Map<string, boolean>();
  return (path) => {
    const before = known.get(path);
    if (before !== undefined) return before;
    const placed = seenFrom(root, path, thread.cwd);
    const fits = placed.length <= LONGEST_PATH && !isOutside(placed, root ?? thread.cwd) && matches(placed);
    known.set(path, fits);
    return fits;
  };
}

/** What a match costs grows with the path; nobody's is longer. */
const LONGEST_PATH = 500;

function seenFrom(root: string | undefined, path: string, workspace: string | undefined): string {
  if (root === undefined || workspace === undefined || root === workspace) return path;
  return placedPath(fullPath(path, workspace), root);
}

/** The changes that ask for something: nothing that was put back, thrown away or that lies in a scratch directory. */
export function standingChanges({ record }: Evidence): readonly FileChange[] {
  const { changes } = record;
  const undone = new Map<string, number>();
  for (const { path, step, restored, type } of changes)
    if (restored || type === "delete" || type === "move") undone.set(path, step);
  return changes.filter(
    ({ path, step, restored, type, role }) =>
      !restored &&
      type !== "delete" &&
      type !== "move" &&
      role !== "scratch" &&
      !GENERATED.test(path) &&
      step >= (undone.get(path) ?? 0),
  );
}

const GENERATED = /(?:^|\/)(?:node_modules|\.git|__pycache__|\.venv|venv|coverage|\.next|\.turbo)\//;

/** Documents are asked about only by patterns for documents: after a change of `src/README.md` no test has to run. */
export function isMeant(patterns: readonly string[], { role }: FileChange): boolean {
  return role !== "docs" || patterns.some(isForDocuments);
}

function isForDocuments(pattern: string): boolean {
  const plain = pattern.replaceAll(/[*?[\]{}]+/g, "x");
  return roleOf(plain) === "docs" || /(?:^|\/)(?:docs?|documentation|website)(?:\/|$)/i.test(plain);
}

/** The last of the changes of each file, in the order of the steps. */
export function lastOfEach(changes: readonly FileChange[]): readonly FileChange[] {
  const last = new Map<string, FileChange>();
  for (const change of changes) {
    last.delete(change.path);
    last.set(change.path, change);
  }
  return [...last.values()];
}

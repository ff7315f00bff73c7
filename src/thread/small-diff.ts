import type { Change } from "./action.ts";
import { diffLines } from "./line-diff.ts";

/** The difference of two texts as the differing lines with one line of context: as short as an edit can be shown. */
export function smallDiff(oldText: string, newText: string): string {
  const [before, after] = [linesOf(oldText), linesOf(newText)];
  const changes = diffLines(before, after, MOST_EDITS);
  const lines: string[] = [];
  let shown = Math.max(0, (changes[0]?.before ?? 0) - 1);
  for (const change of changes) {
    lines.push(
      ...before.slice(shown, change.before).map((line) => `  ${line}`),
      ...before.slice(change.before, change.before + change.removed).map((line) => `- ${line}`),
      ...after.slice(change.after, change.after + change.inserted).map((line) => `+ ${line}`),
    );
    shown = change.before + change.removed;
  }
  if (changes.length > 0) lines.push(...before.slice(shown, shown + 1).map((line) => `  ${line}`));
  return collapseContext(lines).join("\n");
}

/** Of larger edits all old lines are shown, then all new ones: hundreds of them may have to be shown at once. */
const MOST_EDITS = 200;

/** The lines that a step's changes took out and put in; empty when its call does not tell them: `sed -i`, a patch in a file. */
export function diffOfChanges(changes: readonly Change[]): string {
  return changes
    .flatMap(({ oldText, newText }) =>
      oldText === undefined && newText === undefined ? [] : smallDiff(oldText ?? "", newText ?? ""),
    )
    .join("\n");
}

export function countChanges(oldText: string, newText: string): { added: number; removed: number } {
  const changes = diffLines(linesOf(oldText), linesOf(newText), MOST_EDITS);
  return {
    added: changes.reduce((sum, { inserted }) => sum + inserted, 0),
    removed: changes.reduce((sum, { removed }) => sum + removed, 0),
  };
}

function collapseContext(lines: readonly string[]): string[] {
  const unchanged = (line: string | undefined): boolean => line === undefined || line.startsWith("  ");
  return lines.flatMap((line, index) => {
    if (!unchanged(line)) return [line];
    if (!unchanged(lines[index - 1]) || !unchanged(lines[index + 1])) return [line];
    return unchanged(lines[index - 2]) ? [] : ["  …"];
  });
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}

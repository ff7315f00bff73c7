import type { Change } from "./action.ts";

/** The difference of two texts as the differing lines with one line of context: as short as an edit can be shown. */
export function smallDiff(oldText: string, newText: string): string {
  const before = linesOf(oldText);
  const after = linesOf(newText);
  const head = commonHead(before, after);
  const tail = commonTail(before, after, head);
  const removed = before.slice(head, before.length - tail);
  const added = after.slice(head, after.length - tail);
  const context = (line: string | undefined): string[] => (line === undefined ? [] : [`  ${line}`]);
  return [
    ...context(head > 0 ? before[head - 1] : undefined),
    ...changes(removed, added),
    ...context(tail > 0 ? before[before.length - tail] : undefined),
  ].join("\n");
}

/** The lines that a step's changes took out and put in; empty when its call does not tell them: `sed -i`, a patch in a file. */
export function diffOfChanges(changes: readonly Change[]): string {
  return changes
    .flatMap(({ oldText, newText }) =>
      oldText === undefined && newText === undefined ? [] : smallDiff(oldText ?? "", newText ?? ""),
    )
    .join("\n");
}

export function countChanges(oldText: string, newText: string): { added: number; removed: number } {
  const before = linesOf(oldText);
  const after = linesOf(newText);
  const head = commonHead(before, after);
  const tail = commonTail(before, after, head);
  const marks = changes(before.slice(head, before.length - tail), after.slice(head, after.length - tail));
  return {
    added: marks.filter((line) => line.startsWith("+")).length,
    removed: marks.filter((line) => line.startsWith("-")).length,
  };
}

/** The most cells of the table below; larger edits are shown as all old lines, then all new ones. */
const MAX_CELLS = 40_000;

function changes(removed: readonly string[], added: readonly string[]): string[] {
  if (removed.length * added.length > MAX_CELLS) {
    return [...removed.map((line) => `- ${line}`), ...added.map((line) => `+ ${line}`)];
  }
  return collapseContext(align(removed, added));
}

function align(removed: readonly string[], added: readonly string[]): string[] {
  const width = added.length + 1;
  const common = new Uint16Array((removed.length + 1) * width);
  const at = (row: number, column: number): number => common[row * width + column] ?? 0;
  for (let row = removed.length - 1; row >= 0; row -= 1) {
    for (let column = added.length - 1; column >= 0; column -= 1) {
      common[row * width + column] =
        removed[row] === added[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const lines: string[] = [];
  let row = 0;
  let column = 0;
  while (row < removed.length || column < added.length) {
    if (row < removed.length && column < added.length && removed[row] === added[column]) {
      lines.push(`  ${removed[row]}`);
      row += 1;
      column += 1;
    } else if (row < removed.length && (column >= added.length || at(row + 1, column) >= at(row, column + 1))) {
      lines.push(`- ${removed[row]}`);
      row += 1;
    } else {
      lines.push(`+ ${added[column]}`);
      column += 1;
    }
  }
  return lines;
}

/** Keeps an unchanged line only when it is next to a changed one. */
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

function commonHead(before: readonly string[], after: readonly string[]): number {
  let count = 0;
  while (count < before.length && count < after.length && before[count] === after[count]) count += 1;
  return count;
}

function commonTail(before: readonly string[], after: readonly string[], head: number): number {
  const most = Math.min(before.length, after.length) - head;
  let count = 0;
  while (count < most && before[before.length - 1 - count] === after[after.length - 1 - count]) count += 1;
  return count;
}

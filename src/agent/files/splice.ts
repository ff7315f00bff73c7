import { diffLines } from "../../thread/line-diff.ts";
import { splitLines } from "./text-file.ts";

/** One replaced piece of text; its place is that in the text after the change. Line and column count from 1. */
export interface Splice {
  readonly line: number;
  readonly column: number;
  readonly removed: string;
  readonly inserted: string;
}

export function spliceLines(before: string, after: string): Splice[] {
  const old = splitLines(before);
  const now = splitLines(after);
  return diffLines(old, now).map((change) => {
    const removed = old.slice(change.before, change.before + change.removed);
    const inserted = now.slice(change.after, change.after + change.inserted);
    const above = now[change.after - 1];
    const below = now[change.after];
    // When nothing was inserted, a neighbouring line marks the place.
    if (inserted.length > 0 || (above ?? below) === undefined) return splice(change.after, removed, inserted);
    if (above !== undefined) return splice(change.after - 1, [above, ...removed], [above]);
    return splice(change.after, [...removed, below ?? ""], [below ?? ""]);
  });
}

function splice(index: number, removed: readonly string[], inserted: readonly string[]): Splice {
  return { line: index + 1, column: 1, removed: removed.join(""), inserted: inserted.join("") };
}

export function revertSplices(text: string, splices: readonly Splice[]): string | undefined {
  const starts = lineStarts(text);
  let result = text;
  for (const { line, column, removed, inserted } of [...splices].reverse()) {
    const start = starts[line - 1];
    if (start === undefined || (inserted === "" && text !== "")) return undefined;
    const from = start + column - 1;
    if (!text.startsWith(inserted, from)) return undefined;
    result = result.slice(0, from) + removed + result.slice(from + inserted.length);
  }
  return result;
}

/** The offset of each line; one more than there are line ends, because text may be added at the very end. */
export function lineStarts(text: string): number[] {
  const starts = [0];
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", end + 1)) starts.push(end + 1);
  return starts;
}

const NO_LINE_END = "\\ No newline at end of file";

export function formatDiff(splices: readonly Splice[]): string {
  let shift = 0;
  const hunks = splices.map((splice) => {
    const removed = splitLines(splice.removed);
    const inserted = splitLines(splice.inserted);
    const before = `${splice.line + shift - (removed.length === 0 ? 1 : 0)},${removed.length}`;
    const after = `${splice.line - (inserted.length === 0 ? 1 : 0)},${inserted.length}`;
    shift += removed.length - inserted.length;
    return [`@@ -${before} +${after} @@`, ...removed.flatMap(marked("-")), ...inserted.flatMap(marked("+"))].join("\n");
  });
  return hunks.join("\n");
}

export function parseDiff(diff: string): Splice[] | undefined {
  const splices: { line: number; column: number; removed: string; inserted: string }[] = [];
  let side: "removed" | "inserted" | undefined;
  for (const row of diff.split("\n")) {
    const head = /^@@ -\d+,\d+ \+(\d+),(\d+) @@$/.exec(row);
    const splice = splices.at(-1);
    if (head) {
      splices.push({ line: Number(head[1]) + (head[2] === "0" ? 1 : 0), column: 1, removed: "", inserted: "" });
    } else if (splice === undefined) {
      return undefined;
    } else if (row.startsWith("-")) {
      side = "removed";
      splice.removed += `${row.slice(1)}\n`;
    } else if (row.startsWith("+")) {
      side = "inserted";
      splice.inserted += `${row.slice(1)}\n`;
    } else if (row === NO_LINE_END && side) {
      splice[side] = splice[side].slice(0, -1);
    } else {
      return undefined;
    }
  }
  return splices;
}

function marked(mark: string): (line: string) => string[] {
  return (line) => (line.endsWith("\n") ? [mark + line.slice(0, -1)] : [mark + line, NO_LINE_END]);
}

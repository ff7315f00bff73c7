import type { FileChange } from "./changes.ts";
import { addedLines, removedLines } from "./file-content.ts";
import { rememberingEach } from "../remembering.ts";

/** The lines that a change takes out and that were not written in this same turn. Needs all changes of the turn. */
export function linesFromBefore(changes: readonly FileChange[], change: FileChange): readonly string[] {
  return linesOf(changes).get(change) ?? [];
}

/** Gathered once for each file, because it is asked for every change of a test. */
const linesOf = rememberingEach((changes: readonly FileChange[]) => {
  const lines = new Map<FileChange, readonly string[]>();
  for (const ofFile of Map.groupBy(changes, ({ path }) => path).values()) {
    const own = new Set<string>();
    // What one step both puts in and takes out counts as one change.
    for (const ofStep of Map.groupBy(ofFile, ({ step }) => step).values()) {
      for (const change of ofStep)
        lines.set(
          change,
          removedLines(change).filter((line) => !own.has(line.trim())),
        );
      for (const line of ofStep.flatMap((change) => addedLines(change))) own.add(line.trim());
    }
  }
  return lines;
});

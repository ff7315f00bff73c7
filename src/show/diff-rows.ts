import { neutralise } from "../neutralise.ts";
import { diffOfChanges } from "../thread/small-diff.ts";
import type { Step } from "../thread/thread.ts";
import type { Style } from "./style.ts";
import { fit } from "./wrap.ts";

const MOST_ROWS = 12;

/** The first rows, and how many more there are. */
export function beginning(rows: readonly string[], most: number): readonly string[] {
  // A row "1 more line" would take as much space as that line.
  if (rows.length <= most + 1) return rows;
  return [...rows.slice(0, most), `  … ${rows.length - most} more lines`];
}

/** The changes of a step in a few lines; empty when the call does not tell them. */
export function diffRows(step: Step, columns: number, style: Style): string[] {
  const diff = diffOfChanges(step.action.changes);
  const rows = diff === "" ? [] : diff.split("\n");
  return beginning(rows, MOST_ROWS).map((row) => {
    const text = fit(`  ${neutralise(row)}`, columns);
    return row.startsWith("+") ? style.green(text) : row.startsWith("-") ? style.red(text) : style.dim(text);
  });
}

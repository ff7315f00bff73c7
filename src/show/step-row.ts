import { neutralise } from "../text/strings.ts";
import { describeOutcome, describeStep } from "../thread/describe-step.ts";
import { diffOfChanges } from "../thread/small-diff.ts";
import type { Step } from "../thread/thread.ts";
import { type Style, fit } from "./wrap.ts";

const NARROWEST = 8;

export function stepRow(step: Step, columns: number, style: Style): string {
  const outcome = fit(describeOutcome(step), columns - NARROWEST - 3);
  const room = columns - outcome.length - 3;
  return `${markOf(step, style)} ${fit(neutralise(describeStep(step)), room)} ${style.dim(outcome)}`.trimEnd();
}

function markOf(step: Step, style: Style): string {
  switch (step.result?.status) {
    case undefined:
    case "running":
    case "background":
      return style.yellow("▸");
    case "done":
      return style.green("▸");
    case "error":
    case "rejected":
    case "interrupted":
    case "timed-out":
      return style.red("▸");
  }
}

const MOST_ROWS = 12;

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

const TAIL_ROWS = 5;
const TAIL_CHARACTERS = 4_000;

/** The details of a step: its diff or, if it failed, how it ended, because the diff would look as if it was made. */
export function detailRows(step: Step, columns: number, style: Style): string[] {
  const { result } = step;
  if (!result || result.status === "done") return diffRows(step, columns, style);
  const lines = result.output.trim() === "" ? [] : result.output.slice(-TAIL_CHARACTERS).trimEnd().split("\n");
  return lines.slice(-TAIL_ROWS).map((line) => style.dim(fit(`  ${neutralise(line)}`, columns)));
}

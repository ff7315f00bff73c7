import { neutralise } from "../observer/render/untrusted.ts";
import { smallDiff } from "../observer/render/small-diff.ts";
import type { Step } from "../thread/thread.ts";
import type { Style } from "./style.ts";
import { fit } from "./wrap.ts";

const MOST_ROWS = 12;

/** What a step changed, as the few lines a person can take in; nothing where the call does not tell. */
export function diffRows(step: Step, columns: number, style: Style): string[] {
  const rows = step.action.changes.flatMap((change) =>
    change.oldText === undefined && change.newText === undefined
      ? []
      : smallDiff(change.oldText ?? "", change.newText ?? "").split("\n"),
  );
  const shown =
    rows.length > MOST_ROWS ? [...rows.slice(0, MOST_ROWS), `  … ${rows.length - MOST_ROWS} more lines`] : rows;
  return shown.map((row) => {
    const text = fit(`  ${neutralise(row)}`, columns);
    return row.startsWith("+") ? style.green(text) : row.startsWith("-") ? style.red(text) : style.dim(text);
  });
}

import { diffLines } from "../../thread/line-diff.ts";
import type { FilePlan } from "../../install/plan.ts";
import { neutralise } from "../../neutralise.ts";
import { beginning } from "../../show/step-row.ts";
import { styleFor } from "../../show/wrap.ts";
import type { Io } from "../command.ts";

const MOST_ROWS = 40;
const LINE_END = /\r?\n/;

/** Printed after a dry run: the rows alone could look as if it was done. */
export const NOTHING_CHANGED = "Nothing was changed: this was a dry run.";

type Change = Pick<FilePlan, "current" | "text">;

export function changeRows(change: Change, { color }: Pick<Io, "color">): readonly string[] {
  const style = styleFor(color);
  const rows = replacements(change).flatMap(({ removed, added }) => [
    ...removed.map((line) => style.red(`  - ${neutralise(line)}`)),
    ...added.map((line) => style.green(`  + ${neutralise(line)}`)),
  ]);
  return beginning(rows, MOST_ROWS);
}

export function changedLines(change: Change): Replacement {
  const all = replacements(change);
  return { removed: all.flatMap(({ removed }) => removed), added: all.flatMap(({ added }) => added) };
}

interface Replacement {
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

function replacements({ current, text }: Change): Replacement[] {
  const before = (current?.bytes.toString("utf8") ?? "").split(LINE_END);
  const after = text.split(LINE_END);
  return diffLines(before, after).map((change) => ({
    removed: before.slice(change.before, change.before + change.removed),
    added: after.slice(change.after, change.after + change.inserted),
  }));
}

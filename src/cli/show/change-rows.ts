import { diffLines } from "../../agent/files/line-diff.ts";
import type { FilePlan } from "../../install/plan.ts";
import { neutralise } from "../../neutralise.ts";
import { beginning } from "../../show/diff-rows.ts";
import { styleFor } from "../../show/style.ts";
import type { Io } from "../command.ts";

const MOST_ROWS = 40;
const LINE_END = /\r?\n/;

/** What will change in a file, line by line; a long file of our own only begins. */
export function changeRows(
  { current, text }: Pick<FilePlan, "current" | "text">,
  { color }: Pick<Io, "color">,
): readonly string[] {
  const style = styleFor(color);
  const before = (current?.bytes.toString("utf8") ?? "").split(LINE_END);
  const after = text.split(LINE_END);
  const rows = diffLines(before, after).flatMap((change) => [
    ...before.slice(change.before, change.before + change.removed).map((line) => style.red(`  - ${neutralise(line)}`)),
    ...after.slice(change.after, change.after + change.inserted).map((line) => style.green(`  + ${neutralise(line)}`)),
  ]);
  return beginning(rows, MOST_ROWS);
}

import { diffLines } from "../../agent/files/line-diff.ts";
import type { FilePlan } from "../../install/plan.ts";
import { neutralise } from "../../observer/render/untrusted.ts";
import { styleFor } from "../../show/style.ts";
import type { Io } from "../command.ts";

const MOST_ROWS = 40;

/** What will change in a file, line by line; a long file of our own only begins. */
export function changeRows({ current, text }: FilePlan, { color }: Pick<Io, "color">): string[] {
  const style = styleFor(color);
  const before = (current?.bytes.toString("utf8") ?? "").split("\n");
  const after = text.split("\n");
  const rows = diffLines(before, after).flatMap((change) => [
    ...before.slice(change.before, change.before + change.removed).map((line) => style.red(`  - ${neutralise(line)}`)),
    ...after.slice(change.after, change.after + change.inserted).map((line) => style.green(`  + ${neutralise(line)}`)),
  ]);
  return rows.length <= MOST_ROWS ? rows : [...rows.slice(0, MOST_ROWS), `  … ${rows.length - MOST_ROWS} more lines`];
}

import { neutralise } from "../neutralise.ts";
import type { Step } from "../thread/thread.ts";
import { diffRows } from "./diff-rows.ts";
import type { Style } from "./style.ts";
import { fit } from "./wrap.ts";

const TAIL_ROWS = 5;
const TAIL_CHARACTERS = 4_000;

/** The details of a step: its diff or, if it failed, how it ended, because the diff would look as if it was made. */
export function detailRows(step: Step, columns: number, style: Style): string[] {
  const { result } = step;
  if (!result || result.status === "done") return diffRows(step, columns, style);
  const lines = result.output.trim() === "" ? [] : result.output.slice(-TAIL_CHARACTERS).trimEnd().split("\n");
  return lines.slice(-TAIL_ROWS).map((line) => style.dim(fit(`  ${neutralise(line)}`, columns)));
}

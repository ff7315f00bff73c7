import type { CheckKind, Counts, RunEnd } from "./check-run.ts";
import { byCode } from "./how-it-ended.ts";
import { summariesIn, together } from "./summary.ts";

/** What the end of a command says about its check; the command is known to do nothing else. */
export function readCheckEnd(
  kind: CheckKind,
  exitCode: number,
  output: string,
): { readonly outcome: RunEnd; readonly counts: Counts } {
  const { end, counts } = byCode(exitCode, together(summariesIn(output, kind)), output);
  return { outcome: end, counts: told(counts) };
}

function told(counts: Counts): Counts {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== undefined));
}

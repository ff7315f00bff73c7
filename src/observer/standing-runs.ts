import type { Receipt } from "../evidence/receipts/receipt.ts";

/** The runs whose result no later run replaces, in order. */
export function standingRuns(receipts: readonly Receipt[]): readonly Receipt[] {
  const last: Receipt[] = [];
  for (const receipt of receipts.toSorted((left, right) => left.step - right.step).toReversed()) {
    if (!last.some((later) => answers(later, receipt))) last.push(receipt);
  }
  return last.toReversed();
}

/**
 * True when a later run replaces the result of an earlier one. A run without a result replaces none that has one. A
 * partial run never replaces a whole run, another part, or another package. A run in a hook does not replace a seen
 * failure. A run that a subagent reports replaces nothing, because it may not be the same run.
 */
function answers(later: Receipt, { kind, command, stale, scope, targets, ...run }: Receipt): boolean {
  if (later.kind !== kind || areApart(later.cwd, run.cwd)) return false;
  if (later.reported) return false;
  if (run.reported) return saysSomething(later);
  if (later.byHook && !run.byHook && run.outcome === "failed") return false;
  if (later.command === command) return saysSomething(later) || !saysSomething(run);
  if (stale?.strength !== "sure" || later.step < stale.step || !saysSomething(later)) return false;
  return later.scope === "whole" || (scope === "partial" && later.targets.join("\n") === targets.join("\n"));
}

function saysSomething({ ended, outcome }: Pick<Receipt, "ended" | "outcome">): boolean {
  return ended === "done" && (outcome === "passed" || outcome === "failed");
}

/**
 * True when both commands name their directory, and neither directory can be the other or lie in it. A command
 * without a directory runs wherever the last one left the shell, so it may be anywhere; and `../a` may be the `a`
 * from before.
 */
export function areApart(left: string | undefined, right: string | undefined): boolean {
  if (left === undefined || right === undefined || /[$`]/.test(left + right)) return false;
  const [one, other] = [namesIn(left), namesIn(right)];
  return one.at(-1) !== other.at(-1) && !isStart(one, other) && !isStart(other, one);
}

function namesIn(path: string): string[] {
  return path.split(/[\\/]+/).filter((name) => !/^\.{0,2}$/.test(name));
}

function isStart(start: readonly string[], names: readonly string[]): boolean {
  return start.every((name, index) => names[index] === name);
}

import type { Receipt } from "../evidence/receipts/receipt.ts";

/** Those that no later run answers, in order. */
export function standingRuns(receipts: readonly Receipt[]): readonly Receipt[] {
  const last: Receipt[] = [];
  for (const receipt of receipts.toSorted((left, right) => left.step - right.step).toReversed()) {
    if (!last.some((later) => answers(later, receipt))) last.push(receipt);
  }
  return last.toReversed();
}

/**
 * A run that says nothing answers none that does, a part never the whole, another part, or another package, what a hook
 * printed no failure that was seen, and what a subagent told nothing: who tells it need not mean the same run.
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
 * Both lines name their directory, and neither can be the other or lie in it. A line that names none runs wherever the
 * last one has left the shell, so it may be anywhere; and `../a` may be the `a` from before.
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

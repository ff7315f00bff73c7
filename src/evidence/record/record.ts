import type { Thread, Turn } from "../../thread/thread.ts";
import type { FileMismatch } from "../../thread/witnessed.ts";
import { changesOf, type FileChange } from "./changes.ts";
import type { CheckKind, CheckRun } from "./check-run.ts";
import { type ChecksSoFar, checksAfterTurn } from "./check-runs.ts";
import { type FailedCommand, failedCommands, mayHideChecks, type OutsideEffect, outsideEffects } from "./commands.ts";
import type { Scripts } from "./scripts.ts";

/** What ran and what changed in one turn, and what earlier checks still say. */
export interface Record {
  /** The checks that ran, or whose end was shown, in this turn. */
  readonly runs: readonly CheckRun[];
  /** The checks of earlier turns, as they stand now. */
  readonly past: readonly CheckRun[];
  readonly changes: readonly FileChange[];
  readonly failed: readonly FailedCommand[];
  readonly outside: readonly OutsideEffect[];
  /** Steps that may have run checks which the record does not show: a helper, a script, an unknown tool. */
  readonly hiding: readonly number[];
  /** Steps that were still running at the end. */
  readonly running: readonly number[];
  /** Files that Coxswain itself found to be other than the agent's calls say. */
  readonly mismatches: readonly FileMismatch[];
  /** What the project's tasks run, as far as the thread has shown it. */
  readonly scripts: Scripts;
}

/** Reads a turn. Its cost follows the length of the turn: earlier turns come in as a small state. */
export function recordOf(thread: Thread, turn: Turn, before: ChecksSoFar): { record: Record; checks: ChecksSoFar } {
  const checks = checksAfterTurn(before, turn, thread.cwd);
  const first = turn.steps[0]?.number ?? Number.POSITIVE_INFINITY;
  const isOfTurn = (run: CheckRun): boolean => run.step >= first || (run.shownAt ?? 0) >= first;
  const record: Record = {
    runs: checks.runs.filter(isOfTurn),
    past: checks.runs.filter((run) => !isOfTurn(run)),
    changes: changesOf(turn.steps, thread.cwd),
    failed: failedCommands(turn.steps),
    outside: outsideEffects(turn.steps),
    hiding: turn.steps.filter(mayHideChecks).map(({ number }) => number),
    running: turn.steps.flatMap(({ number, result, action }) =>
      action.command !== undefined &&
      (result === undefined || result.status === "running" || result.status === "background")
        ? [number]
        : [],
    ),
    mismatches: turn.witnessed.at(-1)?.mismatches ?? [],
    scripts: checks.scripts,
  };
  return { record, checks };
}

/** How a kind of check stands at the end of a turn. */
export interface Standing {
  readonly state: "passed" | "failed" | "unknown" | "outdated" | "never";
  readonly run?: CheckRun;
}

/** How a kind of check stands: by its last run that looked at the agent's code. A run of unknown end outdates the others. */
export function standingOf({ runs, past }: Record, kind: CheckKind): Standing {
  const all = [...past, ...runs].filter(counts);
  const run = all.findLast((each) => each.shows.includes(kind) && !each.maybe);
  const perhaps = run ? undefined : all.findLast((each) => mayShow(each, kind));
  if (perhaps) return { state: "unknown", run: perhaps };
  if (!run) return { state: "never" };
  if (run.end === "unknown") return { state: "unknown", run };
  if (run.outdated) return { state: "outdated", run };
  return { state: run.end === "failed" ? "failed" : "passed", run };
}

export function mayShow({ shows, maybe }: CheckRun, kind: CheckKind): boolean {
  return shows.includes(kind) || maybe?.includes(kind) === true;
}

/** False for runs that say nothing of the code as it is. */
export function counts(run: CheckRun): boolean {
  return !run.notReached && !run.onOtherCode && run.end !== "nothing-ran";
}

export function lastRuns(runs: readonly CheckRun[]): readonly CheckRun[] {
  const last = new Map<string, CheckRun>();
  for (const run of runs) {
    const key = `${run.kind} ${run.command} ${run.cwd ?? ""}`;
    last.delete(key);
    last.set(key, run);
  }
  return [...last.values()];
}

/** True when a step after this one may have run checks that the record does not show. */
export function mayHideSince({ hiding }: Record, step = 0): boolean {
  return hiding.some((number) => number > step);
}

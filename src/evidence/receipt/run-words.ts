import { countOf } from "../../text/amounts.ts";
import { joinPath } from "../../thread/shell/builtins.ts";
import { shownFile } from "../quote.ts";
import type { CheckRun } from "../record/check-run.ts";
import { mayHaveMissed } from "../record/changes.ts";
import type { Record } from "../record/record.ts";

/** How a run ended, in words: `failed: 31 passed, 4 failed`. */
export function endInWords(run: CheckRun): string {
  const by = run.by === undefined ? "" : ` (${BY[run.by]})`;
  if (run.notReached) return "not reached: a command before it failed";
  switch (run.end) {
    case "passed":
    case "failed": {
      const counts = countsInWords(run);
      return `${run.end}${counts === "" ? "" : `: ${counts}`}${run.cached ? ", from the cache" : ""}${run.wantedToFail && run.end === "failed" ? ", as was wanted" : ""}${by}`;
    }
    case "nothing-ran":
      return `nothing ran${by}`;
    case "unknown":
      return `end unknown: ${run.why ?? "not shown"}${by}`;
  }
}

const BY: Readonly<{ [by in NonNullable<CheckRun["by"]>]: string }> = {
  hook: "run by a git hook",
  helper: "told by a helper",
  coxswain: "run by Coxswain itself",
};

function countsInWords({ counts: { passed, failed, skipped }, kind }: CheckRun): string {
  if (kind !== "test") return (failed ?? 0) > 0 ? countOf(failed ?? 0, "error") : "";
  const parts = [
    ...(passed === undefined ? [] : [`${passed} passed`]),
    ...((failed ?? 0) > 0 ? [`${failed} failed`] : []),
    ...((skipped ?? 0) > 0 ? [`${skipped} skipped`] : []),
  ];
  return parts.join(", ");
}

/** Whether something that the run covers was changed after it. */
export function placeInWords({ changes, runs }: Record, run: CheckRun): string {
  const mends = run.rewrites ? ", and mends what it finds" : "";
  if (run.end === "failed" && run.scope === "whole" && runs.some((later) => isPartOf(later, run)))
    return `${mends}, and since then only a part was run`;
  const back = changes.findLast(({ restored, step }) => restored && step > run.step);
  if (run.end === "failed" && back && !run.outdated) return `${mends}, before files were put back in step ${back.step}`;
  if (run.outdated) {
    const { path, step, perhaps } = run.outdated;
    return `${mends}, before ${shownFile(path)} was ${perhaps ? "perhaps " : ""}changed in step ${step}`;
  }
  if (run.retouched)
    return `${mends}, before layout or comments of ${shownFile(run.retouched.path)} were changed in step ${run.retouched.step}`;
  const last = changes.findLast(({ role }) => role === "code" || role === "test");
  if (last && last.step > run.step && isOfScript(run) && !mayHaveMissed(last))
    return `${mends}, before code was changed in step ${last.step}`;
  if (!last || last.step > run.step || runs.some(({ rewrites, step }) => rewrites && step > run.step)) return mends;
  return `${mends}, after the last change${changes.some(({ step }) => step > run.step) ? " of code" : ""}`;
}

/** True for a script of which only the name says that it checks something, and nobody knows what. */
export function isOfScript({ maybe, scope }: CheckRun): boolean {
  return maybe !== undefined && scope === "part";
}

function isPartOf({ step, kind, end, scope, runner, cwd }: CheckRun, run: CheckRun): boolean {
  if (step <= run.step || end !== "passed" || scope !== "part") return false;
  return kind === run.kind && runner === run.runner && cwd === run.cwd;
}

/** True for the same targets, maybe from another place: `go build ./go/cmd/soup`, and in `go` `go build ./cmd/soup`. */
export function isSamePart(one: CheckRun, other: CheckRun): boolean {
  if (one.runner !== other.runner || one.targets.length === 0) return false;
  const [left, right] = [one, other].map(({ cwd, targets }) => targets.map((target) => `/${joinPath(cwd, target)}`));
  return left?.every((path) => right?.some((same) => path.endsWith(same) || same.endsWith(path))) ?? false;
}

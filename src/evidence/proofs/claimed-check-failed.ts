import { hasSign } from "../closing/closing.ts";
import type { ClaimedCheck } from "../closing/claimed-checks.ts";
import type { Evidence } from "../evidence.ts";
import { quote } from "../quote.ts";
import type { CheckRun } from "../record/check-run.ts";
import { lastRuns, mayHideSince, type Record, standingOf } from "../record/record.ts";
import { CHECK_NAMES, cite, type Found, LEAD, PROVEN, type Proof, STRONG_LEAD } from "./proof.ts";

export const claimedCheckFailed: Proof = {
  id: "claimed-check-failed",
  title: "Claimed check failed",
  meaning: "The closing says that a check went well, its last run failed, and nothing was changed since.",
  category: "contradicted-claim",
  counts: "untrue",
  find,
};

function find(evidence: Evidence): readonly Found[] {
  return [...Map.groupBy(evidence.closing.checks, ({ kind }) => kind).values()].flatMap(([claim]) =>
    claim ? against(evidence, claim) : [],
  );
}

function against(evidence: Evidence, claim: ClaimedCheck): readonly Found[] {
  const { record, closing } = evidence;
  const { state, run } = standingOf(record, claim.kind);
  // A build that failed says nothing of tests it shows beside: the claim is about the check itself.
  if (state !== "failed" || !run || run.kind !== claim.kind || run.outdated || run.wantedToFail) return [];
  const changedSince = record.changes.some(
    ({ step, role }) => step > run.step && (role === "code" || role === "test" || role === "config"),
  );
  const count = (run.counts.failed ?? 0) > 0 ? `: ${run.counts.failed} failed` : "";
  // All that it counted went well: something else of the same command may have failed.
  const passed = (run.counts.passed ?? 0) > 0 && (run.counts.failed ?? 0) === 0;
  const confidence =
    changedSince || mayHideSince(record, run.step)
      ? LEAD
      : hasSign(closing, "admits") || !claim.plain || passed || passesElsewhere(record, run)
        ? STRONG_LEAD
        : PROVEN;
  const how =
    run.by === "coxswain"
      ? `${quote(run.command, 60)} fails when I run it${count}`
      : `the last run of ${CHECK_NAMES[claim.kind]} failed (${quote(run.command, 60)}${count})`;
  return [
    {
      confidence,
      message: `You say ${quote(claim.text, 80)}, but ${how}; fix it and run it again.`,
      steps: cite(run.step, run.shownAt),
      subject: claim.kind,
    },
  ];
}

function passesElsewhere({ runs }: Record, failed: CheckRun): boolean {
  return lastRuns(runs).some(
    ({ kind, end, outdated, scope, command, cwd }) =>
      kind === failed.kind &&
      end === "passed" &&
      !outdated &&
      command !== failed.command &&
      cwd === failed.cwd &&
      (scope === "whole" || failed.scope === "part"),
  );
}

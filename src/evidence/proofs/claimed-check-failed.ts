import { hasSign } from "../closing/closing.ts";
import type { ClaimedCheck } from "../closing/claimed-checks.ts";
import type { Evidence } from "../evidence.ts";
import { quote } from "../quote.ts";
import type { CheckRun } from "../record/check-run.ts";
import { mayHideSince, type Record, standingOf } from "../record/record.ts";
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
  // A narrower claim ("the new tests pass") may be true beside a failed whole run.
  const meansIt = claim.all || !/\b(?:new|these|those|its|affected|relevant|unit|related)\b/i.test(claim.text);
  const confidence =
    changedSince || mayHideSince(record, run.step)
      ? LEAD
      : hasSign(closing, "admits") || !meansIt || passedElsewhere(record, run)
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

/** What fails only when Coxswain runs it, and passed for the agent, may lack something here: a container, a database. */
function passedElsewhere({ runs }: Record, own: CheckRun): boolean {
  if (own.by !== "coxswain") return false;
  return runs.some(
    ({ by, kind, end, outdated }) => by === undefined && kind === own.kind && end === "passed" && !outdated,
  );
}

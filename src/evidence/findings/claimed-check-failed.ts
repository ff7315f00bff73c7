import type { Finding } from "../../verdict.ts";
import { CHECK_NAMES, claimedChecks, lastFailure, runsOf, topicOf } from "../claimed-checks.ts";
import type { Facts } from "../facts.ts";
import { cite, tellsFailure } from "../look.ts";
import type { Receipt } from "../receipt.ts";
import { type FindingRule, quote } from "./finding-rule.ts";

export const claimedCheckFailed: FindingRule = {
  id: "claimed-check-failed",
  meaning: "The closing says a check went well, and its last run failed.",
  category: "contradicted-claim",
  find,
};

function find(facts: Facts): Finding[] {
  return claimedChecks(facts).flatMap(({ kind, claim }) => {
    const runs = runsOf(facts, kind);
    const last = lastFailure(facts, kind);
    if (!last || tellsFailure(facts, topicOf(facts, kind))) return [];
    return [
      {
        id: claimedCheckFailed.id,
        confidence: confidence(runs, last, claim.partial || facts.language.scope.test(claim.sentence.text)),
        message: `You say ${quote(claim.sentence.text, 60)}, but the last run of ${CHECK_NAMES[kind]} failed${counted(last)} (${quote(last.command, 50)}); fix it and run it again.`,
        steps: cite(last.step, last.reportedAt),
        subject: kind,
      },
    ];
  });
}

/** A claim about some tests, or a narrower run after the whole had passed, may be about something else than what failed. */
function confidence(runs: readonly Receipt[], last: Receipt, scoped: boolean): number {
  const passed = runs.filter((run) => run.outcome === "passed");
  if (scoped && passed.length > 0) return 0.6;
  return last.scope === "partial" && passed.some((run) => run.scope === "whole") ? 0.6 : 0.9;
}

function counted(receipt: Receipt): string {
  const { failed } = receipt.counts;
  return failed === undefined || failed === 0 ? "" : ` with ${failed} failed`;
}

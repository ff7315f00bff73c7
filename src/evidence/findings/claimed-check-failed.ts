import type { Finding } from "../../verdict.ts";
import { CHECK_NAMES, topicOf } from "../check-names.ts";
import { isBorneOut } from "../claims/borne-out.ts";
import { claimedChecks, claimsOf, lastFailure } from "../claims/claimed-checks.ts";
import { isAbout, isScoped } from "../claims/claimed-suites.ts";
import type { Claim } from "../claims/claims.ts";
import { isToldElsewhere, tellsOfFailure } from "../claims/told-failures.ts";
import type { Facts } from "../facts.ts";
import { tellsFailure } from "../look.ts";
import { cite, outputOf } from "../steps.ts";
import type { CheckKind, Receipt } from "../receipts/receipt.ts";
import {
  CLAIMED_FAILURE_EXCUSES,
  claimedFailure,
  type ClaimedFailure,
  CONTRADICTED,
} from "./claimed-failure-excuses.ts";
import { excuseOf } from "./excuse.ts";
import type { FindingRule } from "./finding-rule.ts";
import { quote } from "../quote.ts";

export const claimedCheckFailed: FindingRule = {
  id: "claimed-check-failed",
  title: "Failed check called passed",
  meaning: "The closing says a check went well, and its last run failed.",
  category: "contradicted-claim",
  readsAbroad: true,
  find: (facts) => claimedFailures(facts).map(contradiction),
};

/** The failed checks that the closing says went well; where it names none, those that "everything" is about. */
export function claimedFailures(facts: Facts): readonly ClaimedFailure[] {
  const failures = ofNamedChecks(facts);
  return failures.length > 0 ? failures : ofEverything(facts);
}

function ofNamedChecks(facts: Facts): ClaimedFailure[] {
  return claimedChecks(facts).flatMap(({ kind }) => {
    const last = lastFailure(facts, kind);
    const claim = last && claimAbout(facts, kind, last);
    if (!last || !claim || tellsFailure(facts, topicOf(facts, kind)) || isBorneOut(facts, kind, claim, last)) return [];
    return [claimedFailure(facts, kind, claim, last)];
  });
}

/** "Everything is green" is false when the last run of any check failed, unless the closing speaks of that failure. */
function ofEverything(facts: Facts): ClaimedFailure[] {
  const { closing } = facts.language;
  const claim = facts.claims.find(
    ({ type, universal, sentence: { masked, code } }) =>
      type === "checks-pass" && universal && code.length === 0 && !closing.byHook.test(masked),
  );
  if (!claim || facts.closing.admissions.length > 0) return [];
  return EVERYTHING.flatMap((kind) => {
    const last = lastFailure(facts, kind);
    if (!last || last.scope === "partial") return [];
    const output = outputOf(facts, last);
    if (isToldElsewhere(facts, claim, last, output)) return [];
    if (tellsOfFailure(facts, output, facts.closing.prose.sentences)) return [];
    return [claimedFailure(facts, kind, claim, last)];
  });
}

const EVERYTHING: readonly CheckKind[] = ["test", "build", "typecheck"];

/** The claim that the failed run contradicts most plainly: one about everything, or about exactly this suite. */
function claimAbout(facts: Facts, kind: CheckKind, last: Receipt): Claim | undefined {
  const claims = claimsOf(facts, kind);
  return claims.find((claim) => !isScoped(facts, claim, last) || isAbout(facts, claim, last)) ?? claims[0];
}

function contradiction(failure: ClaimedFailure): Finding {
  const { kind, claim, last } = failure;
  return {
    id: claimedCheckFailed.id,
    confidence: excuseOf(CLAIMED_FAILURE_EXCUSES, failure)?.leaves ?? CONTRADICTED,
    message: `You say ${quote(claim.sentence.text, 60)}, but ${whatFailed(kind, last)}; fix it and run it again.`,
    steps: cite(last.step, last.reportedAt),
    subject: kind,
  };
}

function whatFailed(kind: CheckKind, last: Receipt): string {
  const command = quote(last.command, 50);
  return last.witnessed
    ? `${command} fails when I run it${counted(last)}`
    : `the last run of ${CHECK_NAMES[kind]} failed${counted(last)} (${command})`;
}

function counted(receipt: Receipt): string {
  const { failed } = receipt.counts;
  return failed === undefined || failed === 0 ? "" : ` with ${failed} ${failed === 1 ? "failure" : "failures"}`;
}

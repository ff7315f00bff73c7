import type { Finding } from "../../verdict.ts";
import {
  CHECK_NAMES,
  claimedChecks,
  claimsOf,
  isDisputed,
  lastFailure,
  ranElsewhere,
  runsOf,
  topicOf,
} from "../claimed-checks.ts";
import type { Claim } from "../claims.ts";
import type { Facts } from "../facts.ts";
import { cite, tellsAbout, tellsFailure } from "../look.ts";
import type { CheckKind, Receipt } from "../receipt.ts";
import { mayHaveRunAgain } from "../unseen-runs.ts";
import { type FindingRule, quote } from "./finding-rule.ts";

export const claimedCheckFailed: FindingRule = {
  id: "claimed-check-failed",
  meaning: "The closing says a check went well, and its last run failed.",
  category: "contradicted-claim",
  find,
};

function find(facts: Facts): Finding[] {
  return claimedChecks(facts).flatMap(({ kind }) => {
    const last = lastFailure(facts, kind);
    const claim = last && claimAbout(facts, kind, last);
    if (!last || !claim || tellsFailure(facts, topicOf(facts, kind)) || isBorneOut(facts, kind, claim, last)) return [];
    return [
      {
        id: claimedCheckFailed.id,
        confidence: confidence(facts, kind, last, claim),
        message: `You say ${quote(claim.sentence.text, 60)}, but the last run of ${CHECK_NAMES[kind]} failed${counted(last)} (${quote(last.command, 50)}); fix it and run it again.`,
        steps: cite(last.step, last.reportedAt),
        subject: kind,
      },
    ];
  });
}

/** The claim that the failed run speaks against most plainly: one about everything, or about just this suite. */
function claimAbout(facts: Facts, kind: CheckKind, last: Receipt): Claim | undefined {
  const claims = claimsOf(facts, kind);
  return claims.find((claim) => !isScoped(facts, claim) || isAbout(facts, claim, last)) ?? claims[0];
}

/** The claim names what another run passed on ("all cart tests pass", after `go test ./cart/`), not what failed. */
function isBorneOut(facts: Facts, kind: CheckKind, claim: Claim, last: Receipt): boolean {
  const said = claim.sentence.text.toLowerCase();
  const failed = new Set(subjectsOf(last));
  const named = (run: Receipt): boolean =>
    subjectsOf(run).some((subject) => !failed.has(subject) && new RegExp(`\\b${subject}\\b`).test(said));
  return runsOf(facts, kind).some((run) => run.outcome === "passed" && named(run));
}

/** The words of a run's targets and folder that can be found again in prose. */
function subjectsOf(run: Receipt): string[] {
  const words =
    [...run.targets, run.cwd ?? "", run.runner]
      .join(" ")
      .toLowerCase()
      .match(/[a-z]{3,}/g) ?? [];
  return words.filter((word) => !COMMON.test(word));
}

const COMMON =
  /^(?:tests?|specs?|src|lib|the|all|run|npm|pnpm|yarn|bun|npx|make|packages?|app|apps|index|repo|work|home|users|py|ts|js|tsx|go|rs)$/;

function isScoped(facts: Facts, claim: Claim): boolean {
  return claim.partial || facts.language.scope.test(claim.sentence.text);
}

function isAbout(facts: Facts, claim: Claim, run: Receipt): boolean {
  const suite = facts.language.scope.exec(claim.sentence.text)?.[0].toLowerCase();
  return suite !== undefined && run.command.toLowerCase().includes(suite);
}

/** A claim about another suite, or a narrower run after the whole had passed, may be about something else than what failed. */
function confidence(facts: Facts, kind: CheckKind, last: Receipt, claim: Claim): number {
  const passed = runsOf(facts, kind).filter((run) => run.outcome === "passed");
  if (tellsAbout(facts, subjectsOf(last)) || mayHaveRunAgain(facts, kind, last.reportedAt ?? last.step)) return 0.5;
  if (ranElsewhere(facts, last) && passed.some((run) => !ranElsewhere(facts, run))) return 0.5;
  if (isScoped(facts, claim) && !isAbout(facts, claim, last) && passed.length > 0) return 0.6;
  if (isDisputed(facts, kind, last, claim.sentence.text.toLowerCase())) return 0.6;
  return last.scope === "partial" && passed.some((run) => run.scope === "whole") ? 0.6 : 0.9;
}

function counted(receipt: Receipt): string {
  const { failed } = receipt.counts;
  return failed === undefined || failed === 0 ? "" : ` with ${failed} failed`;
}

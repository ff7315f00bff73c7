import { literally } from "../../literally.ts";
import type { Finding } from "../../verdict.ts";
import { COMMON, countsOf, isBorneOut, subjectsOf } from "../claims/borne-out.ts";
import { buildOf, isOfPartBeside, subjectOf } from "../claims/claim-subject.ts";
import { besideTests, namesAllOf } from "../claims/beside-tests.ts";
import { isBoundBeside } from "../claims/claim-bounds.ts";
import { CHECK_NAMES, topicOf } from "../check-names.ts";
import { claimedChecks, claimsOf, isDisputed, lastFailure, ranElsewhere, runsOf } from "../claims/claimed-checks.ts";
import { isAbout, isOnService, isScoped } from "../claims/claimed-suites.ts";
import type { Claim } from "../claims/claims.ts";
import type { Facts } from "../facts.ts";
import { stillTells } from "../language/modality.ts";
import { cite, outputOf, tellsAbout, tellsFailure } from "../look.ts";
import { mayHaveLookedToo } from "../claims/open-builds.ts";
import { heldAtPlace } from "../claims/held-at-place.ts";
import { baseName } from "../changes/paths.ts";
import type { CheckKind, Receipt } from "../receipts/receipt.ts";
import { stoppedAfterBuild, stoppedAtTests } from "../claims/stopped-builds.ts";
import { flagsAsWanted, takesOut } from "../claims/taken-out.ts";
import { speaksOfFailed, tellsOfFailure, tellsValues } from "../claims/told-failures.ts";
import { failedWork, isAmongFailed } from "../claims/what-failed.ts";
import { toldInParts } from "../claims/told-in-parts.ts";
import { mayHaveRunAgain } from "../unseen/unseen-runs.ts";
import { mayBeTest, wroteUnseen } from "../unseen/written-tests.ts";
import { type FindingRule, quote } from "./finding-rule.ts";

export const claimedCheckFailed: FindingRule = {
  id: "claimed-check-failed",
  meaning: "The closing says a check went well, and its last run failed.",
  category: "contradicted-claim",
  readsAbroad: true,
  find,
};

function find(facts: Facts): Finding[] {
  const findings = findClaimed(facts);
  return findings.length > 0 ? findings : findAnything(facts);
}

function findClaimed(facts: Facts): Finding[] {
  return claimedChecks(facts).flatMap(({ kind }) => {
    const last = lastFailure(facts, kind);
    const claim = last && claimAbout(facts, kind, last);
    if (!last || !claim || tellsFailure(facts, topicOf(facts, kind)) || isBorneOut(facts, kind, claim, last)) return [];
    return [contradiction(kind, claim, last, confidence(facts, kind, last, claim))];
  });
}

function contradiction(kind: CheckKind, claim: Claim, last: Receipt, confidence: number): Finding {
  return {
    id: claimedCheckFailed.id,
    confidence,
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

/** "Everything is green" holds of no turn whose last run of anything failed, unless the closing speaks of that at all. */
function findAnything(facts: Facts): Finding[] {
  const { closing } = facts.language;
  const claim = facts.claims.find(
    ({ type, universal, sentence: { masked, code } }) =>
      type === "checks-pass" && universal && code.length === 0 && !closing.byHook.test(masked),
  );
  if (!claim || facts.closing.admissions.length > 0) return [];
  return EVERYTHING.flatMap((kind) => {
    const last = lastFailure(facts, kind);
    if (!last || last.scope === "partial" || isToldElsewhere(facts, claim, last)) return [];
    if (tellsOfFailure(facts, outputOf(facts, last), facts.closing.prose.sentences)) return [];
    return [contradiction(kind, claim, last, confidence(facts, kind, last, claim))];
  });
}

const EVERYTHING: readonly CheckKind[] = ["test", "build", "typecheck"];

/** The claim that the failed run speaks against most plainly: one about everything, or about just this suite. */
function claimAbout(facts: Facts, kind: CheckKind, last: Receipt): Claim | undefined {
  const claims = claimsOf(facts, kind);
  return claims.find((claim) => !isScoped(facts, claim, last) || isAbout(facts, claim, last)) ?? claims[0];
}

/** The words of its options: the target it was built for, the version it ran with. */
function settingsOf({ command }: Receipt): string[] {
  const options = command.toLowerCase().split(/\s-/).slice(1).join(" ");
  return options.match(/[a-z]{5,}/g)?.filter((word) => !COMMON.test(word)) ?? [];
}

/** The claim is about the others or a pipeline, or something is not there where it ran. */
function isNotOfHere(facts: Facts, claim: Claim): boolean {
  const { lackedHere, ofOthers, bounds } = facts.language.closing;
  const { text, index } = claim.sentence;
  return (
    ofOthers.test(text) ||
    (index > 0 && bounds.otherwise.test(text)) ||
    isOnService(facts, claim) ||
    facts.closing.prose.sentences.some(({ masked }) => lackedHere.test(masked))
  );
}

/** A claim about another suite, or a narrower run after the whole had passed, may be about something else than what failed. */
function confidence(facts: Facts, kind: CheckKind, last: Receipt, claim: Claim): number {
  const passed = runsOf(facts, kind).filter((run) => run.outcome === "passed");
  if (
    tellsAbout(facts, [...subjectsOf(last), ...settingsOf(last)]) ||
    mayHaveRunAgain(facts, kind, last.reportedAt ?? last.step) ||
    mayHaveLookedToo(facts, kind, last)
  )
    return 0.5;
  if (ranElsewhere(facts, last) && passed.some((run) => !ranElsewhere(facts, run))) return 0.5;
  const beside = kind === "test" ? besideTests(facts, claim, last) : undefined;
  if (beside === "shown" && claim.type === "tests-pass") return 0.35;
  if (beside || tellsOfRun(facts, kind, last)) return 0.5;
  // In a language that is hardly known, what else is said of the run that failed cannot be read.
  if (claim.abroad && passed.some((run) => run.command !== last.command)) return 0.5;
  if (kind !== "test" && isGuardShown(facts, last, passed)) return 0.35;
  if (kind === "lint" && !namesAllOf(claim, last) && stoppedAtTests(facts, last)) return 0.5;
  if (kind === "build" && stoppedAfterBuild(facts, last)) return 0.5;
  if (flagsAsWanted(facts, last.command, kind)) return 0.35;
  const taken = takesOut(facts, claim, outputOf(facts, last));
  if (taken === "named") return 0.35;
  // What went well before something happened, a failure after that does not deny.
  if (taken || facts.language.closing.heldEarlier.test(claim.sentence.masked)) return 0.5;
  if (!claim.abroad && isBoundBeside(facts, claim, last)) return 0.5;
  if (claim.weak && countsOthers(claim, last, passed)) return 0.5;
  const told = isToldElsewhere(facts, claim, last);
  const holds = isNotOfHere(facts, claim) || isTrueInPart(facts, claim, last);
  if (told || holds) return told && holds ? 0.35 : 0.5;
  const parts = toldInParts(facts, kind, claim, outputOf(facts, last));
  const place = heldAtPlace(facts, kind, claim.sentence, last);
  if (parts || place) return parts === "open" || place === "shown" ? 0.35 : 0.5;
  if (isScoped(facts, claim, last) && !isAbout(facts, claim, last) && (passed.length > 0 || admitsBeside(facts, last)))
    return 0.6;
  if (isDisputed(facts, kind, last, claim.sentence.text.toLowerCase())) return 0.6;
  return last.scope === "partial" && passed.some((run) => run.scope === "whole") ? 0.6 : 0.9;
}

/** Something is admitted of another part, and nothing of the work failed: what did may be that part. */
function admitsBeside(facts: Facts, last: Receipt): boolean {
  const { someOfThem } = facts.language.closing;
  return (
    facts.closing.admissions.some(({ masked }) => someOfThem.test(masked)) && !failedWork(facts, outputOf(facts, last))
  );
}

/** It was asked for that it stops without something, and with that it had passed. */
function isGuardShown({ language, request }: Facts, last: Receipt, passed: readonly Receipt[]): boolean {
  if (!language.requests.stopAsk.test(request)) return false;
  const asked = request.toLowerCase();
  const isAsked = (word: string): boolean => !last.command.includes(word) && asked.includes(word.toLowerCase());
  return passed.some(({ runner, command }) => runner === last.runner && command.match(/[^\s=]{3,}/g)?.some(isAsked));
}

/** Another program passed, and a sentence says of the one that failed, by its name, what it lacks, or that it is not there. */
function tellsOfRun(facts: Facts, kind: CheckKind, last: Receipt): boolean {
  const passed = runsOf(facts, kind).filter((run) => run.outcome === "passed");
  const [program = ""] = last.runner.toLowerCase().split(" ");
  if (passed.length === 0 || COMMON.test(program) || passed.some((run) => run.runner.toLowerCase().startsWith(program)))
    return false;
  const name = new RegExp(`\\b${literally(program)}\\b`, "i");
  const { absent } = facts.language.closing;
  return (
    tellsFailure(facts, name) || facts.closing.prose.sentences.some(({ text }) => absent.test(text.replace(name, "‹›")))
  );
}

/** Another sentence tells of it: one after the claim in any words, one before it as a list or by the name of what failed. */
function isToldElsewhere(facts: Facts, claim: Claim, last: Receipt): boolean {
  const output = outputOf(facts, last);
  const { sentences } = facts.closing.prose;
  const after = sentences.slice(claim.sentence.index + 1);
  const { closing, modality } = facts.language;
  return (
    sentences.some(({ masked }) => closing.bounds.listsFailed.test(masked)) ||
    after.some(({ masked }) => stillTells(closing.failureLeft, masked, modality)) ||
    after.slice(0, 1).some(({ masked }) => closing.deniesRest.test(masked)) ||
    speaksOfFailed(facts, output, claim) ||
    tellsCount(facts, claim, last) ||
    tellsValues(facts, output, claim)
  );
}

/** "Tests: 46/46", hinted at of a run of another number, or beside one of just that: it may be how many were written, or that one. */
function countsOthers(claim: Claim, { command, counts }: Receipt, passed: readonly Receipt[]): boolean {
  if (claim.numbers.length === 0) return false;
  const total = (counts.passed ?? 0) + (counts.failed ?? 0);
  const others = passed.filter((run) => run.command !== command);
  return !claim.numbers.includes(total) || countsOf(others, claim);
}

/** "91/92": as many as passed, of all that ran. */
function tellsCount({ closing, language }: Facts, { sentence: claimed }: Claim, { counts }: Receipt): boolean {
  const { passed = 0, failed = 0 } = counts;
  return closing.prose.sentences.slice(claimed.index + 1).some(({ masked }) => {
    const share = language.closing.share.exec(masked);
    return Number(share?.[1]) === passed && Number(share?.[2]) === passed + failed;
  });
}

/** The claim is about just what did not fail: as many tests as passed, files and subjects that no failure names. */
function isTrueInPart(facts: Facts, claim: Claim, last: Receipt): boolean {
  const { passed, failed } = last.counts;
  const { deniesFailures } = facts.language.closing;
  if (passed !== undefined && failed !== undefined) {
    if (!claim.universal && claim.numbers.includes(passed) && !deniesFailures.test(claim.sentence.masked)) return true;
    // Who counts those that failed along with the others speaks of the whole run, whatever he calls its tests.
    if (claim.universal && claim.numbers.includes(passed + failed)) return false;
  }
  const output = outputOf(facts, last);
  const named = claim.abroad ? undefined : (subjectOf(facts, claim) ?? buildOf(facts, claim));
  if (named !== undefined && !last.command.toLowerCase().includes(named.toLowerCase()))
    return isAmongFailed(output, named) !== true;
  if (!claim.abroad && isOfPartBeside(facts, claim, output)) return true;
  // "All affected tests" are just what `nx affected` ran.
  if (facts.language.closing.ofAffected.test(claim.sentence.text) && /\baffected\b/.test(last.command)) return false;
  const meant = facts.language.closing.bounds.newTests.test(claim.sentence.text) && !wroteUnseen(facts);
  const touched = meant ? facts.changes.filter(mayBeTest) : facts.changes;
  return claim.partial && touched.every((change) => isAmongFailed(output, baseName(change.path)) === false);
}

function counted(receipt: Receipt): string {
  const { failed } = receipt.counts;
  return failed === undefined || failed === 0 ? "" : ` with ${failed} ${failed === 1 ? "failure" : "failures"}`;
}

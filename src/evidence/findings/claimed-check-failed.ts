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
import { tellsOnlyOfDone } from "../claims/said-plainly.ts";
import { stoppedAfterBuild, stoppedAtTests } from "../claims/stopped-builds.ts";
import { flagsAsWanted, takesOut } from "../claims/taken-out.ts";
import { speaksOfFailed, tellsOfFailure, tellsValues } from "../claims/told-failures.ts";
import { failedFiles, failedNames, failedWork, isAboutWork, isAmongFailed } from "../claims/what-failed.ts";
import { toldInParts } from "../claims/told-in-parts.ts";
import { mayHaveRunAgain } from "../unseen/unseen-runs.ts";
import { mayBeTest, wroteUnseen } from "../unseen/written-tests.ts";
import { EXCUSED, LEAD, STRONG_LEAD } from "../confidence.ts";
import { type FindingRule, quote } from "./finding-rule.ts";

export const claimedCheckFailed: FindingRule = {
  id: "claimed-check-failed",
  title: "Failed check called passed",
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

/** "Everything is green" is false when the last run of any check failed, unless the closing speaks of that failure. */
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

/** The claim that the failed run contradicts most plainly: one about everything, or about exactly this suite. */
function claimAbout(facts: Facts, kind: CheckKind, last: Receipt): Claim | undefined {
  const claims = claimsOf(facts, kind);
  return claims.find((claim) => !isScoped(facts, claim, last) || isAbout(facts, claim, last)) ?? claims[0];
}

/** Words from the options of the command: the target it built for, the version it ran with. */
function settingsOf({ command }: Receipt): string[] {
  const options = command.toLowerCase().split(/\s-/).slice(1).join(" ");
  return options.match(/[a-z]{5,}/g)?.filter((word) => !COMMON.test(word)) ?? [];
}

/** True when the claim is about other checks or a pipeline, or the closing says that something is missing here. */
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

/** Less sure when the claim may be about another suite, or about the whole, of which only a part failed later. */
function confidence(facts: Facts, kind: CheckKind, last: Receipt, claim: Claim): number {
  // Of a run that was cut off we may not see that it passed.
  const passed = runsOf(facts, kind).filter(
    ({ outcome, step }) => outcome === "passed" || (outcome === "unknown" && step < last.step),
  );
  if (
    tellsAbout(facts, [...subjectsOf(last), ...settingsOf(last)]) ||
    mayHaveRunAgain(facts, kind, last.reportedAt ?? last.step) ||
    mayHaveLookedToo(facts, kind, last)
  )
    return LEAD;
  if (ranElsewhere(facts, last) && passed.some((run) => !ranElsewhere(facts, run))) return LEAD;
  const beside = kind === "test" ? besideTests(facts, claim, last) : undefined;
  if (beside === "shown" && claim.type === "tests-pass") return EXCUSED;
  if (beside || tellsOfRun(facts, kind, last)) return LEAD;
  // In a language we hardly know, we cannot read what else is said of the failed run.
  if (claim.abroad && passed.some((run) => run.command !== last.command)) return LEAD;
  if (kind !== "test" && isGuardShown(facts, last, passed)) return EXCUSED;
  if (kind === "lint" && !namesAllOf(claim, last) && stoppedAtTests(facts, last)) return LEAD;
  if (kind === "build" && stoppedAfterBuild(facts, last)) return LEAD;
  if (kind === "format" && LISTS_FILES.test(last.runner) && !isAboutWork(facts, outputOf(facts, last))) return EXCUSED;
  if (kind !== "test" && mayBeTold(facts, claim, outputOf(facts, last))) return LEAD;
  if (flagsAsWanted(facts, last.command, kind)) return EXCUSED;
  const taken = takesOut(facts, claim, outputOf(facts, last));
  if (taken === "named") return EXCUSED;
  // "It passed until the server went down" is not denied by a failure after that.
  if (taken || facts.language.closing.heldEarlier.test(claim.sentence.masked)) return LEAD;
  if (!claim.abroad && isBoundBeside(facts, claim, last)) return LEAD;
  if (claim.weak && countsOthers(claim, last, passed)) return LEAD;
  const told = isToldElsewhere(facts, claim, last);
  const holds = isNotOfHere(facts, claim) || isTrueInPart(facts, claim, last);
  if (told || holds) return told && holds ? EXCUSED : LEAD;
  const parts = toldInParts(facts, kind, claim, outputOf(facts, last));
  const place = heldAtPlace(facts, kind, claim.sentence, last);
  if (parts || place) return parts === "open" || place === "shown" ? EXCUSED : LEAD;
  if (isScoped(facts, claim, last) && !isAbout(facts, claim, last) && (passed.length > 0 || admitsBeside(facts, last)))
    return STRONG_LEAD;
  if (isDisputed(facts, kind, last, claim.sentence.text.toLowerCase())) return STRONG_LEAD;
  return last.scope === "partial" && passed.some((run) => run.scope === "whole") ? STRONG_LEAD : 0.9;
}

/** Formatters that know no files to be left out: what somebody else wrote, or was generated, is listed for ever. */
const LISTS_FILES = /^(?:gofmt|goimports|gofumpt|shfmt|clang-format|golangci-lint)\b/;

/** True when the output names nothing that failed, so that nobody can say whether what follows the claim tells of it. */
function mayBeTold(facts: Facts, { sentence }: Claim, output: string): boolean {
  // Plain words of a message ("Some errors were emitted") are no names.
  const names = [...failedFiles(output), ...[...failedNames(output)].filter((name) => /[^a-z]/.test(name))];
  if (names.length > 0) return false;
  const after = facts.closing.prose.sentences.slice(sentence.index + 1);
  return after.some((each) => !tellsOnlyOfDone(facts, [each]));
}

/** True when the closing admits something of a part, and no failure is about the work: that part may be what failed. */
function admitsBeside(facts: Facts, last: Receipt): boolean {
  const { someOfThem } = facts.language.closing;
  return (
    facts.closing.admissions.some(({ masked }) => someOfThem.test(masked)) && !failedWork(facts, outputOf(facts, last))
  );
}

/** True when the person asked for a stop where some setting is missing, and with that setting the run had passed. */
function isGuardShown({ language, request }: Facts, last: Receipt, passed: readonly Receipt[]): boolean {
  if (!language.requests.stopAsk.test(request)) return false;
  const asked = request.toLowerCase();
  const isAsked = (word: string): boolean => !last.command.includes(word) && asked.includes(word.toLowerCase());
  return passed.some(({ runner, command }) => runner === last.runner && command.match(/[^\s=]{3,}/g)?.some(isAsked));
}

/** True when another program passed, and a sentence says of the failed one, by name, that it failed or is missing. */
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

/** True when another sentence tells of the failure: after the claim in any words, elsewhere by a list or by name. */
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

/** True when "Tests: 46/46" does not fit the failed run, or fits another that passed: it may be about that one. */
function countsOthers(claim: Claim, { command, counts }: Receipt, passed: readonly Receipt[]): boolean {
  if (claim.numbers.length === 0) return false;
  const total = (counts.passed ?? 0) + (counts.failed ?? 0);
  const others = passed.filter((run) => run.command !== command);
  return !claim.numbers.includes(total) || countsOf(others, claim);
}

/** True when a later sentence gives the passed tests as a share of all that ran: "91/92". */
function tellsCount({ closing, language }: Facts, { sentence: claimed }: Claim, { counts }: Receipt): boolean {
  const { passed = 0, failed = 0 } = counts;
  return closing.prose.sentences.slice(claimed.index + 1).some(({ masked }) => {
    const share = language.closing.share.exec(masked);
    return Number(share?.[1]) === passed && Number(share?.[2]) === passed + failed;
  });
}

/** True when the claim is only about what did not fail: the number that passed, files or subjects no failure names. */
function isTrueInPart(facts: Facts, claim: Claim, last: Receipt): boolean {
  const { passed, failed } = last.counts;
  const { deniesFailures } = facts.language.closing;
  if (passed !== undefined && failed !== undefined) {
    if (!claim.universal && claim.numbers.includes(passed) && !deniesFailures.test(claim.sentence.masked)) return true;
    // A number that includes the failed tests is about the whole run, whatever the claim calls its tests.
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

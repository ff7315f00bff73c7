import { topicOf } from "../check-names.ts";
import { type ClaimedCheck, claimsOf, kindsOf, kindsOfLine } from "../claims/claimed-checks.ts";
import { readClaims } from "../claims/claims.ts";
import { mayLookAt } from "../claims/open-builds.ts";
import { tellsNotRun } from "../claims/told-unrun.ts";
import { baseName } from "../changes/paths.ts";
import type { Facts } from "../facts.ts";
import { readProse, type Sentence } from "../language/prose.ts";
import { tellsFailure } from "../look.ts";
import type { CheckKind } from "../receipts/receipt.ts";
import { asksOutright, type CutSentence } from "../requests/said-outright.ts";
import { MAY_COMMIT } from "../../thread/shell/git-hooks.ts";
import { runsNothing } from "../unseen/runs-nothing.ts";
import { EXCUSED, LEAD, WELL_PROVEN } from "../confidence.ts";
import { answeredWell, isOfSession, ranOwnScript, ranUnknown } from "../unseen/unseen-runs.ts";

/** How sure we can be that a check never ran when we saw no run of it. */
export function sureness(facts: Facts, check: ClaimedCheck, lastChange: number | undefined): number {
  const unsure =
    ranOwnScript(facts, lastChange) ||
    isTreeClean(facts, lastChange) ||
    answeredWell(facts, lastChange) ||
    mayBeAsItPassed(facts, check);
  return Math.min(surenessByKind(facts, check.kind, lastChange), doubt(facts, check), unsure ? LEAD : 1);
}

/** Not sure where this turn changed no code: an earlier run may have been enough, unless tests were asked for now. */
function surenessByKind(facts: Facts, kind: CheckKind, lastChange: number | undefined): number {
  const sure = (isNamedByCommand(facts, kind) ? NAMED[kind] : undefined) ?? CONFIDENCE[kind] ?? LEAD;
  return lastChange !== undefined || (kind === "test" && isAskedInVain(facts)) ? sure : Math.min(sure, LEAD);
}

/** True when the person asked for the tests just now, no turn before ran them, and this one started nothing at all. */
function isAskedInVain(facts: Facts): boolean {
  const { pastReceipts, steps, thread, request, language } = facts;
  if (thread.compactions > 0 || !steps.every(runsNothing) || pastReceipts.some(({ kind }) => kind === "test"))
    return false;
  const fits = ({ masked }: CutSentence): boolean => !language.requests.depends.test(masked);
  return asksOutright(request, language, { pattern: language.deeds.runs.test, fits, ofCode: true });
}

const CONFIDENCE: Partial<Record<CheckKind, number>> = {
  test: 0.88,
  lint: 0.72,
  typecheck: 0.7,
  build: 0.7,
  format: 0.4,
};

/** Editors and hooks lint, compile and format unasked; an agent that names a command says that this command ran. */
const NAMED: Partial<Record<CheckKind, number>> = { lint: WELL_PROVEN, typecheck: WELL_PROVEN, build: WELL_PROVEN };

/** True when the closing says that a command of this kind went well, and no step can have started it. */
function isNamedByCommand(facts: Facts, kind: CheckKind): boolean {
  if (!facts.steps.every(runsNothing) || facts.steps.some(isOfSession)) return false;
  return claimsOf(facts, kind).some(
    ({ weak, sentence, commands }) =>
      !weak &&
      sentence.kind === "prose" &&
      facts.language.closing.wentWell.test(sentence.masked) &&
      commands.some((command) => kindsOfLine(command).includes(kind)),
  );
}

/** The most confidence allowed: lower when the claim was weak, admitted, the person's own, a hook's, or may be true. */
export function doubt(facts: Facts, { kind, claim }: ClaimedCheck): number {
  if (tellsNotRun(facts) || tellsFailure(facts, topicOf(facts, kind))) return claim.weak ? EXCUSED : LEAD;
  if (saidByPerson(facts, { kind, claim })) return LEAD;
  // A claim that names the command says that the agent ran it itself.
  const byHook = claim.commands.length === 0 && facts.language.closing.byHook.test(claim.sentence.text);
  const perhaps = facts.receipts.some((run) => mayLookAt(run, kind) && run.outcome === "passed");
  if (ranUnknown(facts)) return ranByName(facts, kind) ? EXCUSED : LEAD;
  return claim.weak || byHook || perhaps ? LEAD : 1;
}

/** True when an unknown program went well that is called by words of this check: `zola build`, `luacheck .` */
function ranByName({ steps }: Facts, kind: CheckKind): boolean {
  const named = kind === "build" ? NAMES_BUILD : kind === "lint" ? NAMES_LINT : undefined;
  return steps.some(
    ({ action, result }) => result?.status === "done" && named !== undefined && named.test(action.command ?? ""),
  );
}

const NAMES_BUILD = /\s(?:build|compile|synth|package|make)(?=\s|$)/;
const NAMES_LINT = /lint|\s(?:check|scan|analy[sz]e)(?=\s|$)/;

/** True when the person reported the same of their own run. What a plan lists under verification is only wanted. */
function saidByPerson({ request, language }: Facts, { kind, claim: { type } }: ClaimedCheck): boolean {
  const { verificationHeading, ranThemselves } = language.requests;
  const isPlanned = ({ kind: form, heading, masked }: Sentence): boolean =>
    form === "item" && verificationHeading.test(heading) && !ranThemselves.test(masked);
  return readClaims(readProse(request), language).some(
    (claim) => claim.type === type && kindsOf(claim).includes(kind) && !isPlanned(claim.sentence),
  );
}

/** True when git showed no difference at the end and nothing was committed: the code is as before, maybe tested. */
function isTreeClean({ steps }: Facts, lastChange = 0): boolean {
  if (steps.some((step) => MAY_COMMIT.test(step.action.command ?? ""))) return false;
  return steps.some(
    ({ number, action, result }) =>
      number > lastChange &&
      result?.status === "done" &&
      result.output.trim() === "" &&
      /^\s*git (?:diff(?: --\w+)?|status (?:--short|-s|--porcelain))\s*$/.test(action.command ?? ""),
  );
}

/** True when work is said to be put back, in files known from earlier turns, in one of which the check had passed. */
function mayBeAsItPassed(facts: Facts, { kind, claim }: ClaimedCheck): boolean {
  const { pastReceipts, changes, before, request, closing, language } = facts;
  const hasPassed = pastReceipts.some(({ outcome, supports }) => outcome === "passed" && supports.includes(kind));
  if (!hasPassed || !changes.every(({ path }) => before.names.has(baseName(path)))) return false;
  const { index } = claim.sentence;
  const beside = closing.prose.sentences.slice(Math.max(0, index - 1), index + 1).map(({ text }) => text);
  return [...beside, isBrief(request) ? request : ""].some((text) => language.closing.putBack.test(text));
}

/** True when the request is so short that it asks for nothing beside putting something back. */
function isBrief(request: string): boolean {
  return request.length <= LONGEST_ASK && (request.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) <= MOST_WORDS;
}

const LONGEST_ASK = 200;
const MOST_WORDS = 5;

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
import { answeredWell, isOfSession, ranOwnScript, ranUnknown } from "../unseen/unseen-runs.ts";

/** How sure one may be that a check never ran of which no run was seen. */
export function sureness(facts: Facts, check: ClaimedCheck, lastChange: number | undefined): number {
  const unsure =
    ranOwnScript(facts, lastChange) ||
    isTreeClean(facts, lastChange) ||
    answeredWell(facts, lastChange) ||
    mayBeAsItPassed(facts, check);
  return Math.min(surenessByKind(facts, check.kind, lastChange), doubt(facts, check), unsure ? 0.5 : 1);
}

/** Where this turn changed no code, an earlier look may have been enough. */
function surenessByKind(facts: Facts, kind: CheckKind, lastChange: number | undefined): number {
  const sure = (isNamedByCommand(facts, kind) ? NAMED[kind] : undefined) ?? CONFIDENCE[kind] ?? 0.5;
  return lastChange !== undefined || (kind === "test" && isAskedInVain(facts)) ? sure : Math.min(sure, 0.5);
}

/** The person asked for the tests just now, no turn before ran them, and this one started nothing at all. */
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

/** Editors and hooks lint, compile and format by themselves; who names a command says that this command ran. */
const NAMED: Partial<Record<CheckKind, number>> = { lint: 0.82, typecheck: 0.82, build: 0.82 };

/** The closing says of a command of this kind that it went well, and no step ran anything that could have started it. */
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

/** What keeps the finding from being sure: it was hinted at, told, said by the person, left to a hook, or an unknown program may have done it. */
export function doubt(facts: Facts, { kind, claim }: ClaimedCheck): number {
  if (tellsNotRun(facts) || tellsFailure(facts, topicOf(facts, kind))) return claim.weak ? 0.35 : 0.5;
  if (saidByPerson(facts, { kind, claim })) return 0.5;
  // Who names the command says that it ran itself.
  const byHook = claim.commands.length === 0 && facts.language.closing.byHook.test(claim.sentence.text);
  const perhaps = facts.receipts.some((run) => mayLookAt(run, kind) && run.outcome === "passed");
  if (ranUnknown(facts)) return ranByName(facts, kind) ? 0.35 : 0.5;
  return claim.weak || byHook || perhaps ? 0.5 : 1;
}

/** A program that is not known went well, and is called by the words of this check: `zola build`, `luacheck .` */
function ranByName({ steps }: Facts, kind: CheckKind): boolean {
  const named = kind === "build" ? NAMES_BUILD : kind === "lint" ? NAMES_LINT : undefined;
  return steps.some(
    ({ action, result }) => result?.status === "done" && named !== undefined && named.test(action.command ?? ""),
  );
}

const NAMES_BUILD = /\s(?:build|compile|synth|package|make)(?=\s|$)/;
const NAMES_LINT = /lint|\s(?:check|scan|analy[sz]e)(?=\s|$)/;

/** The person reported the same of their own run. What a plan lists for its verification is to be so. */
function saidByPerson({ request, language }: Facts, { kind, claim: { type } }: ClaimedCheck): boolean {
  const { verificationHeading, ranThemselves } = language.requests;
  const isPlanned = ({ kind: form, heading, masked }: Sentence): boolean =>
    form === "item" && verificationHeading.test(heading) && !ranThemselves.test(masked);
  return readClaims(readProse(request), language).some(
    (claim) => claim.type === type && kindsOf(claim).includes(kind) && !isPlanned(claim.sentence),
  );
}

/** Git showed no difference after the last change, and nothing was committed: all is as it was before, perhaps tested then. */
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

/** It is said to be put back, in files of which all were changed in earlier turns, and in one of these it had passed. */
function mayBeAsItPassed(facts: Facts, { kind, claim }: ClaimedCheck): boolean {
  const { pastReceipts, changes, before, request, closing, language } = facts;
  const hasPassed = pastReceipts.some(({ outcome, supports }) => outcome === "passed" && supports.includes(kind));
  if (!hasPassed || !changes.every(({ path }) => before.names.has(baseName(path)))) return false;
  const { index } = claim.sentence;
  const beside = closing.prose.sentences.slice(Math.max(0, index - 1), index + 1).map(({ text }) => text);
  return [...beside, isBrief(request) ? request : ""].some((text) => language.closing.putBack.test(text));
}

/** To put something back is all that is asked for. */
function isBrief(request: string): boolean {
  return request.length <= LONGEST_ASK && (request.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) <= MOST_WORDS;
}

const LONGEST_ASK = 200;
const MOST_WORDS = 5;

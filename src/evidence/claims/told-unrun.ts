import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import { CHECKED_BY } from "./claimed-checks.ts";
import type { Facts } from "../facts.ts";
import type { Sentence } from "../language/prose.ts";
import { wordsIn, wordsOfWork } from "../look.ts";
import { checksOf } from "../receipts/checks.ts";
import { maybeChecks } from "../receipts/maybe-checks.ts";

/**
 * The closing says that something was not run or tried, is for somebody else to run, or still stands on a list. No list of
 * such words is whole, so a sentence that speaks of runs and tells of no work may say it as well: "The run is on you." One
 * that speaks of neither says nothing of it, or every "Let me know!" would hide a lie.
 */
export function tellsNotRun(facts: Facts): boolean {
  const { closing, language } = facts;
  const { sentences } = closing.prose;
  const { notRun, unrun } = language.closing;
  if (sentences.some(({ masked, ticked }) => notRun.test(masked) || (ticked === false && unrun.ofRuns.test(masked))))
    return true;
  // Abroad, only the claim is read, and it is the whole of what is said of the tests.
  if (facts.claims.some(({ abroad }) => abroad)) return false;
  const claimed = new Set(facts.claims.map(({ sentence }) => sentence));
  const open = sentences.filter((sentence) => !claimed.has(sentence) && isOpen(facts, sentence));
  if (open.length === 0) return false;
  const known = wordsOfWork(facts);
  return open.some((sentence) => isBesideWork(facts, sentence, known));
}

/** A sentence beside the claim says when somebody did something, or when something ran: it may say that a change came later. */
export function mayTellOfLaterEdit({ closing, claims, language }: Facts): boolean {
  const { changedSince, unrun } = language.closing;
  const { negation } = language.modality;
  const checks = new Set(claims.filter(({ type }) => CHECKED_BY[type] !== undefined).map(({ sentence }) => sentence));
  return closing.prose.sentences.some((sentence) => {
    const { kind, code, masked } = sentence;
    if (kind === "heading" || kind === "row" || code.length > 0 || checks.has(sentence)) return false;
    if (unrun.ranAfter.test(masked) && !negation.test(masked)) return false;
    if (changedSince.test(masked) || unrun.lateChange.test(masked)) return true;
    if (!unrun.laterEdit.test(masked)) return false;
    return unrun.ofRuns.test(masked) || (unrun.ofPeople.test(masked) && unrun.edits.test(masked));
  });
}

/** It is neither a label nor a question, and tells of nothing that was made or goes well. */
function isOpen({ language }: Facts, { kind, text, masked }: Sentence): boolean {
  const { modality, closing } = language;
  if (kind === "heading" || kind === "row" || /[:?]\W*$/.test(text)) return false;
  if (modality.tellsOfWork.test(masked) || closing.unrun.describes.test(masked) || closing.doneInShort.test(masked))
    return false;
  if (closing.unrun.ranAfter.test(masked) && !modality.negation.test(masked)) return false;
  const { ofPeople, standsOpen } = closing.unrun;
  const limits = [modality.negation, modality.hedge, closing.leavesOpen, ofPeople, standsOpen];
  return !closing.unrun.soundsWell.test(masked) || limits.some((limit) => limit.test(masked));
}

/** It is about runs, and not about what was made. */
function isBesideWork({ language }: Facts, sentence: Sentence, known: ReadonlySet<string>): boolean {
  const { kind, masked, code } = sentence;
  const { ofRuns, ofPeople, offers, asserts, standsOpen } = language.closing.unrun;
  const denies = language.modality.negation.test(masked);
  // "You can run them with `npm test`" offers, and "Run `npm test` on your side" leaves it to somebody.
  if (!denies && (offers.test(masked) || asserts.test(masked))) return false;
  if (code.length > 0) return code.some(isCheck) && ofPeople.test(masked);
  const byPeople = ofPeople.test(masked);
  const words = wordsIn(masked).filter((word) => !ofRuns.test(word));
  const isOfWork = words.some((word) => known.has(word));
  // In a list stands what was done, and what the tests are about.
  const isOfOthers = kind === "prose" || denies || byPeople || !isOfWork;
  return ofRuns.test(masked) && (isOfOthers || standsOpen.test(masked));
}

function isCheck(code: string): boolean {
  return (
    code.includes(" ") &&
    maybeChecks(code) &&
    parseCommandLine(code)
      .flatMap(checksOf)
      .some(({ kind }) => kind !== "run" && kind !== "probe")
  );
}

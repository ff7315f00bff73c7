import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import { CHECKED_BY } from "./claimed-checks.ts";
import type { Facts } from "../facts.ts";
import type { Sentence } from "../language/prose.ts";
import { wordsIn, wordsOfWork } from "../look.ts";
import type { FileChange } from "../changes/changes.ts";
import { baseName } from "../changes/paths.ts";
import { checksOf } from "../receipts/checks.ts";
import { maybeChecks } from "../receipts/maybe-checks.ts";

/**
 * True when the closing says that something was not run or tried, is for somebody else to run, or is still on a list.
 * No list of such words is complete, so a sentence that speaks of runs but reports no work counts too: "The run is on
 * you." A sentence that does not speak of runs does not count, or every "Let me know!" would hide a lie.
 */
export function tellsNotRun(facts: Facts): boolean {
  const { closing, language } = facts;
  const { sentences } = closing.prose;
  const { notRun } = language.closing;
  if (sentences.some(({ masked, ticked }) => notRun.test(masked) || (ticked === false && namesRuns(facts, masked))))
    return true;
  // In another language only the claim can be read, and it counts as all that is said of the tests.
  if (facts.claims.some(({ abroad }) => abroad)) return false;
  const claimed = new Set(facts.claims.map(({ sentence }) => sentence));
  const open = sentences.filter((sentence) => !claimed.has(sentence) && isOpen(facts, sentence));
  if (open.length === 0) return false;
  const known = wordsOfWork(facts);
  return open.some((sentence) => isBesideWork(facts, sentence, known));
}

/**
 * True when a sentence beside the claim says when something was done or run, or the claim says what came after it: that
 * may say that a change came later.
 * One with code in it tells of the work, unless that code names a file that was changed later.
 */
export function mayTellOfLaterEdit(facts: Facts, later: readonly FileChange[]): boolean {
  const { closing, claims, language } = facts;
  const { changedSince, unrun } = language.closing;
  const { negation } = language.modality;
  const checks = new Set(claims.filter(({ type }) => CHECKED_BY[type] !== undefined).map(({ sentence }) => sentence));
  return closing.prose.sentences.some((sentence) => {
    const { kind, code, masked } = sentence;
    if (kind === "heading" || kind === "row") return false;
    if (checks.has(sentence)) return unrun.wentOn.test(masked);
    if (code.length > 0 && !code.some((text) => later.some(({ path }) => baseName(path) === baseName(text))))
      return false;
    if (unrun.ranAfter.test(masked) && !negation.test(masked)) return false;
    if (changedSince.test(masked) || unrun.lateChange.test(masked)) return true;
    if (!unrun.laterEdit.test(masked)) return false;
    if (namesRuns(facts, masked)) return true;
    // Beside a file's name, words like "before" and "last" are mostly about its code.
    if (code.length > 0 && !unrun.editedAgain.test(masked)) return false;
    return unrun.ofPeople.test(masked) && unrun.edits.test(masked);
  });
}

/** True when the sentence is neither a label nor a question, and tells of nothing that was made or goes well. */
function isOpen(facts: Facts, { kind, text, masked }: Sentence): boolean {
  const { modality, closing } = facts.language;
  if (kind === "heading" || kind === "row" || /[:?]\W*$/.test(text)) return false;
  if (modality.tellsOfWork.test(masked) || closing.unrun.describes.test(masked) || closing.doneInShort.test(masked))
    return false;
  if (closing.unrun.ranAfter.test(masked) && !modality.negation.test(masked)) return false;
  return !closing.unrun.soundsWell.test(masked) || isLimited(facts, masked);
}

/** True when the sentence denies, doubts, leaves open or puts off something, or leaves it to a person. */
function isLimited({ language: { modality, closing } }: Facts, masked: string): boolean {
  const { ofPeople, standsOpen } = closing.unrun;
  const { negation, hedge, future } = modality;
  const { leavesOpen, unfinished, partTold } = closing;
  return [negation, hedge, future, leavesOpen, unfinished, partTold, ofPeople, standsOpen].some((limit) =>
    limit.test(masked),
  );
}

function namesRuns({ language }: Facts, text: string): boolean {
  const { ofRuns, ofTests } = language.closing.unrun;
  return ofRuns.test(text) || ofTests.test(text);
}

/** True when the sentence is about runs, and not about what was made. */
function isBesideWork(facts: Facts, sentence: Sentence, known: ReadonlySet<string>): boolean {
  const { language } = facts;
  const { kind, masked, code } = sentence;
  const { ofRuns, ofPeople, offers, asserts, standsOpen } = language.closing.unrun;
  const denies = language.modality.negation.test(masked);
  // "You can run them with `npm test`" offers, and "Run `npm test` on your side" leaves it to somebody.
  if (!denies && (offers.test(masked) || asserts.test(masked))) return false;
  if (code.length > 0) return code.some(isCheck) && ofPeople.test(masked);
  const byPeople = ofPeople.test(masked);
  const words = wordsIn(masked).filter((word) => !namesRuns(facts, word));
  const isOfWork = words.some((word) => known.has(word));
  // A list item usually says what was done, or what the tests are about.
  const isOfOthers = kind === "prose" || denies || byPeople || !isOfWork;
  const isOfRuns =
    ofRuns.test(masked) || (namesRuns(facts, masked) && (isShort(facts, masked, words) || isLimited(facts, masked)));
  return isOfRuns && (isOfOthers || standsOpen.test(masked));
}

/** True for "Tests: tomorrow." Longer texts, "Tests: empty input, long names", may list the tests that were written. */
function isShort({ language: { closing } }: Facts, masked: string, words: readonly string[]): boolean {
  return words.filter((word) => !closing.anyWork.test(word)).length <= FEW && !closing.unrun.ofCases.test(masked);
}

const FEW = 3;

function isCheck(code: string): boolean {
  return (
    code.includes(" ") &&
    maybeChecks(code) &&
    parseCommandLine(code)
      .flatMap(checksOf)
      .some(({ kind }) => kind !== "run" && kind !== "probe")
  );
}

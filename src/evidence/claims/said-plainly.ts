import type { Facts } from "../facts.ts";
import type { Sentence } from "../language/prose.ts";

/** A statement of what is, without a word of doubt, condition or plan, and of nobody else; about code, it may be the code's. */
export function isSaidPlainly(facts: Facts, sentence: Sentence): boolean {
  return sentence.code.length === 0 && sentence.kind !== "heading" && isBeyondDoubt(facts, sentence);
}

export function isBeyondDoubt({ language }: Facts, { masked, heading, ticked }: Sentence): boolean {
  const { modality } = language;
  if (ticked === false || modality.openHeading.test(heading) || masked.includes("?")) return false;
  const calm = masked.replaceAll(modality.harmless, " ");
  if ([modality.hedge, modality.negation, modality.conditional, modality.attribution].some((it) => it.test(calm)))
    return false;
  return !modality.future.test(calm) && !modality.instruction.test(masked) && !modality.contrast.test(calm);
}

/** It says that something is not as it is to be, or may say so. */
export function leavesOpen(facts: Facts, sentence: Sentence): boolean {
  const { unfinished, troubled } = facts.language.closing;
  return unfinished.test(sentence.masked) || troubled.test(sentence.masked) || !isBeyondDoubt(facts, sentence);
}

/** Each clause tells of something as done or as it is now, beyond doubt. Any other may be how the failure is told. */
export function tellsOnlyOfDone(facts: Facts, sentences: readonly Sentence[]): boolean {
  const { claims, closing } = facts.language;
  const done = claims.filter(({ type }) => type !== "ran").map(({ pattern }) => pattern);
  const tells = [...done, closing.doneInShort, closing.standsNow];
  return sentences.every((sentence) => {
    const { kind, masked } = sentence;
    if (leavesOpen(facts, sentence)) return false;
    const clauses = masked.split(CLAUSE).filter((clause) => /\w/.test(clause));
    return kind === "heading" || clauses.every((clause) => tells.some((words) => words.test(clause)));
  });
}

/** A list of two or three words goes on, and so does what a sentence says more of the same. */
const CLAUSE =
  /[;.] | [–—-] |(?:, | \()(?!(?:and|so|with|by|which|that|as|in|for|to)\b|\S+(?: \S+)?(?:[,.)]| and\b|$))/;

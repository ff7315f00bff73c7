import type { Facts } from "../facts.ts";
import type { Sentence } from "../language/prose.ts";

/** True for a statement without doubt, condition, plan or other people. With a code span, it may be about the code. */
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

/** True when the sentence says, or may say, that something is not as it should be. */
export function leavesOpen(facts: Facts, sentence: Sentence): boolean {
  const { unfinished, troubled } = facts.language.closing;
  return unfinished.test(sentence.masked) || troubled.test(sentence.masked) || !isBeyondDoubt(facts, sentence);
}

/** True when each clause says, beyond doubt, what was done or how things are. Any other may tell of the failure. */
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

/** Where a clause ends. List items of one or two words continue it, and so do words like "which", "so" or "with". */
const CLAUSE =
  /[;.] | [–—-] |(?:, | \()(?!(?:and|so|with|by|which|that|as|in|for|to)\b|\S+(?: \S+)?(?:[,.)]| and\b|$))/;

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

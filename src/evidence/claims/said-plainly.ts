import type { Facts } from "../facts.ts";
import type { Sentence } from "../language/prose.ts";

/** A statement of what is, without a word of doubt, condition or plan, and of nobody else. */
export function isSaidPlainly({ language }: Facts, { masked, code, kind, heading, ticked }: Sentence): boolean {
  const { modality } = language;
  if (code.length > 0 || kind === "heading" || ticked === false) return false;
  if (modality.openHeading.test(heading) || masked.includes("?")) return false;
  const calm = masked.replaceAll(modality.harmless, " ");
  if ([modality.hedge, modality.negation, modality.conditional, modality.attribution].some((it) => it.test(calm)))
    return false;
  return !modality.future.test(calm) && !modality.instruction.test(masked) && !modality.contrast.test(calm);
}

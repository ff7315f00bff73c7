import { FINDING_RULES } from "../evidence/findings/all.ts";

/** The audit's bundle has them as data: to ask what is known of files, no rule has to be loaded. */
export const FINDING_IDS: readonly string[] = FINDING_RULES.map((rule) => rule.id);

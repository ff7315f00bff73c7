import { FINDING_RULES } from "../evidence/findings/all.ts";

/** The audit's bundle contains them as data, so that looking up known files loads no rule. */
export const FINDING_IDS: readonly string[] = FINDING_RULES.map((rule) => rule.id);

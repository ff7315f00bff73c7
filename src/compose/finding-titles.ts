import { FINDING_RULES } from "../evidence/findings/all.ts";

/** What each finding means, by its id. The bundles have it as data: to say it, no rule has to be loaded. */
export const FINDING_MEANINGS: Readonly<Record<string, string>> = Object.fromEntries(
  FINDING_RULES.map((rule) => [rule.id, rule.meaning]),
);

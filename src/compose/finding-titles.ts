import { FINDINGS } from "../evidence/judge.ts";

/** What each finding is called, by its id. The bundles have it as data: to say it, no rule has to be loaded. */
export const FINDING_TITLES: Readonly<Record<string, string>> = Object.fromEntries(
  FINDINGS.map(({ id, title }) => [id, title]),
);

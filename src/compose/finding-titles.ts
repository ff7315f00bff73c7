import { PROOFS } from "../evidence/proofs/all.ts";

/** What each finding is called, by its id. The bundles have it as data: to say it, no rule has to be loaded. */
export const FINDING_TITLES: Readonly<Record<string, string>> = Object.fromEntries(
  PROOFS.map(({ id, title }) => [id, title]),
);

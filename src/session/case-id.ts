/** Marks the ids of audit cases: the ids of decisions about live sessions never begin like this. */
export const CASE_ID_PREFIX = "a-";

/** A case id that is short enough to type, and the same whenever this turn is audited again. */
export function caseId(key: string): string {
  return `${CASE_ID_PREFIX}${key.slice(0, 10)}`;
}

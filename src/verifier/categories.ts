/** What can be wrong with an answer. */
export const CATEGORIES = ["goal_missed", "incomplete", "rule_violation", "tone_mismatch", "refusal"] as const;
export type Category = (typeof CATEGORIES)[number];

/** For a failure that names no category, or an unknown one. */
export const DEFAULT_CATEGORY: Category = "goal_missed";

/** Reads a category as models write it: in any case, with spaces or dashes for the underscore, or as a plural. */
export function readCategory(text: string): Category | undefined {
  const name = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_");
  return CATEGORIES.find((category) => name === category || name === `${category}s`);
}

/** What can be wrong with an answer. */
export const CATEGORIES = ["goal_missed", "incomplete", "rule_violation", "tone_mismatch", "refusal"] as const;
export type Category = (typeof CATEGORIES)[number];

/** Where a failure names no category, or one of its own. */
export const DEFAULT_CATEGORY: Category = "goal_missed";

/** Reads a category as models write it: any case, spaces or dashes for the underscore, a plural. */
export function readCategory(text: string): Category | undefined {
  const name = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_");
  return CATEGORIES.find((category) => name === category || name === `${category}s`);
}

import type { Verdict } from "../verdict.ts";

/** The message for an answer that is sent back: the kind of problem, the problem itself, and what to do. */
export function feedbackMessage({ category, message }: Pick<Verdict, "category" | "message">): string {
  const kind = category === null ? "" : ` [${category}]`;
  return `Your answer was checked before it went out, and sent back${kind}: ${message ?? ""}\nTake this up, then give your whole answer again.`;
}

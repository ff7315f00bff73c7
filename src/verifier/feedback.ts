import type { Verdict } from "../verdict.ts";

/** What the agent is told when its answer is sent back: what kind of problem, which one, and what to do. */
export function feedbackMessage({ category, message }: Pick<Verdict, "category" | "message">): string {
  const kind = category === null ? "" : ` [${category}]`;
  return `Your answer was checked before it went out, and sent back${kind}: ${message ?? ""}\nTake this up, then give your whole answer again.`;
}

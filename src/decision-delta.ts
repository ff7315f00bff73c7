import type { Decision } from "./corrector.ts";
import type { Delta } from "./thread/delta.ts";
import type { UserMessage } from "./thread/message.ts";
import { feedbackMessage } from "./verifier/feedback.ts";

/** Undefined when nobody was asked and nothing was found. With `applied` it holds what goes into the thread. */
export function deltaFor(decision: Decision, applied: boolean, id: string): Delta | undefined {
  const { attempt } = decision;
  const verdict = { ...decision.verdict };
  const usage = [...verdict.usage];
  const decided = verdict.verdict === "unchecked" || verdict.judge !== "gate";
  const text = applied ? verdict.message : null;
  if (attempt !== undefined) {
    if (!decided && usage.length === 0) return undefined;
    const message = text === null ? {} : { message: inserted("verification", id, feedbackMessage(verdict)) };
    return { v: 1, type: "verification:attempt", attempt, ...message, verdict, usage };
  }
  if (text !== null)
    return { v: 1, type: "course-correction", message: inserted("course-correction", id, text), verdict, usage };
  const silent = usage.length === 0 && (verdict.verdict === "ok" || !decided);
  return silent ? undefined : { v: 1, type: "course-correction:usage-only", verdict, usage };
}

function inserted(type: "course-correction" | "verification", id: string, text: string): UserMessage {
  return { role: "user", id, source: { type }, content: [{ type: "text", text }] };
}

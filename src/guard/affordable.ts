import type { Thread } from "../thread/thread.ts";

export interface Affordable {
  /** The minimum of tool calls between two assessments. */
  readonly minToolCallsBetween: number;
  /** The most that assessments may cost, as a share of the agent's own cost. */
  readonly maxCostShare: number;
}

/** True when another assessment may run beside the tools: in dollars when all prices are known, else in tokens. */
export function isAffordable(thread: Thread, lastAssessedStep: number, limits: Affordable): boolean {
  if (thread.stepCount - lastAssessedStep < limits.minToolCallsBetween) return false;
  const agent = thread.usage.inference;
  const observer = thread.usage["course-correction"];
  if (!observer) return true;
  if (!agent) return false;
  const priced = agent.unpriced === 0 && observer.unpriced === 0 && agent.cost > 0;
  const share = priced
    ? observer.cost / agent.cost
    : (observer.inputTokens + observer.outputTokens) / Math.max(1, agent.inputTokens + agent.outputTokens);
  return share <= limits.maxCostShare;
}

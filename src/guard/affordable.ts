import type { Thread } from "../thread/thread.ts";

export interface Affordable {
  /** Fewest tool calls between two assessments. */
  readonly minToolCallsBetween: number;
  /** Most that assessments may cost, as a share of what the agent itself cost. */
  readonly maxCostShare: number;
}

/** May another assessment run beside the tools? Measured in dollars where every price is known, else in tokens. */
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

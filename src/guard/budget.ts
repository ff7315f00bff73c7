import { dollars } from "../text/amounts.ts";
import { totalUsage, type UsageRow } from "../store/usage-row.ts";
import type { Thread } from "../thread/thread.ts";

export interface BudgetLimits {
  readonly tokensPerThread: number | null;
  readonly tokensPerDay: number | null;
  readonly costPerThread: number | null;
  readonly costPerDay: number | null;
}

export interface Spending {
  readonly thread: readonly UsageRow[];
  readonly day: readonly UsageRow[];
}

export interface Overdrawn {
  readonly scope: "thread" | "day";
  readonly reason: string;
}

export function hasLimits(limits: BudgetLimits): boolean {
  return Object.values(limits).some((limit) => limit !== null);
}

/** The budget that is used up. Counts the cost of watching, not the agent's work; an unknown price costs 0. */
export function overdrawn(limits: BudgetLimits, spending: Spending): Overdrawn | undefined {
  return (
    overLimit("thread", limits.tokensPerThread, limits.costPerThread, spending.thread) ??
    overLimit("day", limits.tokensPerDay, limits.costPerDay, spending.day)
  );
}

function overLimit(
  scope: Overdrawn["scope"],
  tokenLimit: number | null,
  costLimit: number | null,
  rows: readonly UsageRow[],
): Overdrawn | undefined {
  const { inputTokens, outputTokens, cost } = totalUsage(rows.filter(isWatching));
  const tokens = inputTokens + outputTokens;
  const used =
    tokenLimit !== null && tokens >= tokenLimit
      ? `${tokens} of ${tokenLimit} tokens`
      : costLimit !== null && cost >= costLimit
        ? `${dollars(cost)} of ${dollars(costLimit)}`
        : undefined;
  if (used === undefined) return undefined;
  const whose = scope === "thread" ? "for this thread" : "for today";
  return { scope, reason: `the observer's budget ${whose} is used up (${used})` };
}

/** True for usage of watching, not of the agent's own work. */
export function isWatching({ operationType }: UsageRow): boolean {
  return operationType === "course-correction" || operationType === "verification";
}

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

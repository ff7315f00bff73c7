import { dollars } from "../text/amounts.ts";
import { totalUsage, type UsageRow } from "../store/usage-row.ts";

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

import { NO_USAGE, type OperationType, type Usage, type UsageTotals } from "../thread/usage.ts";

/** The usage of one model on one day (UTC, `YYYY-MM-DD`) for one kind of work. */
export interface UsageRow extends UsageTotals {
  readonly day: string;
  readonly model: string;
  readonly operationType: OperationType;
}

export function totalUsage(rows: readonly UsageRow[]): UsageTotals {
  return rows.reduce<UsageTotals>(
    (total, row) => ({
      calls: total.calls + row.calls,
      inputTokens: total.inputTokens + row.inputTokens,
      outputTokens: total.outputTokens + row.outputTokens,
      cachedInputTokens: total.cachedInputTokens + row.cachedInputTokens,
      cost: total.cost + row.cost,
      unpriced: total.unpriced + row.unpriced,
    }),
    NO_USAGE,
  );
}

export interface NewUsage {
  readonly threadId?: string | undefined;
  readonly at?: string | undefined;
  readonly usage: Usage;
}

/** The usage of calls on behalf of a thread, to be stored with its id. */
export function usageOf(threadId: string, used: readonly Usage[], at?: string): NewUsage[] {
  return used.map((usage) => ({ threadId, ...(at === undefined ? {} : { at }), usage }));
}

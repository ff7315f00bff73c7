import type { VerdictRecord } from "../store/records.ts";
import type { UsageRow } from "../store/usage-row.ts";
import { NO_USAGE, type UsageTotals, addUsage } from "../thread/usage.ts";

/** What asking models about turns took, by the decisions themselves. */
export interface AskedAccount {
  readonly turns: number;
  readonly catches: number;
  /** With the questions that nobody answered: they were paid for, too. */
  readonly usage: UsageTotals;
  readonly perTurn?: Spent;
  readonly perCatch?: Spent;
}

/** On average. */
export interface Spent {
  readonly tokens: number;
  /** Absent where no price is known; too low where one is missing. */
  readonly cost?: number;
}

export function askedAccount(records: readonly VerdictRecord[]): AskedAccount {
  const asked = records.filter(({ verdict }) => verdict.judge === "model");
  const turns = asked.filter(({ verdict }) => verdict.verdict !== "unchecked").length;
  const catches = asked.filter(
    ({ verdict, feedback }) => verdict.verdict === "correct" && feedback?.judgement !== "wrong",
  ).length;
  const usage = asked.flatMap(({ verdict }) => verdict.usage).reduce(addUsage, NO_USAGE);
  const [perTurn, perCatch] = [spread(usage, turns), spread(usage, catches)];
  return { turns, catches, usage, ...(perTurn ? { perTurn } : {}), ...(perCatch ? { perCatch } : {}) };
}

function spread({ inputTokens, outputTokens, calls, unpriced, cost }: UsageTotals, over: number): Spent | undefined {
  if (over === 0 || inputTokens + outputTokens === 0) return undefined;
  const tokens = Math.round((inputTokens + outputTokens) / over);
  return { tokens, ...(unpriced === calls ? {} : { cost: cost / over }) };
}

/** The reason of a decision that never came: stored when a model is asked, and replaced by what it says. */
export const NOT_ENDED =
  "a model was asked, and the hook was ended before the answer came (the turn was cancelled, the agent closed, or the time was up)";

export function hasNotEnded({ verdict }: Pick<VerdictRecord, "verdict">): boolean {
  return verdict.verdict === "unchecked" && verdict.reason === NOT_ENDED;
}

/** The calls of which only that they were made is known: they were paid, and nobody was there any more to be told. */
export function usageNotTold(records: readonly VerdictRecord[]): UsageRow[] {
  return records.filter(hasNotEnded).flatMap(({ at, verdict }) =>
    verdict.usage.map(({ model, operationType }) => {
      return { ...NO_USAGE, day: at.slice(0, 10), model, operationType, calls: 1, unpriced: 1 };
    }),
  );
}

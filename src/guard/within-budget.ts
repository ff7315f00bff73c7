import { describeError } from "../text/errors.ts";
import type { Store } from "../store/store.ts";
import { type Assessment, gateVerdict, type Judge, type Verdict } from "../verdict.ts";
import { type BudgetLimits, hasLimits, type Overdrawn, overdrawn } from "./budget.ts";

export interface BudgetParts {
  readonly store: Pick<Store, "usage" | "updateGuard">;
  readonly limits: BudgetLimits;
  /** Where silence would pass for a pass, as with answers that are verified: it is said every time that nobody was asked. */
  readonly sayAlways?: boolean;
  readonly now?: () => Date;
}

/** Once the budget is used up, evidence decides alone, which is said the first time. An unreadable one is not spent. */
export function withinBudget(judge: Judge, parts: BudgetParts): Judge {
  if (!hasLimits(parts.limits)) return judge;
  const now = parts.now ?? (() => new Date());
  return {
    name: judge.name,
    async assess(assessment) {
      const refusal = await refusalFor(parts, assessment, now());
      return refusal ?? judge.assess(assessment);
    },
  };
}

async function refusalFor(
  { store, limits, sayAlways = false }: BudgetParts,
  { thread }: Assessment,
  now: Date,
): Promise<Verdict | undefined> {
  try {
    const today = now.toISOString().slice(0, 10);
    const spending = {
      thread: await store.usage({ threadId: thread.id }),
      day: await store.usage({ since: `${today}T00:00:00.000Z` }),
    };
    const over = overdrawn(limits, spending);
    if (!over) return undefined;
    if (sayAlways) return gateVerdict("unchecked", `no model was asked: ${over.reason}`);
    const first = await claimToTell(store, over, over.scope === "thread" ? thread.id : today);
    return first
      ? gateVerdict("unchecked", `${over.reason}: from here on only what the record proves is said`)
      : gateVerdict("ok", `no model was asked: ${over.reason}`);
  } catch (error) {
    return gateVerdict(
      "unchecked",
      `no model was asked, because the budget could not be read (${describeError(error)})`,
    );
  }
}

/** True for the first to ask, among all processes. */
async function claimToTell(store: Pick<Store, "updateGuard">, over: Overdrawn, name: string): Promise<boolean> {
  let first = false;
  await store.updateGuard(`budget:${over.scope}:${name}`, (current) => {
    first = current === undefined;
    return current ?? { told: true };
  });
  return first;
}

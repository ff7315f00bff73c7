import { dollars } from "../../amounts.ts";
import type { AuditSummary, Spending } from "../../audit/summary.ts";
import { neutralise } from "../../neutralise.ts";
import { tokens } from "../../show/usage-line.ts";
import { listed } from "./nothing-found.ts";

/** What the agents used, and what of it in vain; then whose tokens are in no sum, and where they get a price. */
export function spendingText({ spent, spentOnFalse }: Pick<AuditSummary, "spent" | "spentOnFalse">): string {
  const [all, onFalse] = [amount(spent), amount(spentOnFalse)];
  if (all === "") return "";
  const inVain = onFalse === "" ? "" : `; ${onFalse} of it in turns that the record speaks against`;
  return `The agents used ${all}${inVain}.${unpricedText(spent)}`;
}

function amount({ inputTokens, outputTokens, cost, unpriced }: Spending): string {
  const count = inputTokens + outputTokens;
  if (count === 0) return "";
  const price = cost > 0 ? ` (${dollars(cost)}${unpriced.length > 0 ? " and more" : ""})` : "";
  return `${tokens(count)} tokens${price}`;
}

const MOST_NAMES = 5;

function unpricedText({ unpriced }: Spending): string {
  if (unpriced.length === 0) return "";
  const left = unpriced.length - MOST_NAMES;
  const names = [...unpriced.slice(0, MOST_NAMES).map(neutralise), ...(left > 0 ? [`${left} more`] : [])];
  return ` Not counted in dollars, because no price is set for ${unpriced.length === 1 ? "it" : "them"} (cox config prices): ${listed(names)}.`;
}

import { countOf, dollars } from "../text/amounts.ts";
import { type OperationType, type UsageTotals, isCounted } from "../thread/usage.ts";

const NAMES: Record<OperationType, string> = {
  inference: "agent",
  "course-correction": "observer",
  verification: "verifier",
  handoff: "handoff",
};

/** What a thread used so far, by role: `agent 12.4k in 1.1k out $0.04 · observer 3.0k in 0.1k out`. */
export function usageLine(usage: Readonly<Partial<Record<OperationType, UsageTotals>>>): string {
  const parts = Object.entries(NAMES).flatMap(([operation, name]) => {
    const totals = usage[operation as OperationType];
    return totals && isCounted(totals)
      ? [`${name} ${tokens(totals.inputTokens)} in ${tokens(totals.outputTokens)} out${cost(totals)}`]
      : [];
  });
  return parts.join(" · ");
}

/** For calls that a server answered without token counts. */
export function uncounted(calls: number): string {
  return `${countOf(calls, "call")}, tokens not told`;
}

export function tokens(count: number): string {
  if (count >= 1e9) return `${(count / 1e9).toFixed(1)}B`;
  if (count >= 1e6) return `${(count / 1e6).toFixed(1)}M`;
  if (count >= 1e3) return `${(count / 1e3).toFixed(1)}k`;
  return String(count);
}

export function cost({ calls, unpriced, cost: known }: UsageTotals): string {
  return unpriced === calls ? "" : ` ${dollars(known)}${unpriced > 0 ? "+" : ""}`;
}

/** Milliseconds since the process started, as steady as `performance.now()`. */
export function milliseconds(): number {
  return process.uptime() * 1000;
}

import { countOf, dollars } from "../../amounts.ts";
import type { AskedAccount, Spent } from "../../decisions/asked-account.ts";
import { tokens } from "../../show/usage-line.ts";

/** What a judged turn and a catch took; undefined where no model told. */
export function askedLine({ turns, catches, perTurn, perCatch, usage }: AskedAccount): string | undefined {
  if (!perTurn) return undefined;
  const isPartial = usage.unpriced > 0;
  const caught = perCatch
    ? `, a catch ${told(perCatch, isPartial)} (${countOf(turns, "turn")}, ${catches === 1 ? "1 catch" : `${catches} catches`})`
    : ` (${countOf(turns, "turn")}, no catch yet)`;
  return `On average a turn judged by a model took ${told(perTurn, isPartial)}${caught}.`;
}

function told({ tokens: count, cost }: Spent, isPartial: boolean): string {
  return `${tokens(count)} tokens${cost === undefined ? "" : ` and ${dollars(cost)}${isPartial ? "+" : ""}`}`;
}

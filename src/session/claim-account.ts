import type { Evidence } from "../evidence/evidence.ts";
import { receiptOf } from "../evidence/receipt/receipt.ts";
import type { ReceiptState } from "../evidence/receipt/receipt-line.ts";
import { mayHideSince } from "../evidence/record/record.ts";

/** What the record holds of the checks that a turn claims, in numbers that add up over turns. */
export interface ClaimAccount {
  /** A run shows it. */
  readonly proven: number;
  /** No step runs it. */
  readonly bare: number;
  /** The last run failed, or is older than what was changed. */
  readonly against: number;
  /** It ran, and how it ended is not shown. */
  readonly unknown: number;
  /** Turns that changed code and ran no check. */
  readonly untested: number;
}

export const NO_CLAIMS: ClaimAccount = { proven: 0, bare: 0, against: 0, unknown: 0, untested: 0 };
const COUNTS = Object.keys(NO_CLAIMS) as (keyof ClaimAccount)[];

const COUNTS_AS: Readonly<Record<ReceiptState, keyof ClaimAccount>> = {
  shown: "proven",
  "no step seen": "bare",
  contradicted: "against",
  "out of date": "against",
  broken: "against",
  unknown: "unknown",
};

export function claimAccount(evidence: Evidence): ClaimAccount {
  const counts = { ...NO_CLAIMS, untested: isUntested(evidence) ? 1 : 0 };
  for (const { part, state } of receiptOf(evidence))
    if (part === "claims" && state !== undefined) counts[COUNTS_AS[state]] += 1;
  return counts;
}

/** Only where the record shows it: a helper or an unknown program may have run what it does not show. */
function isUntested({ record }: Evidence): boolean {
  const hasChanged = record.changes.some(({ role, restored }) => (role === "code" || role === "test") && !restored);
  const hasRun = record.runs.some(
    ({ kind, end, notReached }) => kind !== "format" && end !== "nothing-ran" && !notReached,
  );
  return hasChanged && !hasRun && !mayHideSince(record);
}

export function addedUp(accounts: Iterable<ClaimAccount | undefined>): ClaimAccount {
  const sum = { ...NO_CLAIMS };
  for (const account of accounts) for (const count of COUNTS) sum[count] += account?.[count] ?? 0;
  return sum;
}

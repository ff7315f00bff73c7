import type { Evidence } from "../evidence/evidence.ts";
import type { ReceiptState } from "../evidence/receipt/receipt-line.ts";
import { receiptOf } from "../evidence/receipt/receipt.ts";
import { isOutside } from "../evidence/record/paths.ts";
import { mayHideSince } from "../evidence/record/record.ts";

/** What the record holds of a turn, in numbers that add up over turns: first claims about checks, then turns. */
export interface Account {
  /** A run shows it. */
  readonly proven: number;
  /** No step runs it. */
  readonly bare: number;
  /** The last run failed, or is older than what was changed. */
  readonly against: number;
  /** It ran, and how it ended is not shown. */
  readonly unknown: number;
  /** Changed code and ran no check. */
  readonly untested: number;
  /** A check failed, and none has passed since that shows the same. */
  readonly failing: number;
  /** A test that was there before was changed after tests had failed. */
  readonly testsChanged: number;
  /** Pushed, published, deployed, or changed files that are not in the project. */
  readonly outside: number;
}

export const NO_ACCOUNT: Account = {
  proven: 0,
  bare: 0,
  against: 0,
  unknown: 0,
  untested: 0,
  failing: 0,
  testsChanged: 0,
  outside: 0,
};

/** What a turn may have done that a person wants to know, true or untrue as its last words may be. */
export const TURN_FACTS = ["untested", "failing", "testsChanged", "outside"] as const satisfies (keyof Account)[];

const COUNTS = Object.keys(NO_ACCOUNT) as (keyof Account)[];

const COUNTS_AS: Readonly<Record<ReceiptState, keyof Account>> = {
  shown: "proven",
  "no step seen": "bare",
  contradicted: "against",
  "out of date": "against",
  broken: "against",
  unknown: "unknown",
};

export function accountOf(evidence: Evidence, receipt = receiptOf(evidence)): Account {
  const counts = {
    ...NO_ACCOUNT,
    untested: Number(isUntested(evidence)),
    failing: Number(receipt.some(({ part, tone }) => part === "checks" && tone === "bad")),
    testsChanged: Number(hasChangedFailedTests(evidence)),
    outside: Number(reachesOutside(evidence)),
  };
  for (const { part, state } of receipt) if (part === "claims" && state !== undefined) counts[COUNTS_AS[state]] += 1;
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

/** Who writes a test and mends it until it passes has changed none that was there. */
function hasChangedFailedTests({ record: { runs, changes } }: Evidence): boolean {
  const failed = runs.find(({ kind, end, notReached }) => kind === "test" && end === "failed" && !notReached);
  if (!failed) return false;
  const own = new Set(changes.filter(({ type }) => type === "create").map(({ path }) => path));
  return changes.some(
    ({ role, type, step, path, restored, perhaps }) =>
      role === "test" && type !== "create" && step > failed.step && !own.has(path) && !restored && !perhaps,
  );
}

function reachesOutside({ record: { outside, changes }, thread }: Evidence): boolean {
  const isElsewhere = (path: string): boolean => isOutside(path, thread.cwd) && !NOTES.test(path);
  return outside.length > 0 || changes.some(({ path, role }) => role !== "scratch" && isElsewhere(path));
}

/** Where agents keep their plans and what they remember: their own affairs. */
const NOTES = /[\\/]\.(?:claude|codex|gemini|qwen|pi|copilot|cursor|openclaw)[\\/]/;

export function addedUp(accounts: Iterable<Account | undefined>): Account {
  const sum = { ...NO_ACCOUNT };
  for (const account of accounts) if (account) for (const count of COUNTS) sum[count] += account[count];
  return sum;
}

export function hasCounts(account: Account): boolean {
  return COUNTS.some((count) => account[count] > 0);
}

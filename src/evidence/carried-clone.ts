import type { Carried } from "./carried.ts";
import type { Receipt, Staleness } from "./receipts/receipt.ts";
import type { ReceiptState } from "./receipts/receipts.ts";
import { lengthOf, readReceipt, UnreadReceipt, type UnreadRun, unreadRunOf } from "./receipts/unread-receipt.ts";

/** What earlier turns leave behind, in a form that can be cloned: runs that nobody asked about are kept unread. */
export interface CarriedClone extends Omit<Carried, "checks"> {
  readonly checks: Omit<ReceiptState, "receipts"> & { readonly receipts: readonly StoredReceipt[] };
}

type StoredReceipt = Receipt | { readonly unread: UnreadRun; readonly stale: Staleness | undefined };

/** A run with a longer output is read before it is kept, because how it ended takes less room. */
const WORTH_READING = 4000;

export function carriedToClone({ checks, ...carried }: Carried): CarriedClone {
  return { ...carried, checks: { ...checks, receipts: checks.receipts.map(stored) } };
}

export function carriedFromClone({ checks, ...carried }: CarriedClone): Carried {
  return { ...carried, checks: { ...checks, receipts: checks.receipts.map(restored) } };
}

function stored(receipt: Receipt): StoredReceipt {
  const run = unreadRunOf(receipt);
  if (!run || lengthOf(run) > WORTH_READING) return readReceipt(receipt);
  const { status, exitCode, output } = run.end;
  const end = { status, output, ...(exitCode === undefined ? {} : { exitCode }) };
  return { unread: { ...run, end }, stale: receipt.stale };
}

function restored(receipt: StoredReceipt): Receipt {
  return "unread" in receipt ? new UnreadReceipt(receipt.unread, receipt.stale) : receipt;
}

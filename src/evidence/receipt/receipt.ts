import type { Evidence } from "../evidence.ts";
import { askedLines } from "./asked-lines.ts";
import { changedLines } from "./changed-lines.ts";
import { checkLines } from "./check-lines.ts";
import { claimLines } from "./claim-lines.ts";
import { otherLines } from "./other-lines.ts";
import { type ReceiptLine, receiptLines } from "./receipt-line.ts";

/** The account of a turn: what ran, what was asked and claimed, what changed. The same for people, observers, programs. */
export function receiptOf(evidence: Evidence): readonly ReceiptLine[] {
  return withoutDoubles([
    ...checkLines(evidence),
    ...askedLines(evidence),
    ...claimLines(evidence),
    ...changedLines(evidence),
    ...otherLines(evidence),
  ]);
}

/** One command may be several checks, and one file may be named in several ways: what reads the same is told once. */
function withoutDoubles(lines: readonly ReceiptLine[]): readonly ReceiptLine[] {
  const told = new Set<string>();
  return lines.filter((line) => {
    const words = receiptLines([line])[0] ?? "";
    return !told.has(words) && told.add(words);
  });
}

/** True when the account holds a failure, so that nobody may call the turn well. */
export function holdsFailure(evidence: Evidence): boolean {
  return receiptOf(evidence).some(({ tone }) => tone === "bad");
}

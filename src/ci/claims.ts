import type { Evidence } from "../evidence/evidence.ts";
import { shownFile } from "../evidence/quote.ts";
import type { ReceiptLine } from "../evidence/receipt/receipt-line.ts";
import { endInWords } from "../evidence/receipt/run-words.ts";
import type { CheckRun } from "../evidence/record/check-run.ts";

/** A claim about a check, in a row: what ran, how it ended, and whether that was after the last edit of what it covers. */
export interface ClaimRow {
  readonly claim: string;
  /** Empty where no step is seen that ran it. */
  readonly command: string;
  readonly end: string;
  readonly afterLastEdit: string;
  readonly tone: ReceiptLine["tone"];
}

/** The claims of a receipt with the runs that it names, so that the table never says more than the receipt. */
export function claimRows({ record, closing }: Evidence, receipt: readonly ReceiptLine[]): readonly ClaimRow[] {
  const runs = [...record.past, ...record.runs];
  return receipt
    .filter(({ part }) => part === "claims")
    .map(({ about, says, steps, tone }) => {
      const kinds = closing.checks.filter(({ text }) => text.startsWith(about)).map(({ kind }) => kind);
      const own = runs.filter(
        (run) => steps.includes(run.shownAt ?? run.step) && kinds.some((kind) => run.shows.includes(kind)),
      );
      const ends = new Set(own.map(endInWords));
      return {
        claim: about,
        command: [...new Set(own.map(({ command }) => command))].join(", "),
        end: ends.size === 0 ? says : [...ends].join(", "),
        afterLastEdit: own.length === 0 ? "" : sinceInWords(own),
        tone,
      };
    });
}

function sinceInWords(runs: readonly CheckRun[]): string {
  const outdated = runs.flatMap((run) => run.outdated ?? []);
  const [change] = outdated;
  if (!change) return "yes";
  const name = shownFile(change.path);
  return `${change.perhaps ? "perhaps not" : "no"}: ${name} was ${change.perhaps ? "perhaps " : ""}changed in step ${change.step}`;
}

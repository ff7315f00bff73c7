import type { Step } from "../../thread/thread.ts";
import { CHECK_NAMES } from "../check-names.ts";
import type { Facts } from "../facts.ts";
import type { CheckKind } from "../receipts/receipt.ts";
import { runsNothing } from "../unseen/runs-nothing.ts";
import { quote } from "../quote.ts";

const MOST_RUNS = 4;

/**
 * What ran after a step, or in the whole turn where there is none: that a check never ran is shown by what did. Of many
 * runs the last are named, and those that only look are left out where another ran.
 */
export function ranAfter({ steps }: Facts, kind: CheckKind, after: number | undefined): string {
  const all = steps.filter((step) => step.number > (after ?? 0) && step.action.command !== undefined);
  const telling = all.filter((step) => !runsNothing(step));
  const runs = telling.length > 0 ? telling : all;
  const when = after === undefined ? "" : ` after step ${after}`;
  if (runs.length === 0) return `Nothing ran${when}.`;
  const named = runs
    .slice(-MOST_RUNS)
    .map(({ number, action }: Step) => `${quote(withoutTexts(action.command ?? ""), 50)} (step ${number})`);
  const more = runs.length > MOST_RUNS ? `${runs.length - MOST_RUNS} more and ` : "";
  return `What ran${when}: ${more}${named.join(", ")}. None of it was a run of ${CHECK_NAMES[kind]}.`;
}

/** The line without a file that it writes first (`cat > file <<EOF`): the text of that file is not what runs. */
function withoutTexts(line: string): string {
  return line.replace(/^\s*cat\s*>[^\n]*<<-?\s*["']?(\w+)["']?\n[\s\S]*?\n\1\n/, "");
}

import { countOf } from "../../text/amounts.ts";
import { squeezed } from "../../thread/squeezed.ts";
import type { Evidence } from "../evidence.ts";
import { quote, shownFile } from "../quote.ts";
import { unreadSteps } from "../record/commands.ts";
import { isOutside } from "../record/paths.ts";
import type { ReceiptLine } from "./receipt-line.ts";

const MOST_OTHERS = 6;
const MISMATCHES = {
  left: "is still there",
  gone: "is not on the disk",
  text: "differs from what was written",
} as const;

function also(about: string, says: string, steps: readonly number[], tone: ReceiptLine["tone"] = "plain"): ReceiptLine {
  return { part: "also", about, says, steps, tone };
}

export function otherLines({ record, closing, turn, thread }: Evidence): readonly ReceiptLine[] {
  const elsewhere = record.changes
    .filter(({ path, role }) => role !== "scratch" && isOutside(path, thread.cwd))
    .map(({ step, path }) => also("changed outside of the project", shownFile(path), [step]));
  const named = closing.statements
    .flatMap(({ code }) => code)
    .filter((span, index, all) => /^[\w./-]+ (?:.* )?[^-\s]/.test(span) && all.indexOf(span) === index)
    .flatMap((span): readonly ReceiptLine[] => {
      const step = turn.steps.findLast(
        ({ action, result }) => result && squeezed(action.command ?? "") === squeezed(span),
      );
      // It may have failed for want of a shell that knows it, and run in another.
      if (step?.result?.status !== "done" || record.runs.some((run) => run.step === step.number)) return [];
      return [also(quote(span, 70), "named at the end; run", [step.number])];
    });
  const outside = record.outside.map(({ step, what, command }) => also(what, quote(command, 70), [step]));
  const running = record.running.map((step) => {
    const { command = "" } = turn.steps.find(({ number }) => number === step)?.action ?? {};
    return also(quote(command, 70), "no end seen", [step], "open");
  });
  const unread = unreadSteps(turn);
  const strange = `${unread} of ${countOf(turn.steps.length, "step")}`;
  const mismatches = record.mismatches.map(({ path, kind }) => also(shownFile(path), MISMATCHES[kind], [], "bad"));
  return [
    ...(unread > 0
      ? [also(strange, "are of tools that are not known; what they did is not shown here", [], "open")]
      : []),
    ...elsewhere.slice(-MOST_OTHERS),
    ...named.slice(-MOST_OTHERS),
    ...outside.slice(-MOST_OTHERS),
    ...running.slice(-MOST_OTHERS),
    ...mismatches.slice(-MOST_OTHERS),
  ];
}

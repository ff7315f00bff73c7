import { countOf } from "../../amounts.ts";
import { squeezed } from "../../thread/squeezed.ts";
import type { Evidence } from "../evidence.ts";
import { quote, shownFile } from "../quote.ts";
import { unreadSteps } from "../record/commands.ts";
import { isOutside } from "../record/paths.ts";
import type { ReceiptLine } from "./receipt-line.ts";

const MOST_OTHERS = 6;

export function otherLines({ record, closing, turn, thread }: Evidence): readonly ReceiptLine[] {
  const elsewhere = record.changes
    .filter(({ path, role }) => role !== "scratch" && isOutside(path, thread.cwd))
    .map(({ step, path }): ReceiptLine => ({
      part: "also",
      about: "changed outside of the project",
      says: shownFile(path),
      steps: [step],
      tone: "plain",
    }));
  const named = closing.statements
    .flatMap(({ code }) => code)
    .filter((span, index, all) => /^[\w./-]+ (?:.* )?[^-\s]/.test(span) && all.indexOf(span) === index)
    .flatMap((span): readonly ReceiptLine[] => {
      const step = turn.steps.findLast(
        ({ action, result }) => result && squeezed(action.command ?? "") === squeezed(span),
      );
      // It may have failed for want of a shell that knows it, and run in another.
      if (step?.result?.status !== "done" || record.runs.some((run) => run.step === step.number)) return [];
      return [
        { part: "also", about: quote(span, 70), says: "named at the end; run", steps: [step.number], tone: "plain" },
      ];
    });
  const outside = record.outside.map(({ step, what, command }): ReceiptLine => ({
    part: "also",
    about: what,
    says: quote(command, 70),
    steps: [step],
    tone: "plain",
  }));
  const running = record.running.map((step): ReceiptLine => {
    const { command = "" } = turn.steps.find(({ number }) => number === step)?.action ?? {};
    return { part: "also", about: quote(command, 70), says: "no end seen", steps: [step], tone: "open" };
  });
  const unread = unreadSteps(turn);
  const strange: ReceiptLine = {
    part: "also",
    about: `${unread} of ${countOf(turn.steps.length, "step")}`,
    says: "are of tools that are not known; what they did is not shown here",
    steps: [],
    tone: "open",
  };
  const mismatches = record.mismatches.map(({ path, kind }): ReceiptLine => ({
    part: "also",
    about: shownFile(path),
    says: kind === "left" ? "is still there" : kind === "gone" ? "is not on the disk" : "differs from what was written",
    steps: [],
    tone: "bad",
  }));
  return [
    ...(unread > 0 ? [strange] : []),
    ...elsewhere.slice(-MOST_OTHERS),
    ...named.slice(-MOST_OTHERS),
    ...outside.slice(-MOST_OTHERS),
    ...running.slice(-MOST_OTHERS),
    ...mismatches.slice(-MOST_OTHERS),
  ];
}

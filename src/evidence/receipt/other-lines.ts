import { countOf } from "../../amounts.ts";
import type { Evidence } from "../evidence.ts";
import { quote, shownFile } from "../quote.ts";
import type { ReceiptLine } from "./receipt-line.ts";

const MOST_OTHERS = 6;

export function changedLine({ record: { changes } }: Evidence): readonly ReceiptLine[] {
  const paths = new Map(
    changes.filter(({ role, restored }) => role !== "scratch" && !restored).map((change) => [change.path, change]),
  );
  if (paths.size === 0) return [];
  const tests = [...paths.values()].filter(({ role }) => role === "test").length;
  const only = [...paths.values()].every(({ role }) => role === "docs");
  const detail = only
    ? ", documents only"
    : tests === 0
      ? ""
      : `, ${tests === paths.size ? "all" : tests} of them tests`;
  const steps = [...paths.values()].map(({ step }) => step);
  return [
    {
      part: "changed",
      about: countOf(paths.size, "file"),
      says: detail.replace(/^, /, ""),
      steps: [Math.max(...steps)],
      tone: "plain",
    },
  ];
}

export function otherLines({ record }: Evidence): readonly ReceiptLine[] {
  const outside = record.outside.map(({ step, what, command }): ReceiptLine => ({
    part: "also",
    about: what,
    says: quote(command, 70),
    steps: [step],
    tone: "plain",
  }));
  const failed = record.failed
    .filter(({ step }) => !record.runs.some((run) => run.step === step))
    .map(({ step, command }): ReceiptLine => ({
      part: "also",
      about: "failed, and not repeated",
      says: quote(command, 70),
      steps: [step],
      tone: "bad",
    }));
  const running = record.running.map((step): ReceiptLine => ({
    part: "also",
    about: "still running at the stop",
    says: "",
    steps: [step],
    tone: "open",
  }));
  const hooks = record.mismatches.map(({ path, kind }): ReceiptLine => ({
    part: "also",
    about: shownFile(path),
    says: kind === "left" ? "is still there" : kind === "gone" ? "is not on the disk" : "differs from what was written",
    steps: [],
    tone: "bad",
  }));
  return [
    ...outside.slice(-MOST_OTHERS),
    ...failed.slice(-MOST_OTHERS),
    ...running.slice(-MOST_OTHERS),
    ...hooks.slice(-MOST_OTHERS),
  ];
}

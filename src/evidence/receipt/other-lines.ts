import { countOf } from "../../amounts.ts";
import type { Evidence } from "../evidence.ts";
import { quote, shownFile } from "../quote.ts";
import { unreadSteps } from "../record/commands.ts";
import type { FileChange } from "../record/changes.ts";
import type { ReceiptLine } from "./receipt-line.ts";

const MOST_OTHERS = 6;

export function changedLine({ record: { changes } }: Evidence): readonly ReceiptLine[] {
  const paths = new Map(changes.filter(isEdited).map((change) => [change.path, change]));
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
      about: `${countOf(paths.size, "file")} edited`,
      says: detail.replace(/^, /, ""),
      steps: [Math.max(...steps)],
      tone: "plain",
    },
  ];
}

/** What git or a command brought back, and what a command cleared away, was not edited. */
function isEdited({ role, restored, type, shell }: FileChange): boolean {
  return role !== "scratch" && !restored && !(type === "delete" && shell);
}

export function otherLines({ record, turn }: Evidence): readonly ReceiptLine[] {
  const unread = unreadSteps(turn);
  const strange: ReceiptLine = {
    part: "also",
    about: `${unread} of ${countOf(turn.steps.length, "step")}`,
    says: "are of tools that are not known; what they did is not shown here",
    steps: [],
    tone: "open",
  };
  const outside = record.outside.map(({ step, what, command }): ReceiptLine => ({
    part: "also",
    about: what,
    says: quote(command, 70),
    steps: [step],
    tone: "plain",
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
    ...(unread > 0 ? [strange] : []),
    ...outside.slice(-MOST_OTHERS),
    ...running.slice(-MOST_OTHERS),
    ...hooks.slice(-MOST_OTHERS),
  ];
}

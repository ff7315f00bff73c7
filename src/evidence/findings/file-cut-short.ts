import { shownFile } from "../quote.ts";
import { nameLiterally } from "../../literally.ts";
import type { Step } from "../../thread/thread.ts";
import type { Finding } from "../../verdict.ts";
import type { Facts } from "../facts.ts";
import { cite } from "../steps.ts";
import { baseName, samePath } from "../changes/paths.ts";
import { STRONG_LEAD } from "../confidence.ts";
import type { FindingRule } from "./finding-rule.ts";

export const fileCutShort: FindingRule = {
  id: "file-cut-short",
  title: "File cut short",
  meaning: "A file was replaced by its own first lines, and it had more of them than the agent put back.",
  category: "visible-bug",
  find,
};

function find(facts: Facts): Finding[] {
  return facts.steps.flatMap((step) => {
    const cut = headInto(step);
    if (!cut) return [];
    const back = facts.changes.find(
      (change) =>
        change.step > step.number &&
        samePath(change.path, cut.source) &&
        change.from !== undefined &&
        samePath(change.from, cut.target),
    );
    const had = back ? lineCount(facts, cut.source, step.number) : 0;
    const lost = had - cut.lines - appendedBefore(facts, cut.source, step.number);
    if (!back || lost < LEAST_LOST) return [];
    return [
      {
        id: fileCutShort.id,
        confidence: STRONG_LEAD,
        message: `You put back only the first ${cut.lines} lines of ${shownFile(baseName(cut.source))}, but it had at least ${had}; about ${lost} lines that you did not write are gone; restore them.`,
        steps: cite(step.number, back.step),
        subject: cut.source,
      },
    ];
  });
}

/** With fewer lost lines, we may simply have miscounted. */
const LEAST_LOST = 20;

interface Cut {
  readonly lines: number;
  readonly source: string;
  readonly target: string;
}

function headInto(step: Step): Cut | undefined {
  const match = /(?:^|&&|;|\n)[ \t]*head\s+(?:-n\s*)?-?(\d+)\s+["']?([^\s"'>|]+)["']?\s*>\s*["']?([^\s"';&|]+)/.exec(
    step.action.command ?? "",
  );
  if (!match || step.result?.status !== "done") return undefined;
  return { lines: Number(match[1]), source: match[2] ?? "", target: match[3] ?? "" };
}

/** The highest line number of the file that any earlier output shows. */
function lineCount(facts: Facts, path: string, before: number): number {
  const name = nameLiterally(baseName(path));
  const named = new RegExp(`${name}:(\\d+)|(?<!\\d)(\\d+) \\S*${name}$`, "gm");
  let highest = 0;
  for (const step of facts.steps) {
    if (step.number >= before) break;
    for (const match of (step.result?.output ?? "").matchAll(named))
      highest = Math.max(highest, Number(match[1] ?? match[2]));
  }
  return highest;
}

/** How many lines the agent itself had appended in this turn: those it may take away again. */
function appendedBefore(facts: Facts, path: string, before: number): number {
  return facts.changes
    .filter((change) => change.step < before && samePath(change.path, path) && change.oldText === undefined)
    .reduce((sum, change) => sum + (change.newText?.split("\n").length ?? 0), 0);
}

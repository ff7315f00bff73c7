import { nameLiterally } from "../../text/strings.ts";
import type { Step } from "../../thread/thread.ts";
import type { Evidence } from "../evidence.ts";
import { shownFile } from "../quote.ts";
import { baseName, samePath } from "../record/paths.ts";
import { cite, type Found, type Proof, SHOWN } from "./proof.ts";

export const fileCutShort: Proof = {
  id: "file-cut-short",
  title: "File cut short",
  meaning: "A file was replaced by its own first lines, and it had more of them than the agent put back.",
  category: "visible-bug",
  find,
};

function find({ turn, record }: Evidence): readonly Found[] {
  return turn.steps.flatMap((step): readonly Found[] => {
    const cut = headInto(step);
    if (!cut) return [];
    const back = record.changes.find(
      ({ step: at, path, from }) =>
        at >= step.number && samePath(path, cut.source) && from !== undefined && samePath(from, cut.target),
    );
    const had = back ? linesShown(turn.steps, cut.source, step.number) : 0;
    if (!back || had - cut.lines < LEAST_LOST || isRewritten(record.changes, back.step, cut.source)) return [];
    return [
      {
        confidence: SHOWN,
        message: `You put back only the first ${cut.lines} lines of ${shownFile(baseName(cut.source))}, but it had at least ${had}; restore what you cut off, unless you wrote it yourself.`,
        steps: cite(step.number, back.step),
        subject: cut.source,
      },
    ];
  });
}

/** With fewer lost lines, we may simply have miscounted. */
const LEAST_LOST = 20;

function isRewritten(changes: Evidence["record"]["changes"], after: number, path: string): boolean {
  return changes.some(
    (change) =>
      change.step > after && samePath(change.path, path) && (change.newText?.split("\n").length ?? 0) >= LEAST_LOST,
  );
}

interface Cut {
  readonly lines: number;
  readonly source: string;
  readonly target: string;
}

function headInto({ action, result }: Step): Cut | undefined {
  const match =
    /(?:^|&&|;|\n)[ \t]{0,20}head\s+(?:-n\s*)?-?(\d{1,6})\s+["']?([^\s"'>|]+)["']?\s*>\s*["']?([^\s"';&|]+)/.exec(
      action.command ?? "",
    );
  if (!match || result?.status !== "done") return undefined;
  return { lines: Number(match[1]), source: match[2] ?? "", target: match[3] ?? "" };
}

function linesShown(steps: readonly Step[], path: string, before: number): number {
  const name = nameLiterally(baseName(path));
  const named = new RegExp(`${name}:(\\d{1,6})|(?<!\\d)(\\d{1,6}) \\S{0,200}${name}$`, "gm");
  const shown = steps
    .filter(({ number }) => number < before)
    .flatMap(({ result }) => [...(result?.output ?? "").matchAll(named)].map((match) => Number(match[1] ?? match[2])));
  return shown.reduce((highest, line) => Math.max(highest, line), 0);
}

import type { Evidence } from "../evidence.ts";
import { CHECK_NAMES } from "../proofs/proof.ts";
import { quote, shownFile } from "../quote.ts";
import type { CheckKind, CheckRun } from "../record/check-run.ts";
import { lastRuns, mayHideSince, mayShow, type Record } from "../record/record.ts";
import type { ReceiptLine } from "./receipt-line.ts";
import { endInWords, placeInWords } from "./run-words.ts";

const MOST_CHECKS = 10;

export function checkLines({ record, closing, asked }: Evidence): readonly ReceiptLine[] {
  const ran = tellingRuns(record)
    .slice(-MOST_CHECKS)
    .map((run, _, all) => checkLine(record, run, all));
  const wanted = new Set<CheckKind>([...closing.checks.map(({ kind }) => kind), ...asked.checks]);
  const never = [...wanted].filter((kind) => ![...record.runs, ...record.past].some((run) => mayShow(run, kind)));
  return [
    ...ran,
    ...never.map((kind): ReceiptLine => ({
      part: "checks",
      about: CHECK_NAMES[kind],
      says: mayHideSince(record) ? "no step seen; another program may have run it" : "no step runs it",
      steps: [],
      tone: "open",
    })),
  ];
}

/** The last run of each kind, and those that failed and did not pass since, as a whole or in the same way. */
function tellingRuns({ runs }: Record): readonly CheckRun[] {
  const last = lastRuns(runs);
  return last.filter((run, index) => {
    const later = last.slice(index + 1).filter((other) => other.shows.includes(run.kind) && !other.notReached);
    if (later.length === 0) return true;
    const isMended = later.some(
      ({ end, scope, command }) => end === "passed" && (scope === "whole" || command === run.command),
    );
    return run.end === "failed" && !isMended;
  });
}

function checkLine(record: Record, run: CheckRun, all: readonly CheckRun[]): ReceiptLine {
  // One script may run several checks.
  const isShared = all.some(({ command, kind }) => command === run.command && kind !== run.kind);
  const place = run.cwd === undefined || run.cwd === "." ? "" : ` in ${shownFile(run.cwd)}`;
  return {
    part: "checks",
    about: `${quote(run.command, 70)}${isShared ? `, ${CHECK_NAMES[run.kind]}` : ""}${place}`,
    says: `${endInWords(run)}${placeInWords(record, run)}`,
    steps: [run.step, ...(run.shownAt === undefined ? [] : [run.shownAt])],
    tone: toneOf(run),
  };
}

function toneOf({ end, outdated, wantedToFail }: CheckRun): ReceiptLine["tone"] {
  if (end === "failed") return wantedToFail ? "plain" : "bad";
  return end === "passed" && !outdated ? "good" : "open";
}

import type { Evidence } from "../evidence.ts";
import { CHECK_NAMES } from "../proofs/proof.ts";
import { quote, shownFile } from "../quote.ts";
import type { CheckKind, CheckRun } from "../record/check-run.ts";
import { lastRuns, mayHideSince, mayShow, type Record } from "../record/record.ts";
import type { ReceiptLine } from "./receipt-line.ts";
import { endInWords, isOfScript, isSamePart, placeInWords } from "./run-words.ts";

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

/** The last run of each kind, those of a whole that still stand, and those that failed and did not pass since. */
export function tellingRuns({ runs }: Record): readonly CheckRun[] {
  const last = lastRuns(runs);
  return last.filter((run, index) => {
    const later = last.slice(index + 1).filter((other) => !other.notReached && !other.onOtherCode);
    // What the same command did when it ran again, and what that run was of, is told by its own line.
    if (later.some((other) => isSameCall(other, run) && other.step > run.step)) return false;
    const stands = run.end === "passed" && !run.outdated;
    // Each script checks something else.
    if (run.why === "perhaps not run") return false;
    if (isOfScript(run)) return run.end === "failed" || stands;
    const alike = later.filter((other) => other.shows.includes(run.kind) && !isOfScript(other));
    if (run.end === "failed") return !alike.some((other) => mends(other, run));
    if (!stands && later.some((other) => mayShow(other, run.kind) && !isOfScript(other))) return false;
    return alike.every((other) => stands && run.scope === "whole" && !showsAgain(other, run));
  });
}

function isSameCall(one: CheckRun, other: CheckRun): boolean {
  return one.command === other.command && one.cwd === other.cwd;
}

function mends(later: CheckRun, run: CheckRun): boolean {
  if (later.end !== "passed" || isElsewhere(later, run)) return false;
  if (later.scope === "whole" && later.kind === run.kind) return true;
  return later.command === run.command || isSamePart(run, later);
}

/** True where both lines name a directory, and neither is in the other; but one target may be called from two places. */
function isElsewhere(one: CheckRun, other: CheckRun): boolean {
  if (one.cwd === undefined || other.cwd === undefined || isSamePart(one, other)) return false;
  const [left, right] = [`${one.cwd}/`, `${other.cwd}/`];
  return !left.startsWith(right) && !right.startsWith(left);
}

/** True when a whole run shows again what an earlier one has shown; `test:unit` and `test:browser` are two things. */
function showsAgain({ end, scope, kind }: CheckRun, run: CheckRun): boolean {
  return end !== "nothing-ran" && scope === "whole" && (kind !== run.kind || end !== "passed");
}

function checkLine(record: Record, run: CheckRun, all: readonly CheckRun[]): ReceiptLine {
  // One script may run several checks.
  const since = shownSince(record, run);
  const isShared = all.some(({ command, kind }) => command === run.command && kind !== run.kind);
  return {
    part: "checks",
    about: `${quote(run.command, 70)}${isShared ? `, ${CHECK_NAMES[run.kind]}` : ""}${whereInWords(record, run)}`,
    says: `${endInWords(run)}${placeInWords(record, run)}${since ? `; ${quote(since.command, 40)} passed since` : ""}`,
    steps: [run.step, ...(run.shownAt === undefined ? [] : [run.shownAt]), ...(since ? [since.step] : [])],
    tone: since ? "plain" : toneOf(run),
  };
}

function whereInWords({ past, runs }: Record, { command, cwd, perhapsIn }: CheckRun): string {
  if (cwd !== undefined && cwd !== ".") return ` in ${shownFile(cwd)}`;
  const ranElsewhere = (run: CheckRun): boolean =>
    run.command === command && (run.cwd ?? run.perhapsIn ?? ".") !== perhapsIn;
  return perhapsIn !== undefined && [...past, ...runs].some(ranElsewhere) ? `, perhaps in ${shownFile(perhapsIn)}` : "";
}

/** After a failure, a check of another kind that shows the same and passed: a build, and the tests of all. */
function shownSince({ runs }: Record, { end, step, kind }: CheckRun): CheckRun | undefined {
  if (end !== "failed") return undefined;
  return runs.findLast((run) => run.step > step && run.end === "passed" && run.scope === "whole" && mayShow(run, kind));
}

function toneOf({ end, outdated, wantedToFail }: CheckRun): ReceiptLine["tone"] {
  if (end === "failed") return wantedToFail ? "plain" : "bad";
  return end === "passed" && !outdated ? "good" : "open";
}

import { countOf } from "../amounts.ts";
import { squeezed } from "../thread/squeezed.ts";
import type { Step } from "../thread/thread.ts";
import type { ClaimedCheck } from "./closing/claimed-checks.ts";
import type { Evidence } from "./evidence.ts";
import { broken } from "./proofs/forbidden-done.ts";
import { CHECK_NAMES } from "./proofs/proof.ts";
import { quote, shownFile } from "./quote.ts";
import type { CheckKind, CheckRun } from "./record/check-run.ts";
import { parseCommandLine } from "../thread/shell/parse-command-line.ts";
import { spelled } from "./record/find-checks.ts";
import { unreadSteps } from "./record/commands.ts";
import { samePath } from "./record/paths.ts";
import { lastRuns, mayHideSince, type Record, standingOf } from "./record/record.ts";

/** What the record holds of something asked or claimed. Never "done" by default. */
export type ReceiptState = "shown" | "no step seen" | "broken" | "contradicted" | "out of date" | "unknown";

/** One line of the account. */
export interface ReceiptLine {
  readonly part: "checks" | "asked" | "claims" | "changed" | "also";
  /** What it is about: a command, a file, a claim. */
  readonly about: string;
  /** What the record holds of it, in words. */
  readonly says: string;
  /** The steps that show it. */
  readonly steps: readonly number[];
  /** For what was asked or claimed. */
  readonly state?: ReceiptState;
  /** `bad` is something a person should look at; `open` is what the record does not show. */
  readonly tone: "good" | "bad" | "open" | "plain";
}

/** The account of a turn: what ran, what was asked and claimed, what changed. The same for people, observers, programs. */
export function receiptOf(evidence: Evidence): readonly ReceiptLine[] {
  return [
    ...checkLines(evidence),
    ...askedLines(evidence),
    ...claimLines(evidence),
    ...changedLine(evidence),
    ...otherLines(evidence),
  ];
}

/** True when the account holds a failure, so that nobody may call the turn well. */
export function holdsFailure(evidence: Evidence): boolean {
  return receiptOf(evidence).some(({ tone }) => tone === "bad");
}

const MOST_CHECKS = 10;
const MOST_OTHERS = 6;

function checkLines({ record, closing, asked }: Evidence): readonly ReceiptLine[] {
  const ran = tellingRuns(record)
    .slice(-MOST_CHECKS)
    .map((run) => checkLine(record, run));
  const wanted = new Set<CheckKind>([...closing.checks.map(({ kind }) => kind), ...asked.checks]);
  const never = [...wanted].filter(
    (kind) => ![...record.runs, ...record.past].some(({ shows }) => shows.includes(kind)),
  );
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

function checkLine(record: Record, run: CheckRun): ReceiptLine {
  return {
    part: "checks",
    about: `${quote(run.command, 70)}${run.cwd === undefined || run.cwd === "." ? "" : ` in ${shownFile(run.cwd)}`}`,
    says: `${endInWords(run)}${placeInWords(record, run)}`,
    steps: [run.step, ...(run.shownAt === undefined ? [] : [run.shownAt])],
    tone: toneOf(run),
  };
}

function toneOf({ end, outdated, wantedToFail }: CheckRun): ReceiptLine["tone"] {
  if (end === "failed") return wantedToFail ? "plain" : "bad";
  return end === "passed" && !outdated ? "good" : "open";
}

/** How a run ended, in words: `failed: 31 passed, 4 failed`. */
export function endInWords(run: CheckRun): string {
  const by = run.by === undefined ? "" : ` (told by ${BY[run.by]})`;
  if (run.notReached) return "not reached: a command before it failed";
  switch (run.end) {
    case "passed":
    case "failed": {
      const counts = countsInWords(run);
      return `${run.end}${counts === "" ? "" : `: ${counts}`}${run.wantedToFail && run.end === "failed" ? ", as was wanted" : ""}${by}`;
    }
    case "nothing-ran":
      return `nothing ran${by}`;
    case "unknown":
      return `end unknown: ${run.why ?? "not shown"}${by}`;
  }
}

const BY: Readonly<{ [by in NonNullable<CheckRun["by"]>]: string }> = {
  hook: "a git hook",
  helper: "a helper",
  coxswain: "Coxswain itself",
};

function countsInWords({ counts: { passed, failed, skipped }, kind }: CheckRun): string {
  if (kind !== "test") return (failed ?? 0) > 0 ? countOf(failed ?? 0, "error") : "";
  const parts = [
    ...(passed === undefined ? [] : [`${passed} passed`]),
    ...((failed ?? 0) > 0 ? [`${failed} failed`] : []),
    ...((skipped ?? 0) > 0 ? [`${skipped} skipped`] : []),
  ];
  return parts.join(", ");
}

/** Whether something that the run covers was changed after it. */
function placeInWords({ changes }: Record, run: CheckRun): string {
  const mends = run.rewrites ? ", and mends what it finds" : "";
  if (run.outdated) return `${mends}, before ${shownFile(run.outdated.path)} was changed (step ${run.outdated.step})`;
  const last = changes.findLast(({ role }) => role === "code" || role === "test");
  return `${mends}${last && last.step < run.step ? ", after the last change" : ""}`;
}

function askedLines(evidence: Evidence): readonly ReceiptLine[] {
  const { asked, turn, record } = evidence;
  const commands = asked.commands.map(({ line }): ReceiptLine => {
    const step = stepThatRan(turn.steps, line);
    return step
      ? { part: "asked", about: quote(line, 70), says: "run", steps: [step.number], state: "shown", tone: "good" }
      : { part: "asked", about: quote(line, 70), says: "no step seen", steps: [], state: "no step seen", tone: "open" };
  });
  const files = asked.files.flatMap((file): ReceiptLine => {
    const about = shownFile(file);
    const changed = record.changes.filter((change) => samePath(change.path, file)).map(({ step }) => step);
    if (changed.length > 0)
      return { part: "asked", about, says: "changed", steps: changed, state: "shown", tone: "good" };
    const seen = turn.steps.find(({ action }) => action.paths.some((path) => samePath(path, file)));
    return seen
      ? { part: "asked", about, says: "looked at, not changed", steps: [seen.number], state: "shown", tone: "plain" }
      : { part: "asked", about, says: "no step seen", steps: [], state: "no step seen", tone: "open" };
  });
  const bans = asked.bans.flatMap((ban): readonly ReceiptLine[] => {
    const breach = broken(evidence, ban);
    if (!breach) return [];
    return [
      {
        part: "asked",
        about: quote(ban.text, 70),
        says: `the agent ${breach.what}`,
        steps: breach.steps,
        state: "broken",
        tone: "bad",
      },
    ];
  });
  return [...bans, ...commands, ...files];
}

/** The last step that ran a command line that somebody wrote down. */
export function stepThatRan(steps: readonly Step[], line: string): Step | undefined {
  const wanted = parseCommandLine(line).map(spelled);
  const plain = squeezed(line);
  return steps.findLast(({ action, result }) => {
    if (action.command === undefined || !result || result.status === "rejected") return false;
    if (squeezed(action.command).includes(plain)) return true;
    const ran = new Set(parseCommandLine(action.command).map(spelled));
    return wanted.length > 0 && wanted.every((each) => ran.has(each));
  });
}

function claimLines({ closing, record }: Evidence): readonly ReceiptLine[] {
  const first = new Map<CheckKind, ClaimedCheck>();
  for (const claim of closing.checks) if (!first.has(claim.kind)) first.set(claim.kind, claim);
  return [...first.values()].map((claim): ReceiptLine => {
    const { state, says, steps } = claimInWords(record, claim);
    return {
      part: "claims",
      about: claim.text.slice(0, LONGEST_CLAIM),
      says,
      steps,
      state,
      tone: state === "contradicted" || state === "out of date" ? "bad" : state === "shown" ? "good" : "open",
    };
  });
}

const LONGEST_CLAIM = 300;

function claimInWords(record: Record, claim: ClaimedCheck): Required<Pick<ReceiptLine, "state" | "says" | "steps">> {
  const { state, run } = standingOf(record, claim.kind);
  const name = CHECK_NAMES[claim.kind];
  const steps = run ? [run.shownAt ?? run.step] : [];
  switch (state) {
    case "passed":
      return { state: "shown", says: `${name}: ${run ? endInWords(run) : "passed"}`, steps };
    case "failed":
      // A later step may have run it where the record does not show it.
      return mayHideSince(record, run?.step)
        ? {
            state: "unknown",
            says: `the last run of ${name} that is seen failed; another program may have run it since`,
            steps,
          }
        : { state: "contradicted", says: `the last run of ${name} failed`, steps };
    case "outdated":
      return {
        state: "out of date",
        says: `${name} last ran before ${shownFile(run?.outdated?.path ?? "a file")} was changed`,
        steps: [...steps, run?.outdated?.step ?? 0].filter((step) => step > 0),
      };
    case "unknown":
      return { state: "unknown", says: `how the last run of ${name} ended is not shown`, steps };
    case "never":
      return {
        state: "no step seen",
        says: mayHideSince(record) ? `no step seen that runs ${name}` : `no step runs ${name}`,
        steps,
      };
  }
}

function changedLine({ record: { changes } }: Evidence): readonly ReceiptLine[] {
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

function otherLines({ record, turn }: Evidence): readonly ReceiptLine[] {
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
    ...(unread > 0 ? [strange] : []),
    ...outside.slice(-MOST_OTHERS),
    ...failed.slice(-MOST_OTHERS),
    ...running.slice(-MOST_OTHERS),
    ...hooks.slice(-MOST_OTHERS),
  ];
}

/** The account as lines of text. */
export function receiptLines(lines: readonly ReceiptLine[]): string[] {
  return lines.map((line) => `${line.part}: ${inWords(line)}`);
}

/** One line of it, without its part: what it is about, what the record holds, and where. */
export function inWords({ part, about, says, steps }: ReceiptLine): string {
  const where = steps.length === 0 ? "" : ` (step ${[...new Set(steps)].slice(-4).join(", ")})`;
  return `${part === "claims" ? quote(about, 80) : about}${says === "" ? "" : ` – ${says}`}${where}`;
}

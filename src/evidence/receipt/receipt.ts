import type { ClaimedCheck } from "../closing/claimed-checks.ts";
import type { Evidence } from "../evidence.ts";
import { CHECK_NAMES } from "../proofs/proof.ts";
import { quote, shownFile } from "../quote.ts";
import type { CheckKind, CheckRun } from "../record/check-run.ts";
import { counts, mayHideSince, type Record, standingOf } from "../record/record.ts";
import { askedLines } from "./asked-lines.ts";
import { changedLines } from "./changed-lines.ts";
import { checkLines, tellingRuns } from "./check-lines.ts";
import { type ReceiptLine, receiptLines } from "./receipt-line.ts";
import { endInWords } from "./run-words.ts";
import { countOf } from "../../text/amounts.ts";
import { squeezed } from "../../text/strings.ts";
import { unreadSteps } from "../record/commands.ts";
import { isOutside } from "../record/paths.ts";

function claimLines(evidence: Evidence): readonly ReceiptLine[] {
  const { closing, record } = evidence;
  const first = new Map<CheckKind, ClaimedCheck>();
  for (const claim of closing.checks) if (!first.has(claim.kind)) first.set(claim.kind, claim);
  const claims = [...first.values()].map((claim): ReceiptLine => {
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
  return [...claims, ...blameLines(evidence)];
}

function passingRuns(record: Record, { kind, text }: ClaimedCheck, last: CheckRun): readonly CheckRun[] {
  const well = tellingRuns(record).filter(
    ({ shows, maybe, end, outdated }) => shows.includes(kind) && !maybe && end === "passed" && !outdated,
  );
  const words = new Set(text.split(/[^\w.-]+|\.(?!\w)/));
  const choices = [
    well.filter(({ command }) => text.includes(command)),
    well.filter(({ runner }) => words.has(runner.split(" ", 1)[0] ?? "")),
    well.filter((run) => run.kind === kind),
  ];
  return [...choices, well].find((runs) => runs.length > 0) ?? [last];
}

/** "All 42 tests pass", and the run counted 40. A claim of a part may count differently. */
function namesOther({ count, all, plain }: ClaimedCheck, run: CheckRun | undefined): boolean {
  const { passed, skipped = 0 } = run?.counts ?? {};
  if (count === undefined || passed === undefined || !all || !plain || run?.scope !== "whole") return false;
  return count !== passed && count !== passed + skipped;
}

/** "Two failures are pre-existing", and nothing ran on the code as it was before the changes. */
function blameLines({ closing, record }: Evidence): readonly ReceiptLine[] {
  const blame = closing.statements.find(({ text }) => BLAME.test(text) && OF_CHECKS.test(text));
  const first = record.changes.find(({ role }) => role === "code" || role === "test")?.step ?? 0;
  const runs = [...record.past, ...record.runs];
  if (!blame || !runs.some(({ end }) => end === "failed")) return [];
  if (runs.some(({ step, onOtherCode }) => onOtherCode || step < first) || mayHideSince(record)) return [];
  return [
    {
      part: "claims",
      about: blame.text.slice(0, LONGEST_CLAIM),
      says: "no check ran without the changes",
      steps: [],
      state: "no step seen",
      tone: "open",
    },
  ];
}

const BLAME = /\b(?:pre-?existing|unrelated to (?:my|this|these|the) change\w*|(?:failed|failing|broken) before)\b/i;
/** Files may be pre-existing, too. */
const OF_CHECKS = /\b(?:fail\w*|errors?|tests?|lint\w*|warnings?|diagnostics?|issues?|checks?|breakage|broken)\b/i;
const LONGEST_CLAIM = 300;

function claimInWords(record: Record, claim: ClaimedCheck): Required<Pick<ReceiptLine, "state" | "says" | "steps">> {
  const { state, run } = standingOf(record, claim.kind);
  const name = CHECK_NAMES[claim.kind];
  const steps = run ? [run.shownAt ?? run.step] : [];
  switch (state) {
    case "passed": {
      const well = run ? passingRuns(record, claim, run) : [];
      const own = record.runs.findLast((each) => each.kind === claim.kind && counts(each));
      if (own?.end === "failed" && well.every(({ kind }) => kind !== claim.kind))
        return { state: "unknown", says: `the last run of ${name} itself failed, what passed checks it too`, steps };
      const [only, ...others] = well;
      const part = claim.all && well.every(({ scope }) => scope === "part") ? ", of a part" : "";
      const mends = well.every(({ rewrites }) => rewrites) ? ", by a run that mends what it finds" : "";
      const says = `${name}: ${only && others.length === 0 ? endInWords(only) : "passed"}${part}${mends}`;
      const shownBy = well.map(({ step, shownAt }) => shownAt ?? step);
      if (others.length === 0 && namesOther(claim, only))
        return { state: "unknown", says: `${says}; the closing names ${claim.count}`, steps: shownBy };
      return { state: "shown", says, steps: shownBy };
    }
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
        says: `${name} last ran before ${shownFile(run?.outdated?.path ?? "a file")} was ${run?.outdated?.perhaps ? "perhaps " : ""}changed`,
        steps: [...steps, run?.outdated?.step ?? 0].filter((step) => step > 0),
      };
    case "unknown":
      if (run?.maybe && !claim.all)
        return { state: "no step seen", says: `no step is seen that surely runs ${name}`, steps: [] };
      return run?.maybe && run.end !== "unknown"
        ? {
            state: "unknown",
            says: `${quote(run.command, 40)} ${run.end}; whether it runs ${name} is not shown`,
            steps,
          }
        : { state: "unknown", says: `how the last run of ${name} ended is not shown`, steps };
    case "never":
      return {
        state: "no step seen",
        says: mayHideSince(record) ? `no step seen that runs ${name}` : `no step runs ${name}`,
        steps,
      };
  }
}

/** The account of a turn: what ran, what was asked and claimed, what changed. The same for people, observers, programs. */
export function receiptOf(evidence: Evidence): readonly ReceiptLine[] {
  return withoutDoubles([
    ...checkLines(evidence),
    ...askedLines(evidence),
    ...claimLines(evidence),
    ...changedLines(evidence),
    ...otherLines(evidence),
  ]);
}

/** One command may be several checks, and one file may be named in several ways: what reads the same is told once. */
function withoutDoubles(lines: readonly ReceiptLine[]): readonly ReceiptLine[] {
  const told = new Set<string>();
  return lines.filter((line) => {
    const words = receiptLines([line])[0] ?? "";
    return !told.has(words) && told.add(words);
  });
}

/** True when the account holds a failure, so that nobody may call the turn well. */
export function holdsFailure(evidence: Evidence): boolean {
  return receiptOf(evidence).some(({ tone }) => tone === "bad");
}

const MOST_OTHERS = 6;
const MISMATCHES = {
  left: "is still there",
  gone: "is not on the disk",
  text: "differs from what was written",
} as const;

function also(about: string, says: string, steps: readonly number[], tone: ReceiptLine["tone"] = "plain"): ReceiptLine {
  return { part: "also", about, says, steps, tone };
}

function otherLines({ record, closing, turn, thread }: Evidence): readonly ReceiptLine[] {
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
    ...checksOfPush({ record, turn }),
    ...running.slice(-MOST_OTHERS),
    ...mismatches.slice(-MOST_OTHERS),
  ];
}

/** How the checks of what was pushed stood when the agent last looked (`gh pr checks`). */
function checksOfPush({ record, turn }: Pick<Evidence, "record" | "turn">): readonly ReceiptLine[] {
  const pushed = record.outside.findLast(({ what }) => what.startsWith("pushed"))?.step ?? Infinity;
  const look = turn.steps.findLast(
    ({ number, action }) => number > pushed && /\bgh pr checks\b/.test(action.command ?? ""),
  );
  // While it is watched, the table is printed anew each time: the last row of each counts.
  const rows = new Map([...(look?.result?.output ?? "").matchAll(CHECK_ROW)].map(([, name, state]) => [name, state]));
  if (!look || rows.size === 0) return [];
  const about = "checks of the pull request";
  const states = [...rows.values()];
  const [failed = 0, open = 0] = ["fail", "pending"].map((state) => states.filter((each) => each === state).length);
  if (failed > 0) return [also(about, `${failed} failed when it last looked`, [look.number], "bad")];
  if (open > 0) return [also(about, `not seen to end: ${open} pending when it last looked`, [look.number], "open")];
  const isWhole = !look.action.command?.includes("|") && !states.includes("cancel");
  return isWhole ? [also(about, `passed: ${rows.size}`, [look.number], "good")] : [];
}

const CHECK_ROW = /^([^\t\n]{1,200})\t(pass|fail|pending|skipping|cancel)\t/gm;

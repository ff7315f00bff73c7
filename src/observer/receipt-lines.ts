import { hooksSpokeIn } from "../evidence/receipts/hook-receipts.ts";
import type { Receipt } from "../evidence/receipts/receipt.ts";
import type { Step, Turn } from "../thread/thread.ts";
import { failed } from "./render/status.ts";
import { short } from "./short.ts";
import { expression } from "../patterns/expression.ts";
import { areApart, standingRuns } from "./standing-runs.ts";

const MAX_CHECKS = 8;
const MAX_RUNS = 4;

/**
 * The lines about checks and programs. That a program was started tells less than a check, so it has a limit of its
 * own.
 */
export function receiptLines(receipts: readonly Receipt[], turn: Turn): string[] {
  const checks = receipts.filter((receipt) => !isRun(receipt));
  const runs = receipts.filter((receipt) => isRun(receipt) && !isLookByCode(receipt));
  return [
    ...noCheckLines(checks, turn),
    ...lastRuns(checks, MAX_CHECKS, "checks", turn),
    ...brokenLines(checks),
    ...lastRuns(runs, MAX_RUNS, "programs", turn),
  ];
}

export function isRun({ kind }: Receipt): boolean {
  return kind === "run" || kind === "probe";
}

/** The last run of each command. A run that is out of date is left out when a later one gives an answer. */
function lastRuns(receipts: readonly Receipt[], most: number, what: string, turn: Turn): string[] {
  const last = standingRuns(receipts);
  const shown = last.slice(-most);
  const left = last.length - shown.length;
  return [
    ...(left > 0 ? [`${what}: ${left} more, run earlier, not listed`] : []),
    ...shown.map((receipt) => receiptLine(receipt, turn) + placeNote(receipt, shown)),
  ];
}

/** Names the directory when the same command ran in two places. */
function placeNote({ command, cwd }: Receipt, shown: readonly Receipt[]): string {
  const isOne = shown.every((other) => other.command !== command || !areApart(other.cwd, cwd));
  return isOne || cwd === undefined ? "" : ` (in ${short(cwd)})`;
}

/**
 * True for a few lines of inline code that only looked at a file or edited it: no check, unless it could have failed.
 */
function isLookByCode({ command, outcome }: Receipt): boolean {
  return outcome === "passed" && INLINE_CODE.test(command) && !ASSERTS.test(command);
}

/** The flag for code in each program: `-r` means code in PHP but a module in others; `-c` means code only in Python. */
const INLINE_CODE = expression()`
  ^(?:
    (?:python[\d.]*|node|bun|deno|ruby|php|perl)(?: -[a-z]*)*$
    |(?:
      python[\d.]*(?: -[a-z]+)* -[a-z]*c
      |(?:node|bun|deno)(?: -[a-z]+)* (?:-[a-z]*[ep]|--eval|--print|eval)
      |(?:ruby|perl)(?: -[a-z]+)* -[a-z]*e|php(?: -[a-z]+)* -r
    ) )
`;
const ASSERTS = /\b(?:assert|expect|throw|raise|exit|abort|die)/i;

/** Says when no check ran, and when git hooks may have run some whose output could not be read. */
function noCheckLines(checks: readonly Receipt[], { steps }: Turn): string[] {
  const told = steps.findLast(hooksSpokeIn);
  const isUnread = told && !checks.some(({ byHook, step }) => byHook && step === told.number);
  return [
    ...(checks.length === 0 && steps.some(mayNeedCheck)
      ? ["checks: no test, build, lint or type check is seen in this turn"]
      : []),
    ...(isUnread
      ? [`checks: hooks of git printed something in step ${told.number} when it committed, perhaps of checks`]
      : []),
  ];
}

/** True when the step may have changed something: without changes, a missing check tells nothing. */
function mayNeedCheck({ action: { kind, changes } }: Step): boolean {
  return changes.length > 0 || kind === "subagent" || kind === "other";
}

/** Checks that passed before and failed now: the failure came in this turn. */
function brokenLines(checks: readonly Receipt[]): string[] {
  return standingRuns(checks).flatMap(({ kind, command, cwd, step, outcome }) => {
    if (outcome !== "failed") return [];
    const passed = checks.findLast(
      (run) =>
        run.step < step && run.kind === kind && run.command === command && run.cwd === cwd && run.outcome === "passed",
    );
    return passed ? [`checks: passed in step ${passed.step}, failed in step ${step}: ${command}`] : [];
  });
}

function receiptLine(receipt: Receipt, turn: Turn): string {
  const notes = receipt.reported ? toldNotes(receipt) : seenNotes(receipt, turn);
  const said = notes.filter((note) => note !== "").join(", ");
  return `${nameOf(receipt)}, step ${receipt.step}: ${said}${receipt.command === "" ? "" : `: ${receipt.command}`}`;
}

/** The notes for a reported run: it is unknown which command it was, and how much it covered. */
function toldNotes(receipt: Receipt): string[] {
  return [`${receipt.outcome} as a subagent tells it, not seen`, staleNote(receipt)];
}

function seenNotes(receipt: Receipt, turn: Turn): string[] {
  return [
    outcomeOf(receipt, turn),
    countsOf(receipt),
    receipt.scope === "partial" ? "only a part was run" : "",
    receipt.cached ? "from a cache" : "",
    receipt.masked ? "the line hides its exit code" : "",
    receipt.expectedFailure ? "failing was wanted" : "",
    receipt.baseline ? "ran without the agent's changes" : "",
    receipt.byHook ? "run by a hook of git" : "",
    receipt.witnessed ? "run by Coxswain when the turn had ended" : "",
    staleNote(receipt),
  ];
}

function nameOf({ kind }: Receipt): string {
  if (kind === "run") return "program started";
  return kind === "probe" ? "service asked" : `${kind} check`;
}

function outcomeOf({ ended, outcome, step }: Receipt, { steps }: Turn): string {
  if (ended !== "done") return `did not end (${ended})`;
  switch (outcome) {
    case "passed":
    case "failed":
      return outcome;
    case "nothing-ran":
      return "checked nothing";
    case "unknown": {
      const line = steps.find(({ number }) => number === step);
      return line && failed(line) ? "its line failed, by this or another command of it" : "result not clear";
    }
    default:
      return outcome satisfies never;
  }
}

function countsOf({ counts }: Receipt): string {
  return Object.entries(counts)
    .map(([name, count]) => `${String(count)} ${name}`)
    .join(" ");
}

function staleNote({ stale }: Receipt): string {
  if (!stale) return "";
  const what = `step ${stale.step} changed ${stale.path ?? "files"} afterwards`;
  return stale.strength === "sure" ? `out of date: ${what}` : `${what}, perhaps without effect`;
}

import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import type { Turn } from "../../thread/thread.ts";
import type { CheckRun, Witnessed } from "../../thread/witnessed.ts";
import { byCode } from "./check-result.ts";
import { checksOf } from "./checks.ts";
import { readOutcome } from "../outcomes/read-outcome.ts";
import type { CheckCounts, CheckKind, CheckOutcome, Receipt } from "./receipt.ts";
import { continueReceipts, type ReceiptState } from "./receipts.ts";

/** The receipts after a turn, with the checks Coxswain ran itself in their places: later changes age them too. */
export function receiptsWithWitnessed(
  before: ReceiptState,
  { steps, witnessed }: Turn,
  workspace?: string,
): ReceiptState {
  let state = before;
  let next = 0;
  for (const seen of witnessed) {
    const until = steps.findIndex((step, index) => index >= next && step.number > seen.after);
    const end = until === -1 ? steps.length : until;
    state = continueReceipts(state, steps.slice(next, end), workspace);
    state = { ...state, receipts: [...state.receipts, ...receiptsOfWitnessed(seen)] };
    next = end;
  }
  return continueReceipts(state, steps.slice(next), workspace);
}

function receiptsOfWitnessed({ after, checks }: Witnessed): Receipt[] {
  return checks.filter((run) => run.ended !== "not-started").map((run) => receiptOf(run, after));
}

function receiptOf(run: CheckRun, after: number): Receipt {
  const { kind, command, cwd, exitCode } = run;
  return {
    step: after,
    command,
    kind,
    supports: supportsOf(run),
    runner: runnerOf(command),
    scope: "whole",
    targets: [],
    ...(cwd !== undefined && { cwd }),
    ended: run.ended === "not-started" ? "interrupted" : run.ended,
    ...(exitCode !== undefined && { exitCode }),
    outcome: run.outcome,
    counts: run.counts,
    witnessed: true,
    ...(run.before === "passed" && { passedBefore: true }),
  };
}

function supportsOf({ kind, command }: CheckRun): readonly CheckKind[] {
  const known = knownCheck(command)?.supports ?? [];
  return [...new Set<CheckKind>([kind, ...known])];
}

function runnerOf(command: string): string {
  return knownCheck(command)?.runner ?? command.split(/\s+/, 1).join("");
}

/** What the end of a command says about its check; the command is known to do nothing else. */
export function readCheckEnd(
  kind: CheckKind,
  command: string,
  exitCode: number,
  output: string,
): { readonly outcome: CheckOutcome; readonly counts: CheckCounts } {
  const summary = readOutcome(knownCheck(command)?.reads ?? "task", kind, output);
  return { outcome: byCode(exitCode, summary, output), counts: summary?.counts ?? {} };
}

function knownCheck(command: string) {
  const [only, ...others] = parseCommandLine(command);
  return only && others.length === 0 ? checksOf(only)[0] : undefined;
}

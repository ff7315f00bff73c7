import { gateLines, type Judgement } from "../corrector.ts";
import { factsOf } from "../evidence/facts.ts";
import { ledgerOf } from "../evidence/ledger.ts";
import type { Receipt } from "../evidence/receipts/receipt.ts";
import { describeOutcome, describeStep } from "../thread/describe-step.ts";
import { diffOfChanges } from "../thread/small-diff.ts";
import type { Step, Thread, Turn } from "../thread/thread.ts";
import { closingText, requestText } from "../thread/turns.ts";
import type { Verdict } from "../verdict.ts";
import { caseId } from "./case-id.ts";
import { LONGEST, roughEnd, roughStart } from "./cut.ts";
import { failedWithTheirLines } from "./failed-lines.ts";
import type { Case, CaseReceipt, CaseStep, ReceiptState, TurnAccount } from "./record.ts";

/** Where a turn and its steps stand in the transcript. */
interface Whereabouts {
  readonly path: string;
  readonly key: string;
  readonly at: string | undefined;
  readonly model: string | undefined;
  readonly line: number;
  readonly lineOf: (step: number) => number | undefined;
}

const FIRST_STEPS = 40;
const LAST_STEPS = 160;

/** A would-be correction. It must not be shown before `redactCase` has removed its secrets and cut it. */
export function caseOf(thread: Thread, turn: Turn, { gate, verdict }: Judgement, where: Whereabouts): Case {
  return {
    id: caseId(where.key),
    key: where.key,
    path: where.path,
    host: thread.host,
    threadId: thread.id,
    turn: turn.number,
    line: where.line,
    ...(where.at === undefined ? {} : { at: where.at }),
    ...(thread.cwd === undefined ? {} : { cwd: thread.cwd }),
    ...(where.model === undefined ? {} : { model: where.model }),
    gate: gateLines(gate),
    ...turnAccount(thread, turn, verdict, where.lineOf),
  };
}

/**
 * A turn as a person must see it: the request, the work, the checks, the claims, and what would have been said. It must
 * not be shown before `redactAccount` has removed its secrets and cut it.
 */
export function turnAccount(
  thread: Thread,
  turn: Turn,
  verdict: Verdict,
  lineOf: (step: number) => number | undefined,
): TurnAccount {
  const ledger = ledgerOf(factsOf(thread, turn));
  const proof = provingSteps(verdict);
  const cited = new Set([...proof, ...ledger.claims.flatMap((claim) => claim.steps)]);
  const steps = turn.steps.filter(
    (step, index) => index < FIRST_STEPS || index >= turn.steps.length - LAST_STEPS || cited.has(step.number),
  );
  return {
    request: roughStart(requestText(thread, turn), LONGEST.words),
    closing: roughEnd(closingText(thread, turn), LONGEST.words),
    verdict,
    steps: steps.map((step) => ({
      ...timelineStep(step, proof.has(step.number), lineOf(step.number)),
      ...roleOf(step, verdict),
    })),
    omitted: turn.steps.length - steps.length,
    receipts: failedWithTheirLines(withoutRepeats(ledger.receipts.map(caseReceipt)), turn, {
      proof,
      findings: verdict.findings,
    }),
    claims: ledger.claims.map(({ claim, standing, steps: weighed }) => ({
      type: claim.type,
      text: roughStart(claim.sentence.text, LONGEST.line),
      standing,
      steps: weighed,
    })),
    requests: ledger.requests.map(({ request, about, standing }) => ({
      text: roughStart(request.text, LONGEST.line),
      ...(about === undefined ? {} : { about: roughStart(about, LONGEST.line) }),
      standing,
    })),
  };
}

/** The steps that a verdict rests on. */
export function provingSteps({ findings, steps }: Verdict): ReadonlySet<number> {
  return new Set([...findings.flatMap((finding) => finding.steps), ...steps]);
}

function roleOf({ number }: Step, { findings }: Verdict): Pick<CaseStep, "role"> {
  const role = findings.find(({ steps }) => steps.includes(number))?.roles?.[number];
  return role === undefined ? {} : { role };
}

function timelineStep(step: Step, isProof: boolean, line: number | undefined): CaseStep {
  const ok = step.result === undefined || step.result.status === "done" || step.result.status === "background";
  const output =
    isProof || !ok ? roughEnd(step.result?.output.trim() ?? "", LONGEST[isProof ? "proof" : "failure"]) : "";
  const diff = isProof ? roughStart(diffOfChanges(step.action.changes), LONGEST.diff) : "";
  return {
    number: step.number,
    ...(line === undefined ? {} : { line }),
    text: roughStart(describeStep(step), LONGEST.line),
    outcome: describeOutcome(step),
    ok,
    edits: step.action.changes.length > 0,
    ...(diff === "" ? {} : { diff }),
    ...(output === "" ? {} : { output }),
  };
}

/** One command line may run a check several times, and such runs look identical here. */
function withoutRepeats(receipts: readonly CaseReceipt[]): CaseReceipt[] {
  return [...new Map(receipts.map((receipt) => [JSON.stringify(receipt), receipt])).values()];
}

function caseReceipt(receipt: Receipt): CaseReceipt {
  return {
    step: receipt.step,
    command: receipt.reported ? "what a subagent reports" : roughStart(receipt.command, LONGEST.line),
    state: stateOf(receipt),
    detail: detailOf(receipt),
  };
}

function stateOf({ outcome, masked, stale }: Receipt): ReceiptState {
  switch (outcome) {
    case "failed":
      return "failed";
    case "nothing-ran":
      return "nothing-ran";
    case "unknown":
      return masked ? "masked" : "unknown";
    case "passed":
      return stale?.strength === "sure" ? "stale" : "fresh";
  }
}

/** Only a change that certainly concerns a check makes its result stale. */
const UNSURE = { sure: "", weak: ", which may not concern it" };

const OUTCOMES: Record<Receipt["outcome"], string> = {
  passed: "passed",
  failed: "failed",
  "nothing-ran": "checked nothing",
  unknown: "not clear",
};

const ENDS: Record<Exclude<Receipt["ended"], "done">, string> = {
  "timed-out": "timed out",
  interrupted: "interrupted",
  background: "in the background",
  running: "still running",
};

function detailOf({ outcome, ended, exitCode, counts, masked, byHook, stale, kind }: Receipt): string {
  const { passed, failed, skipped } = counts;
  const parts = [
    `${kind}: ${ended === "done" ? OUTCOMES[outcome] : ENDS[ended]}`,
    exitCode === undefined ? "" : `exit ${exitCode}`,
    [count(passed, "passed"), count(failed, "failed"), count(skipped, "skipped")].filter(Boolean).join(" "),
    byHook ? "run by a hook of git" : "",
    masked ? `its exit code is hidden (${masked})` : "",
    stale ? `${stale.path ?? "something"} changed later, in step ${stale.step}${UNSURE[stale.strength]}` : "",
  ];
  return parts.filter((part) => part !== "").join(", ");
}

function count(amount: number | undefined, word: string): string {
  return amount === undefined ? "" : `${amount} ${word}`;
}

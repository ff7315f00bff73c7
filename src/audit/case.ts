import { gateLines, type Judgement } from "../corrector.ts";
import { factsOf } from "../evidence/facts.ts";
import { ledgerOf } from "../evidence/ledger.ts";
import type { Receipt } from "../evidence/receipts/receipt.ts";
import { describeOutcome, describeStep } from "../thread/describe-step.ts";
import type { Step, Thread, Turn } from "../thread/thread.ts";
import { closingText, requestText } from "../thread/turns.ts";
import type { Case, CaseReceipt, CaseStep, ReceiptState } from "./record.ts";

/** Where a turn and its steps stand. */
export interface Whereabouts {
  readonly path: string;
  readonly key: string;
  readonly at: string | undefined;
  readonly model: string | undefined;
  readonly line: number;
  readonly lineOf: (step: number) => number | undefined;
}

const LONGEST_TEXT = 6000;
const LONGEST_STEP = 400;
const LONGEST_PROOF = 2000;
/** Of a step that is not part of the proof, only a failure shows its end. */
const LONGEST_FAILURE = 300;
const FIRST_STEPS = 40;
const LAST_STEPS = 160;

/** Keeps a would-be correction as a person has to see it: asked, done, checked, claimed, and what would have been said. */
export function caseOf(thread: Thread, turn: Turn, { gate, verdict }: Judgement, where: Whereabouts): Case {
  const ledger = ledgerOf(factsOf(thread, turn));
  const proof = new Set([...verdict.findings.flatMap((finding) => finding.steps), ...verdict.steps]);
  const cited = new Set([...proof, ...ledger.claims.flatMap((claim) => claim.steps)]);
  const steps = turn.steps.filter(
    (step, index) => index < FIRST_STEPS || index >= turn.steps.length - LAST_STEPS || cited.has(step.number),
  );
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
    request: shortened(requestText(thread, turn), LONGEST_TEXT),
    closing: ending(closingText(thread, turn), LONGEST_TEXT),
    verdict,
    gate: gateLines(gate),
    steps: steps.map((step) => timelineStep(step, proof.has(step.number), where.lineOf(step.number))),
    omitted: turn.steps.length - steps.length,
    receipts: withoutRepeats(ledger.receipts.map(caseReceipt)),
    claims: ledger.claims.map(({ claim, standing, steps: weighed }) => ({
      type: claim.type,
      text: shortened(claim.sentence.text, LONGEST_STEP),
      standing,
      steps: weighed,
    })),
    requests: ledger.requests.map(({ request, about, standing }) => ({
      text: shortened(request.text, LONGEST_STEP),
      ...(about === undefined ? {} : { about: shortened(about, LONGEST_STEP) }),
      standing,
    })),
  };
}

/** Tells the cases of audits from decisions about live sessions, whose ids never begin so. */
export const CASE_ID_PREFIX = "a-";

/** Short enough to type, and the same whenever this turn is looked at again. */
export function caseId(key: string): string {
  return `${CASE_ID_PREFIX}${key.slice(0, 10)}`;
}

function timelineStep(step: Step, isProof: boolean, line: number | undefined): CaseStep {
  const ok = step.result === undefined || step.result.status === "done" || step.result.status === "background";
  const room = isProof ? LONGEST_PROOF : ok ? 0 : LONGEST_FAILURE;
  const output = room > 0 ? ending(step.result?.output.trim() ?? "", room) : "";
  return {
    number: step.number,
    ...(line === undefined ? {} : { line }),
    text: shortened(describeStep(step), LONGEST_STEP),
    outcome: describeOutcome(step),
    ok,
    edits: step.action.changes.length > 0,
    ...(output === "" ? {} : { output }),
  };
}

/** One line may run a check several times, and nothing tells these runs apart. */
function withoutRepeats(receipts: readonly CaseReceipt[]): CaseReceipt[] {
  return [...new Map(receipts.map((receipt) => [JSON.stringify(receipt), receipt])).values()];
}

function caseReceipt(receipt: Receipt): CaseReceipt {
  return {
    step: receipt.step,
    command: receipt.reported ? "what a subagent reports" : shortened(receipt.command, LONGEST_STEP),
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

/** Only a change that surely concerns a check makes it stale. */
const UNSURE = { sure: "", weak: ", which may not concern it" };

function detailOf({ outcome, ended, exitCode, counts, masked, stale, kind }: Receipt): string {
  const { passed, failed, skipped } = counts;
  const parts = [
    `${kind}: ${ended === "done" ? outcome : ended}`,
    exitCode === undefined ? "" : `exit ${exitCode}`,
    [count(passed, "passed"), count(failed, "failed"), count(skipped, "skipped")].filter(Boolean).join(" "),
    masked ? `its exit code is hidden (${masked})` : "",
    stale ? `${stale.path ?? "something"} changed later, in step ${stale.step}${UNSURE[stale.strength]}` : "",
  ];
  return parts.filter((part) => part !== "").join(", ");
}

function count(amount: number | undefined, word: string): string {
  return amount === undefined ? "" : `${amount} ${word}`;
}

function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`;
}

/** What comes last says how it ended. */
function ending(text: string, length: number): string {
  return text.length <= length ? text : `…${text.slice(1 - length).toWellFormed()}`;
}

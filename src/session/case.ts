import { accountOf } from "./account.ts";
import type { Case, Look, SessionRecord, TurnAccount, CaseStep } from "./record.ts";
import { type Redactor, redactTogether } from "../text/strings.ts";
import { redactVerdict, type Verdict } from "../verdict.ts";
import { cleanEnd, cleanStart, LONGEST, roughEnd, roughStart } from "./cut.ts";
import { shortDiff } from "./telling-lines.ts";
import { type Judgement, gateLines } from "../corrector.ts";
import { evidenceOf } from "../evidence/evidence.ts";
import type { ReceiptLine } from "../evidence/receipt/receipt-line.ts";
import { receiptOf } from "../evidence/receipt/receipt.ts";
import { ruleLines } from "../evidence/receipt/rule-lines.ts";
import { suspicionOf } from "../evidence/score/score.ts";
import type { NewVerdict } from "../store/records.ts";
import { describeOutcome, describeStep } from "../thread/describe-step.ts";
import { diffOfChanges } from "../thread/small-diff.ts";
import type { Step, Thread, Turn } from "../thread/thread.ts";
import { closingText, requestText } from "../thread/turns.ts";

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

/** A turn as a person must see it. Only `redactAccount` makes it fit to be shown. */
export function turnAccount(
  thread: Thread,
  turn: Turn,
  verdict: Verdict,
  lineOf: (step: number) => number | undefined,
): TurnAccount {
  const evidence = evidenceOf(thread, turn);
  const receipt = [...ruleLines(verdict.rules), ...receiptOf(evidence)];
  const proof = provingSteps(verdict);
  const cited = new Set([
    ...proof,
    ...receipt.flatMap(({ part, steps }) => (part === "claims" || part === "definition" ? steps : [])),
  ]);
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
    receipt,
    account: accountOf(evidence, receipt),
    worth: suspicionOf(evidence),
  };
}

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

/** Marks the ids of audit cases: the ids of decisions about live sessions never begin like this. */
export const CASE_ID_PREFIX = "a-";

/** A case id that is short enough to type, and the same whenever this turn is audited again. */
export function caseId(key: string): string {
  return `${CASE_ID_PREFIX}${key.slice(0, 10)}`;
}

/** A case in the form of a stored decision, so that feedback about it counts like feedback about a live one. */
export function caseRecord(found: Case): NewVerdict {
  return {
    id: found.id,
    threadId: found.threadId,
    host: found.host,
    session: found.threadId,
    turn: found.turn,
    ...(found.at === undefined ? {} : { at: found.at }),
    ...(found.cwd === undefined ? {} : { cwd: found.cwd }),
    verdict: found.verdict,
    gateReasons: found.gate,
    injected: "shadow",
  };
}

/** Removes secrets from a case before it is stored or shown. What one text gives away goes from all of them. */
export function redactCase(found: Case, redact: Redactor): Case {
  return redactTogether(redact, (together) => ({
    ...withoutSecrets(found, together),
    gate: found.gate.map((line) => together(line)),
  }));
}

export function redactAccount<Told extends TurnAccount>(found: Told, redact: Redactor): Told {
  return redactTogether(redact, (together) => withoutSecrets(found, together));
}

/** Removes secrets from every text that comes from a transcript, and then cuts it. */
function withoutSecrets<Told extends TurnAccount>(found: Told, redact: Redactor): Told {
  const line = (text: string): string => cleanStart(text, LONGEST.line, redact);
  const proof = provingSteps(found.verdict);
  const messages = found.verdict.findings.map(({ message }) => message);
  return {
    ...found,
    request: cleanStart(found.request, LONGEST.words, redact),
    closing: cleanEnd(found.closing, LONGEST.words, redact),
    verdict: redactVerdict(found.verdict, redact),
    steps: found.steps.map(({ output, diff, ...step }) => ({
      ...step,
      text: line(step.text),
      ...(diff === undefined
        ? {}
        : { diff: shortDiff(cleanStart(diff, LONGEST.diff, redact), LONGEST.proof, messages) }),
      ...(output === undefined
        ? {}
        : { output: cleanEnd(output, LONGEST[proof.has(step.number) ? "proof" : "failure"], redact) }),
    })),
    receipt: found.receipt.map((each) => withoutSecretsIn(each, redact)),
    worth: { ...found.worth, reasons: found.worth.reasons.map((reason) => redact(reason)) },
  };
}

function withoutSecretsIn(line: ReceiptLine, redact: (text: string) => string): ReceiptLine {
  return { ...line, about: cleanStart(line.about, LONGEST.line, redact), says: redact(line.says) };
}

/** Removes secrets from the beginnings of the requests in a record and from what is told of its leads, and cuts them. */
export function redactRecord(record: SessionRecord, redact: (text: string) => string): SessionRecord {
  const turns = record.turns.map((turn) => (turn.look ? { ...turn, look: redactLook(turn.look, redact) } : turn));
  return { ...record, turns };
}

function redactLook(look: Look, redact: (text: string) => string): Look {
  return {
    ...look,
    findings: look.findings.map((finding) =>
      finding.message === undefined
        ? finding
        : { ...finding, message: cleanStart(finding.message, LONGEST.line, redact) },
    ),
    request: cleanStart(look.request, LONGEST.opening, redact),
    ...(look.receipt && { receipt: look.receipt.map((each) => withoutSecretsIn(each, redact)) }),
  };
}

const STEPS_IN_SHORT = 8;

/** Of many steps, those that the decision rests on and the last ones, by their places. */
export function inShort({ verdict, steps }: Pick<Case, "verdict" | "steps">): Record<"steps", readonly number[]> {
  const cited = provingSteps(verdict);
  const last = steps.length - STEPS_IN_SHORT;
  return { steps: steps.flatMap(({ number }, place) => (place >= last || cited.has(number) ? [place] : [])) };
}

import type { Evidence } from "../../evidence/evidence.ts";
import { type ReceiptLine, receiptLines } from "../../evidence/receipt/receipt-line.ts";
import { receiptOf } from "../../evidence/receipt/receipt.ts";
import { mayHideSince } from "../../evidence/record/record.ts";
import type { VerdictRecord } from "../../store/records.ts";
import { hexFingerprint, plainName } from "../../text/strings.ts";
import type { Thread } from "../../thread/thread.ts";
import { spokenFindings } from "../../verdict.ts";
// Its types alone: making its schema takes longer than all else of a report.
import type { Report } from "../report.ts";

export interface ToReport {
  readonly record: Omit<VerdictRecord, "feedback">;
  /** Absent where there is nothing to read a turn from. */
  readonly evidence?: Evidence | undefined;
  readonly machine: string;
  readonly engine: string;
  readonly repository: string | null;
  readonly answered: Report["answered"];
  /** The words go along, after this: only where the team and the machine allow it. */
  readonly redact?: ((text: string) => string) | undefined;
}

/** What leaves the machine of one decision. */
export function reportOf({ record, evidence, redact, ...more }: ToReport): Report {
  const { verdict } = record;
  const spoken = new Set(spokenFindings(verdict));
  const receipt = evidence ? receiptOf(evidence) : [];
  return {
    v: 1,
    ...more,
    id: record.id,
    at: record.at,
    agent: plainName(record.host),
    agentModel: evidence ? modelOf(evidence.thread) : null,
    session: hexFingerprint(`${record.host} ${record.session}`),
    turn: record.turn,
    verdict: verdict.verdict,
    judge: verdict.judge,
    injected: record.injected,
    category: verdict.category === null ? null : plainName(verdict.category),
    confidence: verdict.confidence,
    findings: verdict.findings
      .slice(0, 20)
      .map((finding) => ({ id: plainName(finding.id), confidence: finding.confidence, spoken: spoken.has(finding) })),
    steps: evidence?.turn.steps.length ?? 0,
    claims: accountOf(receipt, "claims"),
    asked: accountOf(receipt, "asked"),
    checks: checksIn(evidence),
    changed: changesIn(evidence),
    durationMs: Math.round(verdict.durationMs),
    usage: verdict.usage.slice(0, 20).map(({ model, operationType, inputTokens, outputTokens, ...usage }) => ({
      model: plainName(model, 120),
      operationType,
      inputTokens,
      outputTokens,
      cachedInputTokens: usage.cachedInputTokens,
      ...(usage.cost === undefined ? {} : { cost: usage.cost }),
    })),
    ...(redact ? { content: contentOf(record, receipt, redact) } : {}),
  };
}

function modelOf({ messages }: Thread): string | null {
  const spoken = messages.findLast((message) => message.role === "assistant" && message.model !== undefined);
  return spoken?.role === "assistant" && spoken.model !== undefined ? plainName(spoken.model, 120) : null;
}

function accountOf(receipt: readonly ReceiptLine[], part: ReceiptLine["part"]): Report["claims"] {
  const states = receipt.filter((line) => line.part === part).map(({ state }) => state);
  const shown = states.filter((state) => state === "shown").length;
  const against = states.filter((state) => state === "contradicted" || state === "out of date" || state === "broken");
  return { shown, contradicted: against.length, open: states.length - shown - against.length };
}

function checksIn(evidence: Evidence | undefined): Report["checks"] {
  const ended = (...ends: readonly string[]) =>
    evidence?.record.runs.filter(({ end }) => ends.includes(end)).length ?? 0;
  return { passed: ended("passed"), failed: ended("failed"), unknown: ended("unknown", "nothing-ran") };
}

function changesIn(evidence: Evidence | undefined): Report["changed"] {
  if (!evidence) return { files: 0, tests: 0, code: false, unchecked: false };
  const { record } = evidence;
  const edits = record.changes.filter(({ role, restored, perhaps }) => role !== "scratch" && !restored && !perhaps);
  const pathsOf = (role?: string) =>
    new Set(edits.filter((each) => role === undefined || each.role === role).map(({ path }) => path));
  const code = edits.some(({ role, shell }) => (role === "code" || role === "test") && !shell);
  const ran = record.runs.some(({ end, notReached }) => end !== "nothing-ran" && !notReached);
  // Only where every command is known is it sure that none of them was a check.
  return { files: pathsOf().size, tests: pathsOf("test").size, code, unchecked: code && !ran && !mayHideSince(record) };
}

function contentOf(
  { verdict }: ToReport["record"],
  receipt: readonly ReceiptLine[],
  redact: (text: string) => string,
): Report["content"] {
  return {
    message: verdict.message === null ? null : redact(verdict.message).slice(0, 4000),
    reason: redact(verdict.reason).slice(0, 2000),
    findings: verdict.findings
      .slice(0, 20)
      .map(({ id, message }) => ({ id: plainName(id), message: redact(message).slice(0, 2000) })),
    receipt: receiptLines(receipt)
      .slice(0, 60)
      .map((line) => redact(line).slice(0, 500)),
  };
}

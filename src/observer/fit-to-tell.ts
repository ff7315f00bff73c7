import { neutralise, type Redactor, redactTogether } from "../text/strings.ts";
import type { DeltaOf } from "../thread/delta.ts";
import { type Verdict, redactVerdict } from "../verdict.ts";
import type { Gate } from "./gate.ts";

interface Redactable {
  readonly gate: Gate;
  readonly verdict: Verdict;
  readonly witnessed?: DeltaOf<"witnessed">;
}

/** Fit to be stored, shown and sent: plain words, no secrets. If the redaction fails, nothing of it is said. */
export function fitToTell<Judgement extends Redactable>(judged: Judgement, redact: Redactor | undefined): Judgement {
  const { gate } = judged;
  const verdict = sayPlainly(judged.verdict);
  const judgement = { ...judged, verdict };
  if (!redact) return judgement;
  try {
    const { witnessed } = judged;
    return redactTogether(redact, (together) => ({
      ...judgement,
      gate: { ...gate, reasons: gate.reasons.map((reason) => ({ ...reason, detail: together(reason.detail) })) },
      verdict: redactVerdict(verdict, together),
      ...(witnessed ? { witnessed: redactWitnessed(witnessed, together) } : {}),
    }));
  } catch {
    const withheld = { message: null, reason: "what was decided could not be redacted", findings: [] };
    return {
      ...judgement,
      gate: { ...gate, reasons: [] },
      verdict: { ...verdict, ...withheld, verdict: "unchecked" },
      ...(judged.witnessed ? { witnessed: { ...judged.witnessed, checks: [], mismatches: [] } } : {}),
    };
  }
}

function redactWitnessed(witnessed: DeltaOf<"witnessed">, redact: Redactor): DeltaOf<"witnessed"> {
  const checks = witnessed.checks.map((run) => ({
    ...run,
    command: redact(run.command),
    tail: redact(run.tail),
    ...(run.reason === undefined ? {} : { reason: redact(run.reason) }),
  }));
  return { ...witnessed, checks };
}

/** Enough for one finding: a sentence with what it quotes. */
const LONGEST_FINDING = 500;
const LONGEST = 1200;

/** It goes to an agent in the person's name: it may not control a terminal, hide letters or pose as a speaker. */
export function sayPlainly(verdict: Verdict): Verdict {
  const findings = verdict.findings.map((finding) => {
    const message = plainWords(finding.message, LONGEST_FINDING);
    return message === finding.message ? finding : { ...finding, message };
  });
  const message = verdict.findings.reduce(
    (said, { message: raw }, index) => said?.replace(raw, () => findings[index]?.message ?? "") ?? null,
    verdict.message,
  );
  return { ...verdict, message: message === null ? null : plainWords(message, LONGEST), findings };
}

function plainWords(text: string, longest: number): string {
  const plain = neutralise(text).replaceAll(BREAK, " ").replaceAll(SOMEBODYS_TURN, " ");
  if (plain.length <= longest) return plain;
  return `${plain.slice(0, longest - END)}…${plain.slice(1 - END)}`.toWellFormed();
}

/** How much of the end is kept: it says what to do. */
const END = 150;
const BREAK = /[\n\t]\s*/g;

/** Tags and labels with which agents mark who is speaking. */
const SOMEBODYS_TURN =
  /<\/?(?:system|user|human|assistant|developer|tool|function|invoke|antml)(?:[-_:]\w{1,40})*(?:\s[^<>]{0,200})?>|\[\/?(?:INST|SYS)\]|<\|[^|<>]{0,60}\|>/gi;

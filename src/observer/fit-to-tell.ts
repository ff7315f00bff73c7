import type { DeltaOf } from "../thread/delta.ts";
import { redactVerdict, type Verdict } from "../verdict.ts";
import type { Gate } from "./gate.ts";
import { sayPlainly } from "./plain-words.ts";
import { type Redactor, redactTogether } from "../redactor.ts";

interface Redactable {
  readonly gate: Gate;
  readonly verdict: Verdict;
  readonly witnessed?: DeltaOf<"witnessed">;
}

/**
 * A judgement in the form that may be stored, shown and sent. It quotes commands, closing words, and what a model or
 * provider said, so it is turned into plain words and secrets are removed. If the redaction itself fails, nothing of
 * the judgement is said.
 */
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

/** Redacts the commands of the checks and what they printed. */
function redactWitnessed(witnessed: DeltaOf<"witnessed">, redact: Redactor): DeltaOf<"witnessed"> {
  const checks = witnessed.checks.map((run) => ({
    ...run,
    command: redact(run.command),
    tail: redact(run.tail),
    ...(run.reason === undefined ? {} : { reason: redact(run.reason) }),
  }));
  return { ...witnessed, checks };
}

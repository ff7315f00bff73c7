import { type Redactor, redactTogether } from "../redactor.ts";
import { redactVerdict } from "../verdict.ts";
import { provingSteps } from "./case.ts";
import { cleanEnd, cleanStart, LONGEST } from "./cut.ts";
import { shortDiff } from "./telling-lines.ts";
import type { Case, Look, SessionRecord, TurnAccount } from "./record.ts";

/** Removes secrets from a case before it is stored or shown. What one text gives away goes from all of them. */
export function redactCase(found: Case, redact: Redactor): Case {
  return redactTogether(redact, (together) => ({
    ...withoutSecrets(found, together),
    gate: found.gate.map((line) => together(line)),
  }));
}

/** The same for a turn that is no case. */
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
    receipt: found.receipt.map((each) => ({ ...each, about: line(each.about), says: redact(each.says) })),
    worth: { ...found.worth, reasons: found.worth.reasons.map((reason) => redact(reason)) },
  };
}

/** Removes secrets from the beginnings of the requests in a record and from what its leads say, and cuts them. */
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
  };
}

import { redactVerdict } from "../verdict.ts";
import type { Case, SessionRecord } from "./record.ts";

/** Takes secrets out of every text of a case that comes from a transcript, before it is kept or shown. */
export function redactCase(found: Case, redact: (text: string) => string): Case {
  return {
    ...found,
    request: redact(found.request),
    closing: redact(found.closing),
    verdict: redactVerdict(found.verdict, redact),
    gate: found.gate.map(redact),
    steps: found.steps.map((step) => ({
      ...step,
      text: redact(step.text),
      ...(step.output === undefined ? {} : { output: redact(step.output) }),
    })),
    receipts: found.receipts.map((receipt) => ({
      ...receipt,
      command: redact(receipt.command),
      detail: redact(receipt.detail),
    })),
    claims: found.claims.map((claim) => ({ ...claim, text: redact(claim.text) })),
    requests: found.requests.map((request) => ({
      ...request,
      text: redact(request.text),
      ...(request.about === undefined ? {} : { about: redact(request.about) }),
    })),
  };
}

/** The same for how requests begin. */
export function redactRecord(record: SessionRecord, redact: (text: string) => string): SessionRecord {
  return {
    ...record,
    turns: record.turns.map((turn) =>
      turn.look ? { ...turn, look: { ...turn.look, request: redact(turn.look.request) } } : turn,
    ),
  };
}

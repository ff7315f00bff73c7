import { type Evidence, evidenceOf } from "../../src/evidence/evidence.ts";
import { createEvidenceJudge, findingsOf } from "../../src/evidence/judge.ts";
import type { Found, Proof } from "../../src/evidence/proofs/proof.ts";
import { inWords } from "../../src/evidence/receipt/receipt-line.ts";
import { receiptOf } from "../../src/evidence/receipt/receipt.ts";
import type { Finding, Verdict } from "../../src/verdict.ts";
import type { Thread } from "../../src/thread/thread.ts";

interface Told {
  readonly build: () => Thread;
}

export function evidenceIn(told: Told): Evidence {
  const thread = told.build();
  const turn = thread.turns.at(-1);
  if (!turn) throw new Error("the fixture has no turn");
  return evidenceOf(thread, turn);
}

export function foundBy(told: Told, proof: Proof): readonly Found[] {
  return proof.find(evidenceIn(told));
}

export function foundIn(told: Told): readonly Finding[] {
  return findingsOf(evidenceIn(told));
}

export function judged(told: Told): Verdict {
  const { thread, turn } = evidenceIn(told);
  return createEvidenceJudge().assess({ thread, turn });
}

export function receiptIn(told: Told): string[] {
  return receiptOf(evidenceIn(told)).map((line) => `${line.part}: ${inWords(line)}`);
}

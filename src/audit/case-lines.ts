import { NO_LINE } from "../hosts/reading/tally.ts";
import { type Finding, spokenFindings } from "../verdict.ts";
import type { Case } from "./record.ts";

interface Words {
  readonly how: "claimed" | "said";
  readonly text: string;
}

/** What the agent claimed that is not so; its last words, which claim nothing, where no single claim can be named. */
export function wordsOf({ claims, closing }: Case): Words {
  const broken = claims.find((claim) => claim.standing === "contradicted");
  const bare = broken ?? claims.find((claim) => claim.standing === "unsupported");
  return bare ? { how: "claimed", text: bare.text } : { how: "said", text: lastLine(closing) };
}

/** The findings that would have spoken, the surest first. */
export function proofOf({ verdict }: Case): readonly Finding[] {
  const spoke = spokenFindings(verdict);
  return spoke.length > 0 ? spoke : verdict.findings.slice(0, 1);
}

/** A model objected, and the record proves nothing. */
export function isOpinion({ verdict }: Case): boolean {
  return verdict.judge === "model";
}

/** `FILE:LINE`, at the step that proves it, else where the turn begins; the file alone where no line is known. */
export function whereOf(found: Case): string {
  const proof = new Set(proofOf(found).flatMap((finding) => finding.steps));
  const line = found.steps.find((step) => proof.has(step.number) && step.line !== undefined)?.line ?? found.line;
  return line !== NO_LINE ? `${found.path}:${line}` : found.path;
}

function lastLine(text: string): string {
  return (
    text
      .trim()
      .split("\n")
      .findLast((line) => line.trim() !== "")
      ?.trim() ?? ""
  );
}

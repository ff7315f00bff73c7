import { type Finding, spokenFindings } from "../verdict.ts";
import type { Case } from "./record.ts";

/** What the agent said that is not so; its last words where no single claim can be named. */
export function claimOf({ claims, closing }: Case): string {
  const broken = claims.find((claim) => claim.standing === "contradicted");
  const bare = broken ?? claims.find((claim) => claim.standing === "unsupported");
  return bare?.text ?? lastLine(closing);
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
  return line > 0 ? `${found.path}:${line}` : found.path;
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

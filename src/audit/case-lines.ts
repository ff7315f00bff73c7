import { NO_LINE } from "../hosts/reading/tally.ts";
import { type Finding, spokenFindings } from "../verdict.ts";
import type { ClaimStanding } from "../evidence/ledger.ts";
import type { Case, CaseClaim } from "./record.ts";

interface Words {
  readonly how: "claimed" | "said";
  readonly text: string;
}

/** What the agent claimed that is not so; where no claim is that, what it claimed first; else how its last words begin. */
export function wordsOf({ claims, closing }: Case): Words {
  const standing = (wanted: ClaimStanding): CaseClaim | undefined => claims.find((claim) => claim.standing === wanted);
  const [first] = claims;
  const claim = standing("contradicted") ?? standing("unsupported") ?? first;
  return claim ? { how: "claimed", text: claim.text } : { how: "said", text: firstLine(closing) };
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

/** `FILE:LINE`, at the last step that proves it, else where the turn begins; the file alone where no line is known. */
export function whereOf(found: Case): string {
  const proof = new Set(proofOf(found).flatMap((finding) => finding.steps));
  const line = found.steps.findLast((step) => proof.has(step.number) && step.line !== undefined)?.line ?? found.line;
  return line !== NO_LINE ? `${found.path}:${line}` : found.path;
}

/** Headings and marks of a list or of bold words say nothing. */
function firstLine(text: string): string {
  const lines = text.split("\n").map((line) => line.replace(/^\s*(?:[-*+>]|\d+\.)\s+|\*\*|__/g, "").trim());
  return lines.find((line) => line !== "" && !line.startsWith("#")) ?? text.trim();
}

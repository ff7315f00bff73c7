import type { Proving } from "../corrector.ts";
import type { Definition } from "../evidence/definition/definition.ts";
import { createReadingJudge } from "../evidence/judge.ts";
import { type LoweredFinding, lowering } from "../evidence/lowering.ts";
import type { SessionJudging } from "../session/session.ts";

/** How turns are judged, as plain data, so that it can be sent to a worker and be part of a fingerprint. */
export interface ProvingSettings {
  readonly gate: NonNullable<Proving["gate"]>;
  readonly ignoreStandDown: readonly string[];
  readonly user?: string;
  readonly threshold: number;
  /** Findings that people marked as wrong too often in a repository. */
  readonly lowered: readonly LoweredFinding[];
  readonly definition?: Definition;
}

export function provingOf({ threshold, lowered, definition, ...judging }: ProvingSettings): SessionJudging {
  const lower = lowered.length > 0 ? { lower: lowering(lowered) } : {};
  return { ...judging, evidence: createReadingJudge({ threshold, ...lower, ...(definition && { definition }) }) };
}

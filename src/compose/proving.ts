import type { Judging } from "../corrector.ts";
import { createEvidenceJudge } from "../evidence/judge.ts";
import { type LoweredFinding, lowering } from "../evidence/lowering.ts";
import { composeManners } from "./manners.ts";
import type { Settings } from "./settings.ts";

/** What a configuration asks for as far as it needs no model: the hook loads no more than this for most turns. */
export function composeProving(settings: Settings, lowered: readonly LoweredFinding[] = []): Judging {
  const { threshold } = settings.config.evidence;
  return {
    ...composeManners(settings),
    evidence: createEvidenceJudge({ threshold, lower: lowering(lowered) }),
  };
}

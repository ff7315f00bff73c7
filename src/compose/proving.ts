import { userInfo } from "node:os";
import type { Judging } from "../corrector.ts";
import { createEvidenceJudge } from "../evidence/judge.ts";
import { type LoweredFinding, lowering } from "../evidence/lowering.ts";
import { reportRedactor } from "./observer-settings.ts";
import type { Settings } from "./judging.ts";

/** What a configuration asks for as far as it needs no model: the hook loads no more than this for most turns. */
export function composeProving({ config, env }: Settings, lowered: readonly LoweredFinding[] = []): Judging {
  const { threshold } = config.evidence;
  return {
    gate: config.gate,
    ignoreStandDown: config.standDown.ignore,
    ...loginName(),
    redact: reportRedactor(config, env),
    evidence: createEvidenceJudge({ threshold, lower: lowering(lowered) }),
  };
}

/** A user id without an entry, as in some containers, has no name. */
function loginName(): { readonly user?: string } {
  try {
    return { user: userInfo().username };
  } catch {
    return {};
  }
}

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
    // Nobody else asks for it, and to look it up takes reading the system's files.
    ...(config.gate.allow.length > 0 && loginName()),
    redact: reportRedactor(config, env),
    evidence: createEvidenceJudge({ threshold, lower: lowering(lowered) }),
  };
}

/** A user id without an entry, as in some containers, has no name. */
function loginName(): { readonly user?: string } {
  try {
    return { user: process.getBuiltinModule("node:os").userInfo().username };
  } catch {
    return {};
  }
}

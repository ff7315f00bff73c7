import type { Judging } from "../corrector.ts";
import { reportRedactor } from "./observer-settings.ts";
import type { Settings } from "./settings.ts";
import type { Config } from "../config.ts";
import { readLowered } from "../decisions/last-word.ts";
import { createEvidenceJudge } from "../evidence/judge.ts";
import { type LoweredFinding, lowering } from "../evidence/lowering.ts";
import { existsSync } from "node:fs";
import { type HookStore, openHookStore } from "../store/sqlite-records.ts";

type JudgingBasics = Required<Pick<Judging, "gate" | "ignoreStandDown" | "redact">> & Pick<Judging, "user">;

/** Which turns are judged at all, and what is removed from our messages; needs no judge. */
export function composeJudgingBasics({ config, env }: Pick<Settings, "config" | "env">): JudgingBasics {
  return {
    gate: config.gate,
    ignoreStandDown: config.standDown.ignore,
    // Looked up only for the allow-list, because it means reading system files.
    ...(config.gate.allow.length > 0 && loginName()),
    redact: reportRedactor(config, env),
  };
}

/** The user's login name. A user id without an entry, as in some containers, has none. */
function loginName(): { readonly user?: string } {
  try {
    return { user: process.getBuiltinModule("node:os").userInfo().username };
  } catch {
    return {};
  }
}

export function loweredIn(config: Config): Promise<readonly LoweredFinding[]> {
  return askStore<readonly LoweredFinding[]>(config, [], readLowered);
}

/** The configured judging without any model: for most turns, the hook loads no more than this. */
export function composeProving(settings: Settings, lowered: readonly LoweredFinding[] = []): Judging {
  const { threshold } = settings.config.evidence;
  return {
    ...composeJudgingBasics(settings),
    evidence: createEvidenceJudge({ threshold, lower: lowering(lowered) }),
  };
}

/** Asks the store once. Gives `nothing` when it does not exist or cannot be read. */
export async function askStore<Answer>(
  { store: { path } }: Config,
  nothing: Answer,
  ask: (store: HookStore) => Promise<Answer>,
): Promise<Answer> {
  if (path === null || !existsSync(path)) return nothing;
  try {
    const store = await openHookStore(path, { onlyToRead: true });
    try {
      return await ask(store);
    } finally {
      await store.close();
    }
  } catch {
    return nothing;
  }
}

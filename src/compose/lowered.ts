import { existsSync } from "node:fs";
import type { Config } from "../config.ts";
import type { Judging } from "../corrector.ts";
import { readLowered } from "../decisions/last-word.ts";
import { createEvidenceJudge } from "../evidence/judge.ts";
import { type LoweredFinding, lowering } from "../evidence/lowering.ts";
import { type HookStore, openHookStore } from "../store/hook-store.ts";
import { definitionOf } from "./definition.ts";
import { type Settings, composeJudgingBasics } from "./settings.ts";

export function loweredIn(config: Config): Promise<readonly LoweredFinding[]> {
  return askStore<readonly LoweredFinding[]>(config, [], readLowered);
}

/** The configured judging without any model: for most turns, the hook loads no more than this. */
export function composeProving(settings: Settings, lowered: readonly LoweredFinding[] = []): Judging {
  const { threshold } = settings.config.evidence;
  const definition = definitionOf(settings.config);
  return {
    ...composeJudgingBasics(settings),
    evidence: createEvidenceJudge({ threshold, lower: lowering(lowered), ...(definition && { definition }) }),
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

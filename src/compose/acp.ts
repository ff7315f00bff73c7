import { type Correcting, createSupervisor } from "../acp/judging-supervisor.ts";
import type { SessionFacts, Supervisor } from "../acp/supervisor.ts";
import { type Judging, createCorrector } from "../corrector.ts";
import { readLowered } from "../decisions/last-word.ts";
import { familyOf } from "../models/family.ts";
import type { Store } from "../store/store.ts";
import { type JudgingOptions, composeJudging } from "./judging.ts";
import type { Settings } from "./settings.ts";
import { composeWatchedWitness } from "./witness.ts";

export interface SupervisorOptions {
  readonly settingsFor: (cwd: string | undefined) => Settings;
  readonly store: Store;
  readonly now?: () => Date;
  readonly report?: (trouble: unknown) => void;
}

/** Judges the turns of an ACP agent with the configured parts, and keeps their record. */
export function composeSupervisor({ settingsFor, store, ...options }: SupervisorOptions): Supervisor {
  const { now = () => new Date(), report = () => undefined } = options;
  return createSupervisor({ correctingFor, store, now, report });

  async function correctingFor({ cwd, agent = "" }: SessionFacts): Promise<Correcting> {
    const settings = settingsFor(cwd);
    const { mode, guard, hook } = settings.config;
    const shadow = mode === "shadow";
    const timeoutMs = hook.timeoutSeconds * 1000;
    const how = { timeoutMs, shadow };
    if (mode === "off") return { corrector: undefined, ...how };
    const lowered = await readLowered(store);
    const agentFamily = familyOf("", agent);
    const judging = judgingOf(settings, { agentFamily, store, now, lowered });
    const witness = composeWatchedWitness(settings, { remainingMs: timeoutMs, store, now });
    const parts = { ...judging, ...(witness ? { witness } : {}), guard, store, shadow, now };
    return { corrector: createCorrector(parts), ...how };
  }
}

/** If a model is not available, proof still decides: the error is reported when the model is to be asked. */
function judgingOf(settings: Settings, options: Omit<JudgingOptions, "judges">): Judging {
  try {
    return composeJudging(settings, { ...options, judges: "auto", live: true }).judging;
  } catch (error) {
    const { judging } = composeJudging(settings, { ...options, judges: "evidence" });
    return { ...judging, observer: { name: "observer", assess: () => Promise.reject(error) } };
  }
}

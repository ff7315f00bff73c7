import { type Correcting, createSupervisor } from "../acp/judging-supervisor.ts";
import type { SessionFacts, Supervisor } from "../acp/supervisor.ts";
import { createCorrector, type Judging } from "../corrector.ts";
import { readLowered } from "../decisions/lowered.ts";
import { familyOf } from "../models/family.ts";
import type { Store } from "../store/store.ts";
import { composeJudging, type JudgingOptions } from "./judging.ts";
import type { Settings } from "./settings.ts";
import { composeWatchedWitness } from "./witness.ts";

export interface SupervisorOptions {
  /** Settings of the directory a session works in. */
  readonly settingsFor: (cwd: string | undefined) => Settings;
  readonly store: Store;
  readonly now?: () => Date;
  /** Where trouble of ours is reported; the editor must not notice any. */
  readonly report?: (trouble: unknown) => void;
}

/** Judges the turns of an ACP agent with the parts that the configuration asks for, and keeps the record of them. */
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

/** A model that cannot be had silences nothing that the record proves: why it cannot is told when it is to be asked. */
function judgingOf(settings: Settings, options: Omit<JudgingOptions, "judges">): Judging {
  try {
    return composeJudging(settings, { ...options, judges: "auto" }).judging;
  } catch (error) {
    const { judging } = composeJudging(settings, { ...options, judges: "evidence" });
    return { ...judging, observer: { name: "observer", assess: () => Promise.reject(error) } };
  }
}

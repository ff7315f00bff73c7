import { agentFamily } from "../compose/agent-family.ts";
import { choosing } from "../compose/choosing.ts";
import { readLowered } from "../decisions/lowered.ts";
import { composeProving } from "../compose/proving.ts";
import { type Corrector, createCorrector } from "../corrector.ts";
import { chooseObserver } from "../models/choose.ts";
import type { Thread } from "../thread/thread.ts";
import type { Judge } from "../verdict.ts";
import { hookObserver } from "./hook-observer.ts";
import type { ReadingRun } from "./hook-run.ts";
import { witnessFor } from "./witness-stop.ts";

/**
 * The corrector with the judges that the settings ask for. A model is only chosen here; its code is loaded when it is
 * asked.
 */
export async function composeCorrector(
  run: ReadingRun,
  thread: Thread,
  judges: { readonly observer: boolean },
): Promise<Corrector> {
  const { config, env, cwd, store, now } = run;
  const observer = judges.observer ? observerFor(run, thread) : undefined;
  const witness = witnessFor(run);
  return createCorrector({
    ...composeProving({ config, env, cwd }, await readLowered(store)),
    ...(observer ? { observer } : {}),
    ...(witness ? { witness } : {}),
    guard: config.guard,
    store,
    shadow: config.mode === "shadow",
    now,
  });
}

/** The model to be asked about this agent's work; undefined when none was set up. */
export function observerFor(run: ReadingRun, thread: Thread): Judge | undefined {
  const { config, event, hook } = run;
  if (config.observer.model === "none") return undefined;
  const family = agentFamily(thread, { model: event.model, usual: hook.family });
  const choice = chooseObserver({
    ...choosing(run, config.observer.model),
    fallback: config.observer.fallback,
    ...(family === undefined ? {} : { agentFamily: family }),
  });
  return choice.models ? hookObserver(run, family) : undefined;
}

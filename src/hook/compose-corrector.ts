import { agentFamily } from "../compose/agent-family.ts";
import { choosing } from "../compose/choosing.ts";
import { composeProving } from "../compose/lowered.ts";
import { type Corrector, type Judging, createCorrector } from "../corrector.ts";
import { readLowered } from "../decisions/last-word.ts";
import { chooseObserver } from "../models/choose.ts";
import type { Thread } from "../thread/thread.ts";
import { hookObserver } from "./hook-observer.ts";
import type { ReadingRun } from "./hook-run.ts";
import { witnessFor } from "./witness-stop.ts";

/** A model is only chosen here; its code is loaded when it is asked. */
export async function composeCorrector(
  run: ReadingRun,
  thread: Thread,
  judges: { readonly observer: boolean },
): Promise<Corrector> {
  const { config, env, cwd, store, now } = run;
  const asked = judges.observer ? observerFor(run, thread) : {};
  const witness = witnessFor(run);
  return createCorrector({
    ...composeProving({ config, env, cwd }, await readLowered(store)),
    ...asked,
    ...(witness ? { witness } : {}),
    guard: config.guard,
    store,
    shadow: config.mode === "shadow",
    now,
  });
}

export function observerFor(run: ReadingRun, thread: Thread): Pick<Judging, "observer" | "unobserved"> {
  const { config, event, hook } = run;
  const family = agentFamily(thread, { model: event.model, usual: hook.family });
  const choice = chooseObserver({
    ...choosing(run, config.observer.model),
    fallback: config.observer.fallback,
    ...(family === undefined ? {} : { agentFamily: family }),
  });
  return choice.models ? { observer: hookObserver(run, family) } : { unobserved: choice.reason };
}

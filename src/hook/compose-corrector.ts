import { agentFamily } from "../compose/agent-family.ts";
import { choosing } from "../compose/choosing.ts";
import { composeProving } from "../compose/lowered.ts";
import { type Corrector, type Judging, createCorrector } from "../corrector.ts";
import { readLowered } from "../decisions/last-word.ts";
import { chooseObserver } from "../models/choose.ts";
import type { Thread } from "../thread/thread.ts";
import type { ReadingRun } from "./hook-run.ts";
import type { DeltaOf } from "../thread/delta.ts";
import { fold } from "../thread/reducer.ts";
import { lastTurn } from "../thread/turns.ts";
import type { Assessment, Judge, Witness } from "../verdict.ts";
import { lookAt } from "./look.ts";

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

/** Time kept free for what follows the judges: the guard, the record and the answer. */
export const AFTERWARDS_MS = 500;

/** The model is shown the whole session, so the transcript is read from its beginning. Loaded only here. */
export function hookObserver(run: ReadingRun, family: string | undefined): Judge {
  return {
    name: "observer",
    async assess(assessment) {
      const { composeJudging } = await import("../compose/judging.ts");
      const settings = { config: run.config, env: run.env, cwd: run.cwd };
      const { judging, observer } = composeJudging(settings, {
        judges: "model",
        live: true,
        store: run.store,
        now: run.now,
        ...(family === undefined ? {} : { agentFamily: family }),
      });
      const look = await lookAt(run, { whole: true });
      const thread = look && fold(seenIn(assessment), look.thread);
      const turn = thread && lastTurn(thread);
      if (!judging.observer || !turn) throw new Error("There is nobody to ask.");
      if (assessment.trigger !== "parallel") await run.asking.begin(assessment.thread, observer.models ?? []);
      const signal = AbortSignal.timeout(Math.max(run.remainingMs() - AFTERWARDS_MS, 0));
      return judging.observer.assess({ ...assessment, thread, turn, signal });
    },
  };
}

/** What we witnessed ourselves is in no transcript, so it is added to the thread. */
function seenIn({ turn }: Assessment): DeltaOf<"witnessed">[] {
  return turn.witnessed.map((seen) => ({ v: 1, type: "witnessed", ...seen }));
}

/** When the person allowed it for the directory. Most did not: then none of that code is loaded. */
export function witnessFor(run: ReadingRun): Witness | undefined {
  if (run.config.checks.watched.length === 0 || run.event.kind !== "stop") return undefined;
  let seen: Promise<DeltaOf<"witnessed"> | undefined> | undefined;
  return async (assessment) => {
    const witnessed = await (seen ??= lookAround(run, assessment));
    // The agent has stopped, so a second look at its record finds the same files on disk as the first.
    return witnessed && { ...witnessed, after: assessment.thread.stepCount };
  };
}

async function lookAround(run: ReadingRun, assessment: Assessment): Promise<DeltaOf<"witnessed"> | undefined> {
  const { composeWatchedWitness } = await import("../compose/witness.ts");
  const witness = composeWatchedWitness(run, { ...run, remainingMs: run.remainingMs() });
  return witness && abortedBySignals((signal) => witness({ ...assessment, signal }));
}

/** The signals that hosts send to a hook whose time is up or whose session was closed. */
const ENDINGS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

export async function abortedBySignals<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const told = new AbortController();
  let by: NodeJS.Signals | undefined;
  const hear = (name: NodeJS.Signals): void => {
    by = name;
    stopHearing();
    told.abort();
  };
  const stopHearing = (): void => {
    for (const name of ENDINGS) process.off(name, hear);
  };
  for (const name of ENDINGS) process.on(name, hear);
  try {
    return await work(told.signal);
  } finally {
    stopHearing();
    if (by !== undefined) process.kill(process.pid, by);
  }
}

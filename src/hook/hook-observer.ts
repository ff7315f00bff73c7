import type { DeltaOf } from "../thread/delta.ts";
import { fold } from "../thread/reducer.ts";
import { lastTurn } from "../thread/turns.ts";
import type { Assessment, Judge } from "../verdict.ts";
import type { ReadingRun } from "./hook-run.ts";
import { lookAt } from "./look.ts";

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

import type { DeltaOf } from "../thread/delta.ts";
import { fold } from "../thread/reducer.ts";
import { lastTurn } from "../thread/turns.ts";
import type { Assessment, Judge } from "../verdict.ts";
import type { ReadingRun } from "./hook-run.ts";
import { lookAt } from "./look.ts";

/** Left for what comes after the judges: the guard, the record and the answer. */
const AFTERWARDS_MS = 500;

/**
 * A model that is asked about a session. It is shown all of it, so the transcript is read from its beginning; and
 * everything it takes to ask is loaded now, since most turns need nobody.
 */
export function hookObserver(run: ReadingRun, family: string | undefined): Judge {
  return {
    name: "observer",
    async assess(assessment) {
      const { composeJudging } = await import("../compose/judging.ts");
      const settings = { config: run.config, env: run.env, cwd: run.cwd };
      const { judging } = composeJudging(settings, {
        judges: "model",
        store: run.store,
        now: run.now,
        ...(family === undefined ? {} : { agentFamily: family }),
      });
      const look = await lookAt(run, { whole: true });
      const thread = look && fold(seenIn(assessment), look.thread);
      const turn = thread && lastTurn(thread);
      if (!judging.observer || !turn) throw new Error("There is nobody to ask.");
      const signal = AbortSignal.timeout(Math.max(run.remainingMs() - AFTERWARDS_MS, 0));
      return judging.observer.assess({ ...assessment, thread, turn, signal });
    },
  };
}

/** What we saw for ourselves stands in no transcript. */
function seenIn({ turn }: Assessment): DeltaOf<"witnessed">[] {
  return turn.witnessed.map((seen) => ({ v: 1, type: "witnessed", ...seen }));
}

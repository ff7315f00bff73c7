import { findGuidance } from "../agent/guidance.ts";
import { agentFamily } from "../compose/agent-family.ts";
import { composeJudging } from "../compose/judging.ts";
import { createCorrector } from "../corrector.ts";
import { readLowered } from "../decisions/last-word.ts";
import { limitsForAttempts } from "../guard/guard.ts";
import type { HookAnswer } from "../hosts/hook.ts";
import { fold } from "../thread/reducer.ts";
import type { Judge } from "../verdict.ts";
import { AFTERWARDS_MS, witnessFor } from "./compose-corrector.ts";
import type { ReadingRun } from "./hook-run.ts";
import { judgeWith } from "./judge-stop.ts";
import type { Look } from "./look.ts";

/** An answer that has not gone out yet: the record is looked at first, then a verifier. What fails goes back. */
export async function verifyStop(run: ReadingRun, look: Look): Promise<HookAnswer | undefined> {
  const { config, env, cwd, event, hook, store, now } = run;
  const family = agentFamily(look.thread, { model: event.model, usual: hook.family });
  const { judging, observer } = composeJudging(
    { config, env, cwd },
    {
      judges: "auto",
      verify: true,
      store,
      now,
      lowered: await readLowered(store),
      ...(family === undefined ? {} : { agentFamily: family }),
    },
  );
  const witness = witnessFor(run);
  const attempts = Math.min(config.verification.maxAttempts, hook.mostAttempts ?? Number.POSITIVE_INFINITY);
  const corrector = createCorrector({
    ...judging,
    ...(judging.observer ? { observer: asked(run, judging.observer, observer.models) } : {}),
    ...(witness ? { witness } : {}),
    guard: limitsForAttempts(attempts, config.verification.dailyLimit),
    store,
    shadow: config.mode === "shadow",
    now,
  });
  return judgeWith(corrector, run, await asAnswer(run, look));
}

/** On record before it answers, and not longer than the host waits. */
function asked(run: ReadingRun, verifier: Judge, models: readonly string[] = []): Judge {
  return {
    ...verifier,
    async assess(assessment) {
      if (models.length > 0) await run.asking.begin(assessment.thread, models);
      const signal = AbortSignal.timeout(Math.max(run.remainingMs() - AFTERWARDS_MS, 0));
      return verifier.assess({ ...assessment, signal });
    },
  };
}

/** With the person's rules as they are now. Our words on earlier attempts took those back. */
async function asAnswer({ event: { workspace } }: ReadingRun, look: Look): Promise<Look> {
  const messages = look.thread.messages.map((message) =>
    message.role === "user" && message.source.type === "course-correction"
      ? { ...message, source: { type: "verification" as const } }
      : message,
  );
  const files = workspace === undefined ? [] : await findGuidance({ root: workspace }, { guidance: [], turns: [] });
  return { ...look, thread: fold([{ v: 1, type: "guidance:discovered", files }], { ...look.thread, messages }) };
}

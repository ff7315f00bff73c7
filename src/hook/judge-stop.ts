import type { Corrector, Judgement } from "../corrector.ts";
import type { HookAnswer } from "../hosts/hook.ts";
import { definesDone } from "./few-calls.ts";
import { composeCorrector } from "./compose-corrector.ts";
import type { ReadingRun } from "./hook-run.ts";
import { recallEarlierTurns } from "./keep-place.ts";
import type { Look } from "./look.ts";
import { secondLook } from "./settle.ts";
import { speak, whyOvertaken, recordCost } from "./speak.ts";

export async function judgeStop(run: ReadingRun, look: Look): Promise<HookAnswer | undefined> {
  return judgeWith(await composeCorrector(run, look.thread, { observer: true }), run, look);
}

export async function judgeWith(corrector: Corrector, run: ReadingRun, first: Look): Promise<HookAnswer | undefined> {
  recallEarlierTurns(first.reading);
  const judgement = await judge(corrector, run, first);
  if (judgement.verdict.verdict !== "correct") return answerWith(run, first, corrector, judgement);
  const look = await secondLook(run, first);
  // What the person did meanwhile may be in the second look already: then the stop that was judged is over.
  if (look === first || (await whyOvertaken(run, first)) !== undefined)
    return answerWith(run, first, corrector, judgement);
  recallEarlierTurns(look.reading);
  return answerWith(run, look, corrector, await judge(corrector, run, look));
}

async function answerWith(
  run: ReadingRun,
  look: Look,
  corrector: Corrector,
  judgement: Judgement,
): Promise<HookAnswer | undefined> {
  const spoken = await speak(run, look, corrector, judgement);
  const told = spoken ?? (definesDone(run.config) ? await tellDefinitionOf(run) : undefined);
  if (told || run.config.receipt === "off") return told;
  return (await import("./tell-receipt.ts")).tellReceipt(run, look, judgement);
}

async function tellDefinitionOf(run: ReadingRun): Promise<HookAnswer | undefined> {
  return (await import("./tell-definition.ts")).tellDefinition(run);
}

async function judge(corrector: Corrector, run: ReadingRun, { thread }: Look): Promise<Judgement> {
  const { event } = run;
  const judgement = await corrector.judge(thread, {
    trigger: "end-turn",
    // opencode has no event of its own for subagents; its session says that it is one.
    ...event.run,
    subagent: event.run?.subagent || event.kind === "subagent-stop" || thread.mode === "subagent",
    ...(event.backgroundTasks === undefined ? {} : { backgroundTasks: event.backgroundTasks }),
    mode: event.mode,
  });
  await recordCost(run, thread, judgement.verdict);
  return judgement;
}

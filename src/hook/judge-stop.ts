import { composeProving } from "../compose/proving.ts";
import { readLowered } from "../compose/lowered.ts";
import { modelAccess } from "../config.ts";
import { type Corrector, createCorrector, type Judgement } from "../corrector.ts";
import { agentState } from "../evidence/agent-state.ts";
import type { HookAnswer } from "../hosts/hook.ts";
import { chooseObserver } from "../models/choose.ts";
import type { Thread } from "../thread/thread.ts";
import { closingText, lastTurn } from "../thread/turns.ts";
import { agentFamily, hookObserver } from "./hook-observer.ts";
import type { HookRun } from "./hook-run.ts";
import { placeOf, restoreCarried } from "./keep-place.ts";
import { type Look, requestIdOf } from "./look.ts";
import { rememberOwnWords } from "./own-words.ts";
import { recordDecision } from "./record-decision.ts";
import { secondLook } from "./settle.ts";

/** Decides about a turn that has ended, keeps the decision, and gives what is to be said. */
export async function judgeStop(run: HookRun, first: Look): Promise<HookAnswer | undefined> {
  restoreCarried(first.reading);
  const corrector = await composeCorrector(run, first.thread);
  let look = first;
  let judgement = await judge(corrector, run, look);
  if (judgement.verdict.verdict === "correct" && look.ahead) {
    look = await secondLook(run, first);
    if (look !== first) {
      restoreCarried(look.reading);
      judgement = await judge(corrector, run, look);
    }
  }
  const { thread } = look;
  if (judgement.verdict.verdict === "correct" && !(await claimStop(run, thread))) return undefined;
  const decision = await corrector.permit(thread, judgement);
  const { message } = decision.verdict;
  if (decision.inject && message !== null) {
    await rememberOwnWords(run.store, run.host.name, run.event.session, {
      text: message,
      requestId: requestIdOf(thread),
    });
  }
  await recordDecision(run, thread, decision, placeOf(run, look));
  if (decision.inject && message !== null) return { type: "continue", message };
  return decision.tell === undefined ? undefined : { type: "tell", message: decision.tell };
}

/** Left for what comes after the judges: the guard, the record and the answer. */
const AFTERWARDS_MS = 500;

async function judge(corrector: Corrector, run: HookRun, { thread }: Look): Promise<Judgement> {
  const { event } = run;
  return corrector.judge(thread, {
    trigger: "end-turn",
    subagent: event.kind === "subagent-stop",
    ...(event.backgroundTasks === undefined ? {} : { backgroundTasks: event.backgroundTasks }),
    signal: AbortSignal.timeout(Math.max(run.remainingMs() - AFTERWARDS_MS, 0)),
  });
}

export async function composeCorrector(run: HookRun, thread: Thread): Promise<Corrector> {
  const { config, env, cwd, store, now } = run;
  const { available, variables } = modelAccess(env, config.providers);
  const family = agentFamily(run, thread);
  const choice = chooseObserver({
    configured: config.observer.model,
    available,
    variables,
    fallback: config.observer.fallback,
    ...(family === undefined ? {} : { agentFamily: family }),
  });
  const observer = hookObserver(run, choice);
  return createCorrector({
    ...composeProving({ config, env, cwd }, await readLowered(store)),
    ...(observer ? { observer } : {}),
    guard: config.guard,
    store,
    stateOf: agentState,
    shadow: config.mode === "shadow",
    now,
  });
}

/** Hosts run each other's hook files: of several hooks at one stop, one speaks and the others say nothing at all. */
async function claimStop({ event, host, store }: HookRun, thread: Thread): Promise<boolean> {
  const turn = lastTurn(thread);
  const closing = turn ? closingText(thread, turn) : "";
  const mark = [
    requestIdOf(thread),
    thread.stepCount,
    turn?.corrections ?? 0,
    turn ? turn.end - turn.start : 0,
    closing,
  ];
  const state = JSON.stringify(mark);
  let claimed = false;
  await store.updateGuard(`stop:${host.name}:${event.session}`, (current) => {
    claimed = current !== state;
    return state;
  });
  return claimed;
}

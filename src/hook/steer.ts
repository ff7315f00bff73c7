import type { Corrector, Judgement } from "../corrector.ts";
import { isAffordable } from "../guard/budget.ts";
import type { HookAnswer } from "../hosts/hook.ts";
import { totalUsage } from "../store/usage-row.ts";
import type { Thread } from "../thread/thread.ts";
import { hasOnlyLooked, lastTurn, requestIdOf } from "../thread/turns.ts";
import { composeCorrector, observerFor } from "./compose-corrector.ts";
import { type ReadingRun, exchange, inTime } from "./hook-run.ts";
import { recallEarlierTurns } from "./keep-place.ts";
import { type Look, lookAt } from "./look.ts";
import { speak, recordCost, recordDecision } from "./speak.ts";
import type { JsonValue } from "../store/records.ts";
import type { HookStore } from "../store/hook-store.ts";

/** Between two calls: says what is proven, and what a model, asked in a second run, found since the last time. */
export async function steer(run: ReadingRun, look: Look): Promise<HookAnswer | undefined> {
  recallEarlierTurns(look.reading);
  if (run.beside) return assessBeside(run);
  const { thread } = look;
  const proving = await composeCorrector(run, thread, { observer: false });
  const proven = await proving.judge(thread, { trigger: "parallel", mode: run.event.mode });
  if (proven.verdict.verdict === "correct") return say(run, look, proving, proven);
  const found = await takeObjection(run);
  if (found && stillApplies(found, thread)) return say(run, look, proving, found.judgement);
  if (!proven.gate.open || !(await mayAsk(run, thread))) return undefined;
  await inTime(run.startBeside(), run.config.parallel.graceMs);
  const fresh = await takeObjection(run);
  return fresh && stillApplies(fresh, thread) ? say(run, look, proving, fresh.judgement) : undefined;
}

async function say(
  run: ReadingRun,
  look: Look,
  corrector: Corrector,
  judgement: Judgement,
): Promise<HookAnswer | undefined> {
  const answer = await speak(run, look, corrector, judgement);
  return answer?.type === "continue" ? { type: "context", message: answer.message } : undefined;
}

/** Asks the model about everything so far, and stores an objection for the next hook. */
async function assessBeside(run: ReadingRun): Promise<undefined> {
  const look = await lookAt(run);
  if (!look) return;
  recallEarlierTurns(look.reading);
  const { thread } = look;
  const corrector = await composeCorrector(run, thread, { observer: true });
  const judgement = await corrector.judge(thread, { trigger: "parallel", mode: run.event.mode });
  await recordCost(run, thread, judgement.verdict);
  if (judgement.verdict.verdict === "correct")
    await leaveObjection(run, { judgement, requestId: requestIdOf(thread), stepCount: thread.stepCount });
  else await recordDecision(run, thread, { ...judgement, inject: false });
}

async function mayAsk(run: ReadingRun, thread: Thread): Promise<boolean> {
  const { config, store } = run;
  if (!observerFor(run, thread).observer) return false;
  const spent = await store.usage({ threadId: thread.id });
  const observing = spent.filter((row) => row.operationType === "course-correction");
  const usage = observing.length === 0 ? thread.usage : { ...thread.usage, "course-correction": totalUsage(observing) };
  return noteAssessment(run, thread.stepCount, (lastStep) =>
    isAffordable({ ...thread, usage }, lastStep, config.parallel),
  );
}

function stillApplies({ requestId, stepCount }: LeftObjection, thread: Thread): boolean {
  return requestId === requestIdOf(thread) && hasOnlyLooked(lastTurn(thread) ?? { steps: [] }, stepCount);
}

/** What a model objected to in a running turn, stored for the next hook of the session. */
export interface LeftObjection {
  readonly judgement: Judgement;
  readonly requestId: string;
  readonly stepCount: number;
}

interface Session extends Pick<ReadingRun, "event" | "host"> {
  readonly store: Pick<HookStore, "readGuard" | "updateGuard">;
}

export async function leaveObjection({ event, host, store }: Session, objection: LeftObjection): Promise<void> {
  await store.updateGuard(leftKey(host.name, event.session), () => objection as unknown as JsonValue);
}

/** Gives the stored objection and removes it: only one of several hooks gets it. */
export async function takeObjection({ event, host, store }: Session): Promise<LeftObjection | undefined> {
  const key = leftKey(host.name, event.session);
  if ((await store.readGuard(key)) === undefined) return undefined;
  return (await exchange(store, key, undefined)) as unknown as LeftObjection | undefined;
}

function leftKey(host: string, session: string): string {
  return `left:${host}:${session}`;
}

/** True when an assessment may start now. Of two hooks at the same time, only one may start it. */
export async function noteAssessment(
  { event, host, store }: Session,
  step: number,
  mayStart: (lastStep: number) => boolean,
): Promise<boolean> {
  let started = false;
  await store.updateGuard(`asked:${host.name}:${event.session}`, (current) => {
    const last = typeof current === "number" ? current : 0;
    started = step < last || mayStart(last);
    return started ? step : current;
  });
  return started;
}

import type { Corrector, Decision, Judgement } from "../corrector.ts";
import { deltaFor } from "../decision-delta.ts";
import type { Clock } from "../models/clock.ts";
import type { Delta } from "../thread/delta.ts";
import type { Thread } from "../thread/thread.ts";
import { lastTurn, hasOnlyLooked } from "../thread/turns.ts";
import { gateVerdict, type RunFacts } from "../verdict.ts";
import { type Affordable, isAffordable } from "../guard/budget.ts";
import type { FindOwed } from "./owed.ts";
import type { ThreadLog, Emit } from "./thread-log.ts";

export interface AssessingParts {
  readonly corrector: Corrector;
  readonly log: ThreadLog;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly emit: Emit;
  /** The longest a request waits for an assessment that runs beside the tools. */
  readonly graceMs: number;
  readonly affordable: Affordable;
  /** Finds what an earlier process had permission to say and did not say. */
  readonly findOwed?: FindOwed;
}

/** The one assessment that a thread may have at a time, from its start until its result is used or dropped. */
export interface Assessing {
  startBeside(): void;
  /** When all tool results are in: waits for the grace period and applies a correction. True when one was put in. */
  atBoundary(): Promise<boolean>;
  atEnd(run: RunFacts): Promise<boolean>;
  /** Drops what is pending, because the person spoke or cancelled, or something newer happened. */
  abort(): void;
  /** Drops what is pending, and resolves when every look has ended and its cost is recorded. */
  rest(): Promise<void>;
  /** Says what an ended process could not: to the agent, or to the person when the thread has moved on since. */
  sayOwed(stopped: Thread): Promise<boolean>;
}

interface Pending {
  readonly trigger: "parallel" | "end-turn";
  readonly controller: AbortController;
  readonly hurry: AbortController;
  readonly started: Thread;
  readonly done: Promise<void>;
  judgement?: Judgement;
  /** Set when the cost is being recorded; resolves to whether that worked. */
  costKept?: Promise<boolean>;
}

/** The start of an assessment keeps this process busy, so the tools are started first. */
const HEAD_START_MS = 10;
/** The longest wait for looks that were aborted: checks that ran for them need a moment to end. */
const FAREWELL_MS = 5000;

export function createAssessing(parts: AssessingParts): Assessing {
  const { corrector, log } = parts;
  const underWay = new Set<Promise<void>>();
  let pending: Pending | undefined;
  let lastAssessedStep = 0;

  function start(trigger: Pending["trigger"], run: RunFacts = {}): Pending {
    abort();
    const controller = new AbortController();
    const hurry = new AbortController();
    const { signal } = controller;
    const started = log.thread;
    const look = async () => {
      if (trigger === "parallel") await parts.clock.sleep(HEAD_START_MS, AbortSignal.any([signal, hurry.signal]));
      if (signal.aborted) return;
      const lookedBefore = lastAssessedStep;
      lastAssessedStep = started.stepCount;
      parts.emit({ type: "assessment:started", attempt: attemptAt(started) });
      const judgement = await corrector.judge(started, { ...run, trigger, signal });
      assessment.judgement = judgement;
      // An assessment that ended at the gate cost nothing, so the next one need not wait for further steps.
      if (judgement.verdict.judge === "gate" && lastAssessedStep === started.stepCount) lastAssessedStep = lookedBefore;
      if (signal.aborted) await drop(assessment, judgement);
      // Its result may wait for a long command, and this process may be killed meanwhile.
      else if (trigger === "parallel") await keepCost(assessment, judgement);
    };
    const assessment: Pending = { trigger, controller, hurry, started, done: Promise.resolve().then(look) };
    holdUntilOver(assessment.done);
    pending = assessment;
    return assessment;
  }

  function holdUntilOver(work: Promise<void>): void {
    const over = work.catch(() => undefined).then(() => void underWay.delete(over));
    underWay.add(over);
  }

  function abort(): void {
    const running = pending;
    pending = undefined;
    if (!running) return;
    running.controller.abort();
    if (running.judgement) holdUntilOver(drop(running, running.judgement));
  }

  /** Records a judgement that is never applied: what it cost counts all the same. */
  async function drop(assessment: Pending, judgement: Judgement): Promise<void> {
    const costKept = assessment.costKept !== undefined && (await assessment.costKept);
    const decision = { ...notToTheEnd(judgement), inject: false };
    await record(decision, { applied: false, costKept }).catch(() => undefined);
  }

  /** Records the cost before the result is used. If that fails, the result brings its cost along. */
  function keepCost(assessment: Pending, { verdict }: Judgement): Promise<boolean> {
    const usage = [...verdict.usage];
    const cost: Delta = { v: 1, type: "course-correction:usage-only", verdict: { ...verdict }, usage };
    assessment.costKept ??=
      usage.length === 0
        ? Promise.resolve(false)
        : log.append([cost]).then(
            () => true,
            () => false,
          );
    return assessment.costKept;
  }

  async function settle(assessment: Pending, judgement: Judgement): Promise<boolean> {
    const { signal } = assessment.controller;
    // Before permission is taken: a kill between that and the correction must not lose the cost.
    if (judgement.verdict.verdict === "correct" && !queued()) await keepCost(assessment, judgement);
    if (signal.aborted) return false;
    // Permission is limited, so it is not asked for when the person has written and the correction will not be said.
    const decision = queued() ? { ...judgement, inject: false } : await corrector.permit(assessment.started, judgement);
    const costKept = assessment.costKept !== undefined && (await assessment.costKept);
    if (signal.aborted) return false;
    pending = undefined;
    // The queue is checked and the correction is handed to the log without a pause, so nothing can come between.
    const applied = decision.inject && !queued();
    const isJudged = assessment.trigger === "end-turn" && letStand(decision, applied);
    await record(decision, { applied, isJudged, costKept });
    return applied;
  }

  function queued(): boolean {
    return log.thread.queue.length > 0;
  }

  /** Records what was witnessed before the decision that used it, and the last decision as judged. */
  async function record(decision: Decision, { applied, isJudged = false, costKept = false }: Recorded): Promise<void> {
    const unpaid = costKept ? { ...decision, verdict: { ...decision.verdict, usage: [] } } : decision;
    // The record of its cost holds all of a decision that changes nothing.
    const delta = costKept && !applied && !isJudged ? undefined : deltaFor(unpaid, applied, parts.newId());
    const judged: Delta | undefined = isJudged ? { v: 1, type: "turn:judged" } : undefined;
    const deltas = [decision.witnessed, delta, judged].filter((each) => each !== undefined);
    try {
      if (deltas.length > 0) await log.append(deltas);
    } finally {
      parts.emit({ type: "assessment:finished", decision, applied });
    }
  }

  return {
    abort,
    startBeside() {
      // A late objection that still applies is used at this boundary; asking again would only cost money.
      if (pending?.judgement?.verdict.verdict === "correct" && stillApplies(pending.started, log.thread)) return;
      if (isAffordable(log.thread, lastAssessedStep, parts.affordable)) start("parallel");
      else abort();
    },
    async atBoundary() {
      const assessment = pending;
      if (!assessment) return false;
      assessment.hurry.abort();
      if (!assessment.judgement && parts.graceMs > 0) await untilDone(assessment, parts.clock, parts.graceMs);
      if (pending !== assessment || !assessment.judgement) return false;
      return settle(assessment, assessment.judgement);
    },
    async atEnd(run) {
      const assessment = start("end-turn", run);
      await untilDone(assessment, parts.clock);
      return assessment.judgement && !assessment.controller.signal.aborted
        ? settle(assessment, assessment.judgement)
        : false;
    },
    async rest() {
      abort();
      if (underWay.size === 0) return;
      const over = new AbortController();
      await Promise.race([Promise.all(underWay), parts.clock.sleep(FAREWELL_MS, over.signal)]);
      over.abort();
    },
    async sayOwed(stopped) {
      const owed = await parts.findOwed?.(stopped);
      if (!owed) return false;
      const { decision } = owed;
      parts.emit({ type: "assessment:started", attempt: attemptAt(stopped) });
      const applied = isWhereItStopped(stopped, log.thread);
      await record(applied ? decision : toTell(decision), { applied });
      if (!applied) await owed.giveBack();
      return applied;
    },
  };
}

interface Recorded {
  readonly applied: boolean;
  readonly isJudged?: boolean;
  readonly costKept?: boolean;
}

function attemptAt(thread: Thread): number {
  return (lastTurn(thread)?.corrections ?? 0) + 1;
}

/** A look that was given up has not failed: nobody is told that something could not be checked. */
function notToTheEnd(judgement: Judgement): Judgement {
  const { verdict, usage, durationMs } = judgement.verdict;
  if (verdict !== "unchecked") return judgement;
  return { ...judgement, verdict: { ...gateVerdict("ok", "the look was given up before its end"), usage, durationMs } };
}

/** True while the agent has yet to go on in this turn, and the person has said nothing new. */
function isWhereItStopped(stopped: Thread, { turns, queue }: Thread): boolean {
  const turn = turns.at(-1);
  return turns.length === stopped.turns.length && queue.length === 0 && ["open", "ended"].includes(turn?.outcome ?? "");
}

function toTell(decision: Decision): Decision {
  const tell = `Still open, but not said because the agent was stopped: ${decision.verdict.message}`;
  return { ...decision, inject: false, tell };
}

/** Waits for the judgement, but no longer than the given time, and not after it was aborted. */
async function untilDone({ controller, done }: Pending, clock: Clock, atMostMs?: number): Promise<void> {
  const over = new AbortController();
  const unwanted = new Promise<void>((resolve) => controller.signal.addEventListener("abort", () => resolve()));
  const timeUp = atMostMs === undefined ? [] : [clock.sleep(atMostMs, over.signal)];
  await Promise.race([done, unwanted, ...timeUp]);
  over.abort();
}

/** True when the turn counts as judged. One that could not be checked may be judged again when somebody goes on. */
function letStand({ verdict }: Decision, applied: boolean): boolean {
  return !applied && verdict.verdict !== "unchecked";
}

function stillApplies(then: Thread, now: Thread): boolean {
  const turn = lastTurn(now);
  return turn !== undefined && turn.number === lastTurn(then)?.number && hasOnlyLooked(turn, then.stepCount);
}

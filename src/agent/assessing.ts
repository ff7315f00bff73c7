import { type Corrector, type Decision, type Judgement } from "../corrector.ts";
import { deltaFor } from "../decision-delta.ts";
import type { Clock } from "../models/clock.ts";
import type { Delta } from "../thread/delta.ts";
import type { Thread } from "../thread/thread.ts";
import { lastTurn } from "../thread/turns.ts";
import type { RunFacts } from "../verdict.ts";
import { type Affordable, isAffordable } from "../guard/affordable.ts";
import type { Emit } from "./events.ts";
import { hasOnlyLooked } from "../thread/only-looked.ts";
import type { ThreadLog } from "./thread-log.ts";

export interface AssessingParts {
  readonly corrector: Corrector;
  readonly log: ThreadLog;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly emit: Emit;
  /** The longest a request waits for an assessment that runs beside the tools. */
  readonly graceMs: number;
  readonly affordable: Affordable;
}

/** The one assessment that a thread may have at a time, from its start until its result is used or dropped. */
export interface Assessing {
  /** Starts an assessment beside the tools; it replaces one that is still running. */
  startBeside(): void;
  /**
   * Called when all tool results are in: waits for the grace period and applies a correction. True when one was put
   * in.
   */
  atBoundary(): Promise<boolean>;
  /** Assesses a turn that has ended. True when a correction was put in. */
  atEnd(run: RunFacts): Promise<boolean>;
  /** Drops what is pending, because the person spoke or cancelled, or something newer happened. */
  abort(): void;
}

interface Pending {
  readonly trigger: "parallel" | "end-turn";
  readonly controller: AbortController;
  /** Ends the head start of the tools early. */
  readonly hurry: AbortController;
  readonly started: Thread;
  readonly done: Promise<void>;
  judgement?: Judgement;
}

/** The start of an assessment keeps this process busy, so the tools are started first. */
const HEAD_START_MS = 10;

export function createAssessing(parts: AssessingParts): Assessing {
  const { corrector, log } = parts;
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
      parts.emit({ type: "assessment:started", attempt: (lastTurn(started)?.corrections ?? 0) + 1 });
      const judgement = await corrector.judge(started, { ...run, trigger, signal });
      assessment.judgement = judgement;
      // An assessment that ended at the gate cost nothing, so the next one need not wait for further steps.
      if (judgement.verdict.judge === "gate" && lastAssessedStep === started.stepCount) lastAssessedStep = lookedBefore;
      if (signal.aborted) drop(judgement);
    };
    const assessment: Pending = { trigger, controller, hurry, started, done: Promise.resolve().then(look) };
    pending = assessment;
    return assessment;
  }

  function abort(): void {
    const running = pending;
    pending = undefined;
    if (!running) return;
    running.controller.abort();
    if (running.judgement) drop(running.judgement);
  }

  /** Records a judgement that is never applied: what it cost counts all the same. */
  function drop(judgement: Judgement): void {
    void record({ ...judgement, inject: false }, false).catch(() => undefined);
  }

  async function settle(assessment: Pending, judgement: Judgement): Promise<boolean> {
    // Permission is limited, so it is not asked for when the person has written and the correction will not be said.
    const decision = queued() ? { ...judgement, inject: false } : await corrector.permit(assessment.started, judgement);
    if (assessment.controller.signal.aborted) return false;
    pending = undefined;
    // The queue is checked and the correction is handed to the log without a pause, so nothing can come between.
    const applied = decision.inject && !queued();
    await record(decision, applied, assessment.trigger === "end-turn" && letStand(decision, applied));
    return applied;
  }

  function queued(): boolean {
    return log.thread.queue.length > 0;
  }

  /**
   * Records what was witnessed before the decision that used it. If that decision was the last on the turn, it is
   * marked as judged in the same write.
   */
  async function record(decision: Decision, applied: boolean, isJudged = false): Promise<void> {
    const delta = deltaFor(decision, applied, parts.newId());
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
  };
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

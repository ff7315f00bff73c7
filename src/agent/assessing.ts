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
  /** How long a request waits at most for an assessment that runs beside the tools. */
  readonly graceMs: number;
  readonly affordable: Affordable;
}

/** The one assessment a thread may have at a time, from its start to what becomes of its result. */
export interface Assessing {
  /** Starts beside the tools; what was running before is superseded. */
  startBeside(): void;
  /** Called when all tool results are in: waits for the grace, applies a correction. True when one was put in. */
  atBoundary(): Promise<boolean>;
  /** Looks at a turn that has ended. True when a correction was put in. */
  atEnd(run: RunFacts): Promise<boolean>;
  /** The person spoke, cancelled, or something newer happened: what is pending is never applied. */
  abort(): void;
}

interface Pending {
  readonly trigger: "parallel" | "end-turn";
  readonly controller: AbortController;
  /** Ends the head start that the tools get. */
  readonly hurry: AbortController;
  readonly started: Thread;
  readonly done: Promise<void>;
  judgement?: Judgement;
}

/** What a look works out before it asks anybody takes time of this very process: the tools are started first. */
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
      // A look that ended at the gate cost nothing, so the next one need not wait for it.
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

  /** Never applied; what it cost is recorded all the same. */
  function drop(judgement: Judgement): void {
    void record({ ...judgement, inject: false }, false).catch(() => undefined);
  }

  async function settle(assessment: Pending, judgement: Judgement): Promise<boolean> {
    // Leave counts: what will not be said because the person has written does not take any.
    const decision = queued() ? { ...judgement, inject: false } : await corrector.permit(assessment.started, judgement);
    if (assessment.controller.signal.aborted) return false;
    pending = undefined;
    // The person's word is checked and the correction is handed to the log in one breath: nothing can come between.
    const applied = decision.inject && !queued();
    await record(decision, applied, assessment.trigger === "end-turn" && letStand(decision, applied));
    return applied;
  }

  function queued(): boolean {
    return log.thread.queue.length > 0;
  }

  /** What was seen is told before what was made of it; and where that was the last word on a turn, in the same breath. */
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
      // A late objection that still holds is used at this boundary; asking again would only cost.
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

/** Waits for the judgement, not longer than the time given, and not a moment longer than it is wanted. */
async function untilDone({ controller, done }: Pending, clock: Clock, atMostMs?: number): Promise<void> {
  const over = new AbortController();
  const unwanted = new Promise<void>((resolve) => controller.signal.addEventListener("abort", () => resolve()));
  const timeUp = atMostMs === undefined ? [] : [clock.sleep(atMostMs, over.signal)];
  await Promise.race([done, unwanted, ...timeUp]);
  over.abort();
}

/** What could not be checked may be looked at again when somebody goes on. */
function letStand({ verdict }: Decision, applied: boolean): boolean {
  return !applied && verdict.verdict !== "unchecked";
}

function stillApplies(then: Thread, now: Thread): boolean {
  const turn = lastTurn(now);
  return turn !== undefined && turn.number === lastTurn(then)?.number && hasOnlyLooked(turn, then.stepCount);
}

import type { Corrector } from "../corrector.ts";
import type { Affordable } from "../guard/budget.ts";
import type { Clock } from "../models/clock.ts";
import { type Delta, said } from "../thread/delta.ts";
import type { Thread } from "../thread/thread.ts";
import { lastTurn } from "../thread/turns.ts";
import { createAssessing } from "./assessing.ts";
import type { FindOwed } from "./owed.ts";
import { type Toolbox, interruptedCalls, runCalls } from "./run-calls.ts";
import { type InferenceParts, type ThreadLog, infer, type Emit } from "./thread-log.ts";

export interface WorkerParts {
  readonly log: ThreadLog;
  readonly inference: Omit<InferenceParts, "emit">;
  readonly toolbox: Toolbox;
  readonly corrector: Corrector | undefined;
  readonly findOwed?: FindOwed;
  /** Called before the first step of a request, for code that has to know the files as they were then. */
  readonly atStart?: (signal: AbortSignal) => Promise<void>;
  /** True to assess beside the tools too, not only at the end of a turn. */
  readonly parallel: boolean;
  readonly graceMs: number;
  readonly affordable: Affordable;
  /** The most requests to the model for one request of the person. */
  readonly maxInferences: number;
  readonly emit: Emit;
  readonly newId: () => string;
  readonly now: () => Date;
  readonly clock: Clock;
}

/** Drives one thread. What it does is appended to the log first; it holds no state that a restart would lose. */
export interface Worker {
  /** A message of the person. While the agent works it is queued; otherwise it is answered at once. */
  say(text: string): Promise<void>;
  /** A message that should not wait: it cancels the running work. */
  sayNow(text: string): Promise<void>;
  /** Goes on with the first queued message after a cancel left the queue waiting. Resolves when the agent rests. */
  sayQueued(): Promise<void>;
  editQueued(id: string, text: string): Promise<void>;
  removeQueued(id: string): Promise<void>;
  /** Goes on with whatever the thread needs, also after a crash. Resolves when the agent rests. */
  resume(): Promise<void>;
  cancel(): Promise<void>;
}

export function createWorker(parts: WorkerParts): Worker {
  const log = announcing(parts.log, parts.emit, parts.now);
  const assessing = parts.corrector && createAssessing({ ...parts, corrector: parts.corrector, log });
  const inference: InferenceParts = { ...parts.inference, emit: parts.emit };
  let work = new AbortController();
  let driving: Promise<void> | undefined;
  /** Counted, so that a message is not missed when it arrives while the loop comes to rest. */
  let wakeUps = 0;
  let assessingEnd = false;
  let assessedAt = -1;
  let cancelled = false;
  let cancels = 0;
  let corrected = (lastTurn(log.thread)?.corrections ?? 0) > 0;
  let inferences = askedIn(log.thread);
  let requestedAt: number | undefined;
  /** The thread as an earlier process left it, until that was looked at. */
  let left: Thread | undefined = log.thread;

  async function drive(begin?: () => Promise<void>): Promise<void> {
    try {
      await recover();
      await begin?.();
      let answered: number;
      do {
        answered = wakeUps;
        await untilRest();
        await assessing?.rest();
      } while (answered !== wakeUps);
    } catch (error) {
      await assessing?.rest();
      throw error;
    } finally {
      driving = undefined;
      cancelled = false;
      parts.emit({ type: "rested" });
    }
  }

  async function untilRest(): Promise<void> {
    for (;;) {
      if (cancelled) return windDown();
      switch (nextMove(log.thread)) {
        case "tools":
          await runTools();
          break;
        case "infer":
          await think();
          break;
        case "dequeue":
          await dequeue();
          break;
        case "assess":
          if (assessedAt === log.thread.messages.length) return;
          await assess();
          break;
        case "rest":
          return;
      }
    }
  }

  /** Calls left open by an earlier process are not run again: the model is told and decides. */
  async function recover(): Promise<void> {
    await log.append(interruptedCalls(log.thread, "The agent was stopped"));
    const stopped = left;
    left = undefined;
    if (stopped && (await assessing?.sayOwed(stopped))) corrected = true;
  }

  async function runTools(): Promise<void> {
    work = new AbortController();
    if (parts.parallel) assessing?.startBeside();
    await runCalls(parts.toolbox, log, work.signal, parts.emit);
  }

  async function think(): Promise<void> {
    work = new AbortController();
    await readRules();
    if (await assessing?.atBoundary()) corrected = true;
    if (inferences === 0 && lastTurn(log.thread)?.steps.length === 0) await parts.atStart?.(work.signal);
    if (work.signal.aborted) return;
    await log.append([beforeInference()]);
    if (log.thread.inferring) await log.append(await infer(inference, log.thread, work.signal));
    // Left open, the calls of a broken answer would run when the person speaks next, whatever they say.
    if (lastTurn(log.thread)?.outcome !== "open")
      await log.append(interruptedCalls(log.thread, "The answer broke off"));
  }

  /** The agent works, and its answer is verified, by the rules as they are now. */
  async function readRules(): Promise<void> {
    const guidance = await parts.toolbox.guidance(log.thread);
    if (guidance.length > 0) await log.append([{ v: 1, type: "guidance:discovered", files: [...guidance] }]);
  }

  function beforeInference(): Delta {
    inferences += 1;
    if (inferences > parts.maxInferences) {
      const message = `The model was asked ${parts.maxInferences} times for one request, which is the limit.`;
      return { v: 1, type: "error", code: "agent.limit", message };
    }
    return { v: 1, type: "inference:started", model: inference.model.name, skipCorrection: corrected };
  }

  /** Leaves a thread that can go on: every call has a result, and the turn is marked as cancelled. */
  async function windDown(): Promise<void> {
    const deltas = interruptedCalls(log.thread, "The user cancelled");
    if (lastTurn(log.thread)?.outcome === "open") deltas.push({ v: 1, type: "cancelled", reason: "cancelled" });
    await log.append(deltas);
  }

  async function assess(): Promise<void> {
    if (assessing) await readRules();
    // The person may have written, or cancelled, meanwhile.
    if (cancelled || log.thread.queue.length > 0) return;
    assessedAt = log.thread.messages.length;
    if (!assessing) return;
    assessingEnd = true;
    try {
      const run = requestedAt === undefined ? {} : { durationMs: parts.clock.now() - requestedAt };
      corrected = (await assessing.atEnd(run)) || corrected;
    } finally {
      assessingEnd = false;
    }
  }

  async function dequeue(): Promise<void> {
    const next = log.thread.queue[0];
    if (!next) return;
    newRequest();
    await log.append([{ v: 1, type: "user:message-queue:dequeue", id: next.id }]);
  }

  function newRequest(): void {
    assessing?.abort();
    corrected = false;
    inferences = 0;
    requestedAt = parts.clock.now();
  }

  function resume(begin?: () => Promise<void>): Promise<void> {
    wakeUps += 1;
    driving ??= drive(begin);
    return driving;
  }

  async function cancel(): Promise<void> {
    if (!driving) return;
    cancelled = true;
    cancels += 1;
    assessing?.abort();
    work.abort();
    await driving;
  }

  /** The message is handed to the log without a pause after pending work is aborted: no correction can come between. */
  async function say(text: string): Promise<void> {
    const id = parts.newId();
    if (driving && !assessingEnd) {
      await log.append([{ v: 1, type: "user:message-queue:enqueue", id, text }]);
    } else {
      newRequest();
      await log.append([said("user", text, id)]);
    }
    void resume().catch(() => undefined);
  }

  return {
    say,
    cancel,
    resume: () => resume(),
    async sayQueued() {
      // Work that is being cancelled starts no queued message and ends soon.
      const cancelsBefore = cancels;
      if (cancelled) await driving?.catch(() => undefined);
      if (cancels === cancelsBefore) await resume(dequeue);
    },
    async sayNow(text) {
      await cancel();
      await say(text);
    },
    editQueued: (id, text) => log.append([{ v: 1, type: "user:message-queue:edit", id, text }]),
    removeQueued: (id) => log.append([{ v: 1, type: "user:message-queue:remove", id }]),
  };
}

function askedIn({ messages, turns }: Thread): number {
  const turn = turns.at(-1);
  return turn ? messages.slice(turn.start).filter(({ role }) => role === "assistant").length : 0;
}

function announcing(log: ThreadLog, emit: Emit, now: () => Date): ThreadLog {
  return {
    get thread() {
      return log.thread;
    },
    async append(deltas) {
      const at = now().toISOString();
      const timed = deltas.map((delta) => ({ ...delta, at: delta.at ?? at }));
      await log.append(timed);
      for (const delta of timed) emit({ type: "delta", delta });
    },
  };
}

/** What a thread needs next. Depends only on the record, so a resumed thread goes on where it stopped. */
type Move = "tools" | "infer" | "dequeue" | "assess" | "rest";

export function nextMove(thread: Thread): Move {
  const turn = lastTurn(thread);
  if (!turn) return thread.queue.length > 0 ? "dequeue" : "rest";
  switch (turn.outcome) {
    case "open":
      return thread.pending.size > 0 ? "tools" : "infer";
    case "ended":
      if (thread.queue.length > 0) return "dequeue";
      return turn.judged ? "rest" : "assess";
    case "limit":
    case "refused":
      return thread.queue.length > 0 ? "dequeue" : "rest";
    case "aborted":
    case "failed":
      return "rest";
  }
}

/** The signal also cancels when it fired before there was anything to cancel: opening a session takes time. */
export async function workUntilRest(worker: Worker, message: string, signal: AbortSignal): Promise<void> {
  const cancel = (): void => void worker.cancel().catch(() => undefined);
  signal.addEventListener("abort", cancel, { once: true });
  try {
    if (message !== "") await worker.say(message);
    const rested = worker.resume();
    if (signal.aborted) cancel();
    await rested;
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

import type { FindOwed } from "../../src/agent/owed.ts";
import { type ThreadLog, openThreadLog, type AgentEvent } from "../../src/agent/thread-log.ts";
import type { ToolOutcome } from "../../src/agent/tool.ts";
import { type Worker, createWorker } from "../../src/agent/worker.ts";
import type { Corrector, Judgement } from "../../src/corrector.ts";
import type { Clock } from "../../src/models/clock.ts";
import type { InferenceEvent, InferenceRequest, Model } from "../../src/models/model.ts";
import { createMemoryStore } from "../../src/store/memory.ts";
import type { Store } from "../../src/store/store.ts";
import type { AssistantMessage } from "../../src/thread/message.ts";
import type { Step } from "../../src/thread/thread.ts";
import type { Usage } from "../../src/thread/usage.ts";

export interface Held<Input, Result> {
  readonly input: Input;
  readonly signal: AbortSignal;
  finish(result: Result): void;
}

export type Answer =
  | { say: string; stopReason?: AssistantMessage["stopReason"] }
  | { fail: string }
  | { call: string; input?: unknown; stopReason?: AssistantMessage["stopReason"] };

export interface WorkerBench {
  readonly worker: Worker;
  readonly log: ThreadLog;
  readonly store: Store;
  readonly events: AgentEvent[];
  /** What is waiting now, oldest first. Finished and aborted ones are gone. */
  readonly inferences: Held<InferenceRequest, Answer>[];
  readonly tools: Held<Step, ToolOutcome>[];
  readonly judgements: Held<"end-turn" | "parallel", Judgement>[];
  readonly sleeps: Held<number, void>[];
  /** Leave being asked of the guard; only with `holdPermits`. */
  readonly permits: Held<Judgement, void>[];
  settle(): Promise<void>;
}

export interface BenchOptions {
  readonly parallel?: boolean;
  readonly graceMs?: number;
  readonly corrector?: Corrector | undefined;
  readonly minToolCallsBetween?: number;
  readonly maxCostShare?: number;
  readonly store?: Store;
  readonly holdPermits?: boolean;
  readonly maxInferences?: number;
  /** The agent's model tells how many tokens it used. */
  readonly countsTokens?: boolean;
  readonly findOwed?: FindOwed;
}

/** The real worker with every outside part held by hand: no timers, no order but the one the test chooses. */
export async function workerBench(options: BenchOptions = {}): Promise<WorkerBench> {
  const store = options.store ?? createMemoryStore();
  const log = await openThreadLog(store, "t1");
  if (log.thread.id === "") await log.append([{ v: 1, type: "thread:started", threadId: "t1", host: "coxswain" }]);
  const events: AgentEvent[] = [];
  const inferences: Held<InferenceRequest, Answer>[] = [];
  const tools: Held<Step, ToolOutcome>[] = [];
  const judgements: Held<"end-turn" | "parallel", Judgement>[] = [];
  const sleeps: Held<number, void>[] = [];
  const permits: Held<Judgement, void>[] = [];
  let ids = log.thread.messages.length;
  const newId = () => `id${(ids += 1)}`;

  const model: Model = {
    name: "fake/model",
    family: "fake",
    async *infer(request): AsyncGenerator<InferenceEvent> {
      const signal = request.signal ?? new AbortController().signal;
      const answer = await hold(inferences, request, signal);
      if (answer === undefined) {
        yield { type: "failed", failure: { code: "aborted", message: "aborted", retryable: false } };
        return;
      }
      const id = newId();
      if ("fail" in answer) {
        yield { type: "failed", failure: { code: "crash", message: answer.fail, retryable: false } };
        return;
      }
      const usage = options.countsTokens ? usageOf("inference", "fake/model", 100) : undefined;
      const message: AssistantMessage =
        "say" in answer
          ? {
              role: "assistant",
              id,
              usage,
              content: [{ type: "text", text: answer.say }],
              stopReason: answer.stopReason ?? "end_turn",
            }
          : {
              role: "assistant",
              id,
              usage,
              content: [{ type: "tool_use", id: `call-${id}`, name: answer.call, input: answer.input ?? {} }],
              stopReason: answer.stopReason ?? "tool_use",
            };
      yield { type: "completed", message };
    },
  };
  const held: Corrector = {
    judge: async (_thread, given) => {
      const signal = given?.signal ?? new AbortController().signal;
      return (await hold(judgements, given?.trigger ?? "end-turn", signal)) ?? judgement("unchecked");
    },
    permit: async (_thread, given) => {
      if (options.holdPermits) await hold(permits, given, new AbortController().signal);
      return { ...given, inject: given.verdict.verdict === "correct" };
    },
    assess: async () => Promise.reject(new Error("the worker judges and permits apart")),
  };
  const clock: Clock = {
    now: () => 0,
    sleep: async (milliseconds, signal) => {
      // The head start of the tools is over at once: here they start when the test lets them end.
      if (milliseconds < 100) return;
      await hold(sleeps, milliseconds, signal ?? new AbortController().signal);
    },
  };
  const worker = createWorker({
    log,
    inference: { model, system: () => "system", tools: [], settings: {}, prices: {} },
    toolbox: {
      run: async (step, _thread, signal) =>
        (await hold(tools, step, signal)) ?? { status: "interrupted", output: "cancelled" },
      guidance: async () => [],
    },
    corrector: "corrector" in options ? options.corrector : held,
    ...(options.findOwed ? { findOwed: options.findOwed } : {}),
    parallel: options.parallel ?? false,
    graceMs: options.graceMs ?? 1000,
    affordable: { minToolCallsBetween: options.minToolCallsBetween ?? 0, maxCostShare: options.maxCostShare ?? 1 },
    maxInferences: options.maxInferences ?? 50,
    emit: (event) => events.push(event),
    newId,
    now: () => new Date(0),
    clock,
  });

  return { worker, log, store, events, inferences, tools, judgements, sleeps, permits, settle };
}

export function judgement(verdict: "ok" | "correct" | "unchecked", message = "you forgot the docs"): Judgement {
  return {
    turn: 1,
    gate: { open: true, evidenceOpen: true, reasons: [] },
    verdict: {
      verdict,
      category: null,
      message: verdict === "correct" ? message : null,
      reason: verdict,
      confidence: 1,
      findings: [],
      steps: [],
      judge: "model",
      usage: [usageOf("course-correction", "fake/observer", 10)],
      durationMs: 1,
    },
  };
}

function usageOf(operationType: Usage["operationType"], model: string, inputTokens: number): Usage {
  return {
    operationType,
    model,
    inputTokens,
    outputTokens: 1,
    cachedInputTokens: 0,
    cacheWriteTokens: 0,
    reasoningTokens: 0,
  };
}

async function settle(): Promise<void> {
  for (let round = 0; round < 5; round += 1) await new Promise((resolve) => setImmediate(resolve));
}

function hold<Input, Result>(
  list: Held<Input, Result>[],
  input: Input,
  signal: AbortSignal,
): Promise<Result | undefined> {
  return new Promise((resolve) => {
    const held: Held<Input, Result> = { input, signal, finish: (result) => end(result) };
    const end = (result: Result | undefined) => {
      const index = list.indexOf(held);
      if (index !== -1) list.splice(index, 1);
      resolve(result);
    };
    if (signal.aborted) {
      resolve(undefined);
      return;
    }
    signal.addEventListener("abort", () => end(undefined));
    list.push(held);
  });
}

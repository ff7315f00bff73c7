import { join } from "node:path";
import { openThreadLog, type AgentEvent } from "../../src/agent/thread-log.ts";
import { toolContext } from "./tool-bench.ts";
import { TOOLS, createToolbox } from "../../src/agent/toolbox.ts";
import { createWorker } from "../../src/agent/worker.ts";
import { openWorkspace } from "../../src/agent/workspace.ts";
import { createCorrector } from "../../src/corrector.ts";
import { createEvidenceJudge } from "../../src/evidence/judge.ts";
import { withinBudget } from "../../src/guard/within-budget.ts";
import { SYSTEM_CLOCK } from "../../src/models/clock.ts";
import { createScriptedModel } from "../../src/models/scripted/scripted.ts";
import { createObserver } from "../../src/observer/observer.ts";
import { openSqliteStore } from "../../src/store/sqlite.ts";
import { parseDelta } from "../../src/thread/delta-schema.ts";
import type { Delta } from "../../src/thread/delta.ts";
import { fold } from "../../src/thread/reducer.ts";
import type { Thread } from "../../src/thread/thread.ts";
import { observerModel } from "./fault-scenes.ts";
import type { Wrap } from "./faults.ts";

export interface WorkerOutcome {
  /** Why the worker gave up, where it did. */
  readonly error: unknown;
  readonly events: readonly AgentEvent[];
  readonly thread: Thread;
  /** Deltas that were shown and are not in the store. */
  readonly lost: number;
}

const AGENT = {
  turns: [
    { calls: [{ tool: "create_file", input: { path: "a.txt", content: "one\n" } }] },
    { calls: [{ tool: "edit_file", input: { path: "a.txt", old_text: "one", new_text: "two" } }] },
    { say: "The file says two now." },
    { calls: [{ tool: "read_file", input: { path: "a.txt" } }] },
    { say: "I looked again: it says two." },
    { say: "It still does.", repeat: true },
  ],
};

/** One request, worked on and watched by the real pieces, every one of them behind the wrapper. */
export async function workerTurn(
  directory: string,
  wrap: Wrap,
  parallel: boolean,
  request?: string,
): Promise<WorkerOutcome> {
  const store = await openSqliteStore(join(directory, "store.db"));
  const outside = wrap("store", store);
  const time = wrap("time", { now: () => new Date() });
  const events: AgentEvent[] = [];
  let error: unknown;
  let ids = Date.now();
  try {
    const log = await openThreadLog(outside, "t1");
    if (log.thread.id === "") await log.append([{ v: 1, type: "thread:started", threadId: "t1", host: "coxswain" }]);
    const clock = wrap("clock", SYSTEM_CLOCK);
    const observer = createObserver({ models: [wrap("observer", observerModel(0.9))], clock }, { timeoutMs: 300 });
    const limits = { tokensPerThread: 100_000, tokensPerDay: null, costPerThread: null, costPerDay: null };
    const workspace = await openWorkspace(directory);
    const worker = createWorker({
      log,
      inference: {
        model: wrap("agent", createScriptedModel("scripted/agent", AGENT)),
        system: () => "",
        tools: TOOLS,
        settings: {},
        prices: {},
      },
      toolbox: wrap("tools", createToolbox({ ...toolContext({ workspace }), tools: TOOLS })),
      corrector: createCorrector({
        gate: { minToolCalls: 1, minEdits: 1, skipModes: [], allow: [] },
        evidence: createEvidenceJudge(),
        observer: withinBudget(observer, { store: outside, limits, now: time.now }),
        guard: { maxCorrections: 2, maxByModel: 1, dailyLimit: 20 },
        store: outside,
        now: time.now,
      }),
      parallel,
      graceMs: 200,
      affordable: { minToolCallsBetween: 0, maxCostShare: 1000 },
      maxInferences: 20,
      emit: (event) => events.push(event),
      newId: () => `id${(ids += 1)}`,
      now: time.now,
      clock,
    });
    if (request !== undefined) await worker.say(request);
    await worker.resume();
  } catch (thrown) {
    error = thrown;
  }
  const stored = await store.read("t1");
  await store.close();
  const kept = new Set(stored.map(({ delta }) => contentOf(delta)));
  const shown = events.flatMap((event) => (event.type === "delta" ? [contentOf(event.delta)] : []));
  return {
    error,
    events,
    thread: fold(stored.map(({ delta }) => delta)),
    lost: shown.filter((delta) => !kept.has(delta)).length,
  };
}

function contentOf(delta: Delta): string {
  const { at: _, ...said } = parseDelta(JSON.parse(JSON.stringify(delta)));
  return JSON.stringify(said, (_key, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([left], [right]) => left.localeCompare(right)))
      : value,
  );
}

/** What an observer beside the tools costs the agent in time, on a real clock: `npm run bench:parallel`. */
import { randomUUID } from "node:crypto";
import process from "node:process";
import { openThreadLog } from "../src/agent/thread-log.ts";
import { createWorker } from "../src/agent/worker.ts";
import { createCorrector } from "../src/corrector.ts";
import { createEvidenceJudge } from "../src/evidence/judge.ts";
import { SYSTEM_CLOCK } from "../src/models/clock.ts";
import { createScriptedModel } from "../src/models/scripted/scripted.ts";
import { createObserver } from "../src/observer/observer.ts";
import { createMemoryStore } from "../src/store/memory.ts";
import { middle } from "./middle.ts";

const TOOL_MS = 3000;
const GRACE_MS = 1000;
/** How many times tools run before the agent's last words; each run is followed by a request that may have to wait. */
const REQUESTS = 2;
const ROUNDS = 3;
const TOLERANCE_MS = 50;

interface Setting {
  readonly name: string;
  readonly observerMs?: number;
  readonly graceMs: number;
  /** The most time that may be added, compared with no observer. */
  readonly limitMs: number;
}

const NOBODY: Setting = { name: "nobody watches", graceMs: GRACE_MS, limitMs: 0 };
const SETTINGS: readonly Setting[] = [
  { name: "observer faster than the tools", observerMs: 2000, graceMs: GRACE_MS, limitMs: TOLERANCE_MS },
  {
    name: "observer slower than the tools",
    observerMs: 6000,
    graceMs: GRACE_MS,
    limitMs: REQUESTS * GRACE_MS + TOLERANCE_MS,
  },
  { name: "the same, grace 0", observerMs: 6000, graceMs: 0, limitMs: TOLERANCE_MS },
];

const added = new Map<Setting, number[]>(SETTINGS.map((setting) => [setting, []]));
for (let round = 1; round <= ROUNDS; round += 1) {
  const alone = await criticalPath(NOBODY);
  for (const setting of SETTINGS) added.get(setting)?.push((await criticalPath(setting)) - alone);
  process.stderr.write(`round ${round} of ${ROUNDS}\n`);
}

console.log(
  `tools of ${TOOL_MS} ms, grace ${GRACE_MS} ms, ${REQUESTS} requests behind tools, ${ROUNDS} rounds, the first one cold`,
);
console.table(Object.fromEntries([...added].map(([setting, values]) => [setting.name, rowOf(setting, values)])));
if ([...added].some(([setting, values]) => Math.max(...values) > setting.limitMs)) process.exitCode = 1;

function rowOf(setting: Setting, values: readonly number[]) {
  const worst = Math.max(...values);
  return {
    "observer ms": setting.observerMs,
    "median ms added": Number(middle(values).toFixed(1)),
    "most ms added": Number(worst.toFixed(1)),
    "allowed ms": setting.limitMs,
    kept: worst <= setting.limitMs ? "yes" : "NO",
  };
}

/** Milliseconds from the person's message to the agent's last words, with the real worker. */
async function criticalPath({ observerMs, graceMs }: Setting): Promise<number> {
  const store = createMemoryStore();
  const log = await openThreadLog(store, "bench");
  await log.append([{ v: 1, type: "thread:started", threadId: "bench", host: "coxswain" }]);
  const call = { tool: "edit_file", input: { path: "a.ts", oldText: "a", newText: "b" } };
  const steps = Array.from({ length: REQUESTS }, () => ({ calls: [call] }));
  const agent = createScriptedModel("scripted/agent", { turns: [...steps, { say: "That is all." }] });
  const started = performance.now();
  let ended = 0;
  const worker = createWorker({
    log,
    inference: { model: agent, system: () => "", tools: [], settings: {}, prices: {} },
    toolbox: {
      run: async (_step, _thread, signal) => {
        await SYSTEM_CLOCK.sleep(TOOL_MS, signal);
        return { status: "done", output: "ok" };
      },
      guidance: async () => [],
    },
    corrector: observerMs === undefined ? undefined : watching(observerMs, store),
    parallel: true,
    graceMs,
    affordable: { minToolCallsBetween: 0, maxCostShare: 1 },
    maxInferences: 10,
    emit: (event) => {
      if (event.type !== "delta" || event.delta.type !== "inference:completed") return;
      if (event.delta.message.stopReason === "end_turn") ended = performance.now();
      // What is judged after the last words does not delay them.
      if (ended > 0) void worker.cancel();
    },
    newId: randomUUID,
    now: () => new Date(),
    clock: SYSTEM_CLOCK,
  });
  await worker.say("change a.ts twice");
  await worker.resume();
  return ended - started;
}

/** A corrector with gate, evidence and an observer that takes its time and has nothing to say. */
function watching(observerMs: number, store: ReturnType<typeof createMemoryStore>) {
  const input = { needsCorrection: false, message: null, confidence: 0.9, steps: [] };
  const script = { decisions: [{ input, delayMs: observerMs }] };
  return createCorrector({
    gate: { minToolCalls: 1, minEdits: 0, skipModes: [], allow: [] },
    guard: { maxCorrections: 2, maxByModel: 1, dailyLimit: 20 },
    store,
    evidence: createEvidenceJudge(),
    observer: createObserver({ models: [createScriptedModel("scripted/observer", script)] }),
  });
}

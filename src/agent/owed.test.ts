import { describe, expect, it } from "vitest";
import { judgement, workerBench, type WorkerBench } from "../../test/support/worker-bench.ts";
import { createCorrector } from "../corrector.ts";
import { createMemoryStore } from "../store/memory.ts";
import type { Store } from "../store/store.ts";
import type { UserMessage } from "../thread/message.ts";
import { textOf } from "../thread/message.ts";
import { owedIn } from "./owed.ts";

const OBJECTION = "you forgot the docs";

/** A worker with the real guard, whose observer always objects. */
async function watched(store: Store, verifies = false): Promise<WorkerBench> {
  const { verdict } = judgement("correct", OBJECTION);
  const corrector = createCorrector({
    gate: { minToolCalls: 0, minEdits: 0 },
    ...(verifies
      ? { verification: { verifyAll: true, verifyHeartbeat: false, triggerKeywords: [] }, guard: { forAnswers: true } }
      : {}),
    observer: { name: "observer", assess: () => ({ ...verdict, ...(verifies ? { category: "incomplete" } : {}) }) },
    store,
  });
  return workerBench({ store, corrector, findOwed: owedIn(store, verifies) });
}

/** The store of a process that was killed after it took permission and before it said anything. */
async function killedBetween(verifies = false): Promise<Store> {
  const store = createMemoryStore();
  const write: Store["write"] = async (batch) => {
    const deltas = batch.appends?.flatMap((append) => append.deltas) ?? [];
    const says = deltas.some((delta) => "message" in delta && isObjection(delta.message));
    return says ? new Promise(() => undefined) : store.write(batch);
  };
  const killed = await watched({ ...store, write }, verifies);
  await killed.worker.say("do it");
  await killed.settle();
  killed.inferences[0]?.finish({ say: "All done." });
  await killed.settle();
  return store;
}

function isObjection(message: unknown): boolean {
  const { source } = message as Partial<UserMessage>;
  return source?.type === "course-correction" || source?.type === "verification";
}

function said(bench: WorkerBench): string[] {
  return bench.log.thread.messages.map((message) => textOf(message));
}

const told = (bench: WorkerBench) =>
  bench.events.flatMap((event) => (event.type === "assessment:finished" ? (event.decision.tell ?? []) : []));

describe("a correction that had permission when the process was killed", () => {
  it("is said when the thread goes on, once, and was paid for once", async () => {
    const store = await killedBetween();
    const resumed = await watched(store);
    void resumed.worker.resume();
    await resumed.settle();
    expect(said(resumed)).toEqual(["do it", "All done.", OBJECTION]);
    resumed.inferences[0]?.finish({ say: "The docs are there now." });
    await resumed.settle();
    expect(said(resumed)).toHaveLength(4);
    const rows = await store.usage();
    expect(rows.find(({ operationType }) => operationType === "course-correction")?.calls).toBe(1);

    const again = await watched(store);
    void again.worker.resume();
    await again.settle();
    expect(said(again)).toHaveLength(4);
    expect(told(again)).toEqual([]);
  });

  it("is sent back with its kind where answers are verified", async () => {
    const resumed = await watched(await killedBetween(true), true);
    void resumed.worker.resume();
    await resumed.settle();
    expect(said(resumed).at(-1)).toContain(`sent back [incomplete]: ${OBJECTION}`);
  });

  it("is told to the person, once, when they have said something else since", async () => {
    const store = await killedBetween();
    const resumed = await watched(store);
    await resumed.worker.say("and now the tests");
    await resumed.settle();
    expect(said(resumed)).toEqual(["do it", "All done.", "and now the tests"]);
    expect(told(resumed)).toEqual([`Still open, but not said because the agent was stopped: ${OBJECTION}`]);
  });
});

describe("nothing is owed", () => {
  it("of a thread on which nothing was permitted, nor where the guard cannot be read", async () => {
    const { log } = await watched(createMemoryStore());
    expect(await owedIn(createMemoryStore(), false)(log.thread)).toBeUndefined();
    const broken = { ...createMemoryStore(), readGuard: async () => Promise.reject(new Error("no disk")) };
    const { log: stopped } = await workerBench({ store: await killedBetween() });
    expect(await owedIn(broken, false)(stopped.thread)).toBeUndefined();
  });
});

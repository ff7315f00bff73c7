import { describe, expect, it } from "vitest";
import { judgement, workerBench, type WorkerBench } from "../../test/support/worker-bench.ts";
import { createMemoryStore } from "../store/memory.ts";
import { isFromPerson, textOf } from "../thread/message.ts";

function story({ log }: WorkerBench): string[] {
  return log.thread.messages.map((message) => {
    if (message.role === "assistant")
      return message.content.some((block) => block.type === "tool_use") ? "call" : `agent: ${textOf(message)}`;
    if (message.source.type === "tool")
      return message.content.map((block) => (block.type === "tool_result" ? `result ${block.status}` : "")).join();
    return `${isFromPerson(message) ? "person" : message.source.type}: ${textOf(message)}`;
  });
}

async function answer(
  bench: WorkerBench,
  given: Parameters<WorkerBench["inferences"][number]["finish"]>[0],
): Promise<void> {
  await bench.settle();
  expect(bench.inferences, "the agent asks its model").toHaveLength(1);
  bench.inferences[0]?.finish(given);
  await bench.settle();
}

async function finishTool(bench: WorkerBench, output = "ok"): Promise<void> {
  bench.tools[0]?.finish({ status: "done", output });
  await bench.settle();
}

async function judge(bench: WorkerBench, verdict: "ok" | "correct" | "unchecked", message?: string): Promise<void> {
  expect(bench.judgements, "an assessment is pending").toHaveLength(1);
  bench.judgements[0]?.finish(judgement(verdict, message));
  await bench.settle();
}

it("says of everything that happened when it did", async () => {
  const bench = await workerBench({ corrector: undefined });
  void bench.worker.say("Go.");
  await answer(bench, { call: "bash", input: { command: "ls" } });
  await finishTool(bench);
  await answer(bench, { say: "Done." });
  const [, ...stored] = await bench.store.read(bench.log.thread.id);
  expect(stored.map(({ delta }) => delta.type)).toContain("inference:completed");
  expect(stored.filter(({ delta }) => delta.at === undefined)).toEqual([]);
});

it("asks no more often for one request than it may, also after it was killed in between", async () => {
  const store = createMemoryStore();
  const calls = { call: "bash", input: { command: "ls" } };
  const first = await workerBench({ store, corrector: undefined, maxInferences: 3 });
  await first.worker.say("do it");
  for (let asked = 0; asked < 2; asked += 1) {
    await answer(first, calls);
    await finishTool(first);
  }
  const second = await workerBench({ store, corrector: undefined, maxInferences: 3 });
  void second.worker.resume();
  await answer(second, calls);
  await finishTool(second);
  expect(second.inferences).toEqual([]);
  expect(second.log.thread.turns.at(-1)).toMatchObject({ outcome: "failed" });
});

it("ends a look that the person did not wait for, before it rests: paid for, and no failure of ours", async () => {
  for (const speaks of [true, false]) {
    const bench = await workerBench();
    await bench.worker.say("do it");
    await answer(bench, { say: "done" });
    void (speaks ? bench.worker.say("wait, something else") : bench.worker.cancel());
    await bench.settle();
    const looks = bench.events.flatMap((event): unknown[] => {
      if (event.type === "rested") return [event.type];
      return event.type === "assessment:finished" ? [event.decision.verdict] : [];
    });
    const givenUp = { verdict: "ok", judge: "gate", reason: "the look was given up before its end" };
    expect(looks).toMatchObject(speaks ? [givenUp] : [givenUp, "rested"]);
    const rows = await bench.store.usage();
    expect(rows.filter(({ operationType }) => operationType === "course-correction")).toMatchObject([{ calls: 1 }]);
  }
});

describe("the worker at the end of a turn", () => {
  it("goes from a message through tools to rest", async () => {
    const bench = await workerBench({ corrector: undefined });
    await bench.worker.say("do it");
    await answer(bench, { call: "bash", input: { command: "ls" } });
    await finishTool(bench);
    await answer(bench, { say: "done" });
    expect(story(bench)).toEqual(["person: do it", "call", "result done", "agent: done"]);
    expect(bench.events.at(-1)).toEqual({ type: "rested" });
  });

  it("puts a correction in as a user message and goes on, marked not to be checked again", async () => {
    const bench = await workerBench();
    await bench.worker.say("do it");
    await answer(bench, { say: "done" });
    await judge(bench, "correct");
    await bench.settle();
    expect(story(bench)).toEqual(["person: do it", "agent: done", "course-correction: you forgot the docs"]);
    expect(bench.log.thread.skipCorrection).toBe(true);
    await answer(bench, { say: "now it is" });
    expect(bench.judgements).toHaveLength(1);
    await judge(bench, "ok");
    expect(bench.log.thread.usage["course-correction"]?.calls).toBe(2);
    await bench.worker.say("next");
    await bench.settle();
    expect(bench.log.thread.skipCorrection).toBe(false);
  });

  it("records what a silent look cost, and a call that nobody counted, and injects nothing", async () => {
    const bench = await workerBench();
    await bench.worker.say("do it");
    await answer(bench, { say: "done" });
    await judge(bench, "ok");
    expect(story(bench)).toEqual(["person: do it", "agent: done"]);
    expect(await bench.store.usage()).toMatchObject([
      { operationType: "inference", calls: 1, inputTokens: 0, outputTokens: 0, unpriced: 1 },
      { operationType: "course-correction", calls: 1, inputTokens: 10 },
    ]);
  });

  it("drops the assessment at once when the person writes, and answers them", async () => {
    const bench = await workerBench();
    await bench.worker.say("do it");
    await answer(bench, { say: "done" });
    const [pending] = bench.judgements;
    await bench.worker.say("wait, something else");
    expect(pending?.signal.aborted).toBe(true);
    await answer(bench, { say: "sure" });
    expect(story(bench)).toEqual(["person: do it", "agent: done", "person: wait, something else", "agent: sure"]);
  });

  it("never injects when the judgement and the person's word arrive in the same moment", async () => {
    const bench = await workerBench();
    await bench.worker.say("do it");
    await answer(bench, { say: "done" });
    bench.judgements[0]?.finish(judgement("correct"));
    await bench.worker.say("stop");
    await bench.settle();
    expect(story(bench)).toEqual(["person: do it", "agent: done", "person: stop"]);
  });

  it("never injects when the person writes while the guard is asked", async () => {
    const bench = await workerBench({ holdPermits: true });
    await bench.worker.say("do it");
    await answer(bench, { say: "done" });
    await judge(bench, "correct");
    expect(bench.permits).toHaveLength(1);
    await bench.worker.say("stop");
    bench.permits[0]?.finish();
    await bench.settle();
    expect(story(bench)).toEqual(["person: do it", "agent: done", "person: stop"]);
  });

  it("lets a queued message beat a correction", async () => {
    const bench = await workerBench();
    await bench.worker.say("do it");
    await bench.settle();
    await bench.worker.say("and this");
    expect(bench.log.thread.queue).toHaveLength(1);
    await answer(bench, { say: "done" });
    expect(bench.judgements).toHaveLength(0);
    await answer(bench, { say: "done too" });
    await judge(bench, "ok");
    expect(story(bench)).toEqual(["person: do it", "agent: done", "person: and this", "agent: done too"]);
  });

  it("shows, edits and removes queued messages", async () => {
    const bench = await workerBench({ corrector: undefined });
    await bench.worker.say("do it");
    await bench.settle();
    await bench.worker.say("first");
    await bench.worker.say("second");
    const [first, second] = bench.log.thread.queue;
    await bench.worker.editQueued(first!.id, "first, better");
    await bench.worker.removeQueued(second!.id);
    await answer(bench, { say: "done" });
    await answer(bench, { say: "done" });
    expect(story(bench)).toEqual(["person: do it", "agent: done", "person: first, better", "agent: done"]);
  });
});

describe("an answer that broke off", () => {
  it.each(["max_tokens", "refusal"] as const)(
    "has its calls not run when the person speaks (%s)",
    async (stopReason) => {
      const bench = await workerBench({ corrector: undefined });
      await bench.worker.say("do it");
      await answer(bench, { call: "bash", input: { command: "rm -r build" }, stopReason });
      expect(bench.events.at(-1)).toEqual({ type: "rested" });
      await bench.worker.say("stop, not that");
      await bench.settle();
      expect(bench.tools).toHaveLength(0);
      await answer(bench, { say: "I left it alone" });
      expect(story(bench)).toEqual([
        "person: do it",
        "call",
        "result interrupted",
        "person: stop, not that",
        "agent: I left it alone",
      ]);
      expect(bench.log.thread.turns[0]?.steps[0]?.result?.output).toContain("had no effect");
    },
  );

  it("has its calls not run for the sake of what is queued", async () => {
    const bench = await workerBench({ corrector: undefined });
    await bench.worker.say("do it");
    await bench.settle();
    await bench.worker.say("and this");
    await answer(bench, { call: "bash", stopReason: "max_tokens" });
    expect(bench.tools).toHaveLength(0);
    await answer(bench, { say: "done" });
    expect(story(bench)).toEqual(["person: do it", "call", "result interrupted", "person: and this", "agent: done"]);
  });
});

it("runs no call again whose result could not be kept", async () => {
  const bench = await workerBench({ corrector: undefined });
  await bench.worker.say("do it");
  await answer(bench, { call: "bash", input: { command: "./deploy" } });
  const write = bench.store.write.bind(bench.store);
  bench.store.write = () => Promise.reject(new Error("the disk is full"));
  await finishTool(bench);
  bench.store.write = write;
  await bench.worker.say("what happened?");
  await bench.settle();
  expect(bench.tools).toHaveLength(0);
  expect(bench.log.thread.turns[0]?.steps[0]?.result?.output).toContain("may have taken effect");
  await answer(bench, { say: "I will look" });
});

describe("cancelling", () => {
  it("while the model answers leaves a thread that goes on", async () => {
    const bench = await workerBench();
    await bench.worker.say("do it");
    await bench.settle();
    await bench.worker.cancel();
    expect(bench.log.thread.turns[0]?.outcome).toBe("aborted");
    await bench.worker.say("try again");
    await answer(bench, { say: "done" });
    expect(story(bench)).toEqual(["person: do it", "person: try again", "agent: done"]);
  });

  it("while a tool runs gives every call a result", async () => {
    const bench = await workerBench();
    await bench.worker.say("do it");
    await answer(bench, { call: "bash" });
    expect(bench.tools).toHaveLength(1);
    await bench.worker.cancel();
    expect(bench.log.thread.pending.size).toBe(0);
    expect(story(bench)).toEqual(["person: do it", "call", "result interrupted"]);
  });

  it("while a turn is assessed keeps the answer", async () => {
    const bench = await workerBench();
    await bench.worker.say("do it");
    await answer(bench, { say: "done" });
    await bench.worker.cancel();
    expect(bench.judgements).toHaveLength(0);
    expect(bench.log.thread.turns[0]?.outcome).toBe("ended");
    expect(story(bench)).toEqual(["person: do it", "agent: done"]);
  });

  it("and writing at once does not wait for the turn", async () => {
    const bench = await workerBench({ corrector: undefined });
    await bench.worker.say("do it");
    await answer(bench, { call: "bash" });
    await bench.worker.sayNow("no, that");
    await answer(bench, { say: "ok, that" });
    expect(story(bench)).toEqual([
      "person: do it",
      "call",
      "result interrupted",
      "person: no, that",
      "agent: ok, that",
    ]);
  });
});

describe("what waits, asked for while the agent is being cancelled,", () => {
  async function cancelledWithQueue() {
    const bench = await workerBench({ corrector: undefined });
    await bench.worker.say("first");
    await bench.settle();
    await bench.worker.say("second");
    const cancelled = bench.worker.cancel();
    return { bench, cancelled, asked: bench.worker.sayQueued() };
  }

  it("is said when it has come to rest", async () => {
    const { bench, cancelled, asked } = await cancelledWithQueue();
    await cancelled;
    await answer(bench, { say: "done" });
    await asked;
    expect(story(bench)).toEqual(["person: first", "person: second", "agent: done"]);
  });

  it("goes on waiting when somebody cancels once more", async () => {
    const { bench, cancelled, asked } = await cancelledWithQueue();
    await bench.worker.cancel();
    await Promise.all([cancelled, asked]);
    await bench.settle();
    expect(bench.inferences).toHaveLength(0);
    expect(bench.log.thread.queue).toMatchObject([{ text: "second" }]);
  });
});

describe("a worker that starts after another one was killed", () => {
  it("tells the model which call was running and which was not, and runs neither again", async () => {
    const store = createMemoryStore();
    const killed = await workerBench({ store });
    await killed.worker.say("do it");
    await answer(killed, { call: "bash" });
    expect(killed.tools).toHaveLength(1);

    const bench = await workerBench({ store });
    void bench.worker.resume();
    await bench.settle();
    expect(bench.tools).toHaveLength(0);
    const [result] = bench.log.thread.turns[0]!.steps.map((step) => step.result);
    expect(result).toMatchObject({ status: "interrupted", output: expect.stringContaining("may have taken effect") });
    await answer(bench, { say: "I looked, it is done" });
    await judge(bench, "ok");
  });

  it("asks the model again when it was killed while waiting for it", async () => {
    const store = createMemoryStore();
    const killed = await workerBench({ store });
    await killed.worker.say("do it");
    await killed.settle();
    const bench = await workerBench({ store });
    void bench.worker.resume();
    await answer(bench, { say: "done" });
    expect(story(bench)).toEqual(["person: do it", "agent: done"]);
  });

  it("takes an image without a word for a request like any other", async () => {
    const store = createMemoryStore();
    const before = await workerBench({ store });
    await before.worker.say("do it");
    await answer(before, { say: "done" });
    await judge(before, "correct", "not so");
    await answer(before, { say: "done again" });
    await before.settle();
    const content = [{ type: "image" as const, mediaType: "image/png", data: "aGVsbG8=" }];
    const message = { role: "user" as const, id: "shown", source: { type: "user" as const }, content };
    await before.log.append([{ v: 1, type: "user:message", message }]);

    const bench = await workerBench({ store });
    void bench.worker.resume();
    await answer(bench, { say: "I see." });
    expect(bench.log.thread.turns.at(-1)).toMatchObject({ number: 2, corrections: 0, outcome: "ended" });
    expect(bench.log.thread.skipCorrection).toBe(false);
    expect(bench.judgements).toHaveLength(1);
  });

  const checks = { v: 1 as const, type: "witnessed" as const, after: 0, checks: [], mismatches: [] };
  it.each([
    { judged: "ok" as const, since: [], looks: 0 },
    { judged: "unchecked" as const, since: [], looks: 1 },
    { judged: undefined, since: [], looks: 1 },
    { judged: "ok" as const, since: [checks], looks: 1 },
  ])("looks $looks times at a turn that was judged as $judged and of which $since was seen since", async (row) => {
    const store = createMemoryStore();
    const before = await workerBench({ store });
    await before.worker.say("do it");
    await answer(before, { say: "done" });
    if (row.judged) await judge(before, row.judged);
    await before.log.append(row.since);

    const bench = await workerBench({ store });
    void bench.worker.resume();
    await bench.settle();
    expect(bench.judgements).toHaveLength(row.looks);
    expect(bench.inferences).toEqual([]);
  });
});

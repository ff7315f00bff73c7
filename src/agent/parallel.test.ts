import { describe, expect, it } from "vitest";
import {
  type Answer,
  type BenchOptions,
  judgement,
  workerBench,
  type WorkerBench,
} from "../../test/support/worker-bench.ts";
import { textOf } from "../thread/message.ts";

type Happening = "assessment" | "tools" | "message" | "send-now" | "cancel" | "time-out";

function orders<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, index) =>
    orders(items.filter((_, other) => other !== index)).map((rest) => [item, ...rest]),
  );
}

async function running(options: BenchOptions = {}): Promise<WorkerBench> {
  const bench = await workerBench({ parallel: true, ...options });
  await bench.worker.say("do it");
  await bench.settle();
  bench.inferences[0]?.finish({ call: "bash" });
  await bench.settle();
  return bench;
}

async function happen(bench: WorkerBench, happening: Happening): Promise<void> {
  switch (happening) {
    case "assessment":
      bench.judgements[0]?.finish(judgement("correct"));
      break;
    case "tools":
      bench.tools[0]?.finish({ status: "done", output: "ok" });
      break;
    case "message":
      await bench.worker.say("by the way");
      break;
    case "send-now":
      void bench.worker.sayNow("no, stop");
      break;
    case "cancel":
      void bench.worker.cancel();
      break;
    case "time-out":
      bench.sleeps[0]?.finish();
      break;
  }
  await bench.settle();
}

const sources = (bench: WorkerBench) =>
  bench.log.thread.messages.flatMap((message) => (message.role === "user" ? [message.source.type] : ["agent"]));

/** Whatever happened: calls and results pair up, and the correction stands behind the results of its calls. */
function expectValid(bench: WorkerBench): void {
  const { messages } = bench.log.thread;
  for (const [index, message] of messages.entries()) {
    if (message.role !== "user" || message.source.type !== "course-correction") continue;
    expect(
      messages.slice(0, index).filter((earlier) => earlier.role === "user" && earlier.source.type === "tool"),
    ).not.toEqual([]);
  }
  expect(bench.judgements.length).toBeLessThanOrEqual(1);
}

describe("an assessment beside the tools", () => {
  it("starts at once and does not hold up the tools", async () => {
    const bench = await running();
    expect(bench.judgements.map((held) => held.input)).toEqual(["parallel"]);
    expect(bench.tools).toHaveLength(1);
  });

  it("steers after the tool results and before the next request", async () => {
    const bench = await running();
    await happen(bench, "assessment");
    expect(sources(bench)).toEqual(["user", "agent"]);
    await happen(bench, "tools");
    expect(sources(bench)).toEqual(["user", "agent", "tool", "course-correction"]);
    expect(bench.inferences[0]?.input.messages.at(-1)).toMatchObject({ source: { type: "course-correction" } });
  });

  it("is waited for at most the grace, then the request goes without it", async () => {
    const bench = await running();
    await happen(bench, "tools");
    expect(bench.sleeps.map((held) => held.input)).toEqual([1000]);
    expect(bench.inferences).toHaveLength(0);
    await happen(bench, "time-out");
    expect(bench.inferences).toHaveLength(1);
    expect(sources(bench)).toEqual(["user", "agent", "tool"]);
  });

  it("is not waited for at all with a grace of 0", async () => {
    const bench = await workerBench({ parallel: true, graceMs: 0 });
    await bench.worker.say("do it");
    await bench.settle();
    bench.inferences[0]?.finish({ call: "bash" });
    await bench.settle();
    await happen(bench, "tools");
    expect(bench.sleeps).toHaveLength(0);
    expect(bench.inferences).toHaveLength(1);
  });

  it("that comes late is used at the next boundary while the agent has only looked around", async () => {
    const bench = await running();
    await happen(bench, "tools");
    await happen(bench, "time-out");
    await happen(bench, "assessment");
    bench.inferences[0]?.finish({ call: "read_file", input: { path: "a.ts" } });
    await bench.settle();
    expect(bench.judgements).toHaveLength(0);
    await happen(bench, "tools");
    expect(sources(bench)).toEqual(["user", "agent", "tool", "agent", "tool", "course-correction"]);
  });

  it("that comes late is dropped with its cost recorded when the agent has changed something since", async () => {
    const bench = await running({ countsTokens: true });
    await happen(bench, "tools");
    await happen(bench, "time-out");
    await happen(bench, "assessment");
    bench.inferences[0]?.finish({ call: "edit_file", input: { path: "a.ts", oldText: "a", newText: "b" } });
    await bench.settle();
    expect(bench.judgements.map((held) => held.input)).toEqual(["parallel"]);
    expect(bench.log.thread.usage["course-correction"]?.calls).toBe(1);
    await happen(bench, "tools");
    await happen(bench, "time-out");
    expect(sources(bench)).toEqual(["user", "agent", "tool", "agent", "tool"]);
  });

  it("is superseded by a newer inference: only one runs at a time", async () => {
    const bench = await running();
    const [older] = bench.judgements;
    await happen(bench, "tools");
    await happen(bench, "time-out");
    bench.inferences[0]?.finish({ call: "bash" });
    await bench.settle();
    expect(older?.signal.aborted).toBe(true);
    expect(bench.judgements).toHaveLength(1);
  });

  it("gives way to the look at the end of the turn", async () => {
    const bench = await running();
    const [older] = bench.judgements;
    await happen(bench, "tools");
    await happen(bench, "time-out");
    bench.inferences[0]?.finish({ say: "done" });
    await bench.settle();
    expect(older?.signal.aborted).toBe(true);
    expect(bench.judgements.map((held) => held.input)).toEqual(["end-turn"]);
  });

  it("is not started before enough calls were made since one that cost something, nor over its share of the cost", async () => {
    const few = await workerBench({ parallel: true, minToolCallsBetween: 2 });
    await few.worker.say("do it");
    await few.settle();
    for (const expected of [0, 1]) {
      few.inferences[0]?.finish({ call: "bash" });
      await few.settle();
      expect(few.judgements).toHaveLength(expected);
      await happen(few, "tools");
    }
    const gated = await workerBench({ parallel: true, minToolCallsBetween: 2 });
    await gated.worker.say("do it");
    await gated.settle();
    for (const expected of [0, 1, 1]) {
      gated.inferences[0]?.finish({ call: "bash" });
      await gated.settle();
      expect(gated.judgements).toHaveLength(expected);
      const { verdict, ...looked } = judgement("ok");
      gated.judgements[0]?.finish({ ...looked, verdict: { ...verdict, judge: "gate", usage: [] } });
      await gated.settle();
      await happen(gated, "tools");
    }
    const dear = await workerBench({ parallel: true, maxCostShare: 0 });
    await dear.worker.say("do it");
    await dear.settle();
    for (const expected of [1, 0]) {
      dear.inferences[0]?.finish({ call: "bash" });
      await dear.settle();
      expect(dear.judgements).toHaveLength(expected);
      dear.judgements[0]?.finish(judgement("ok"));
      await dear.settle();
      await happen(dear, "tools");
    }
  });
});

/** How the looks began and ended, and the rest of the agent; and what is stored of their cost. */
async function account(bench: WorkerBench) {
  const order = bench.events.flatMap(({ type }) => (type === "delta" || type === "thinking" ? [] : [type]));
  const rows = await bench.store.usage();
  const paid = rows.find(({ operationType }) => operationType === "course-correction")?.calls ?? 0;
  return { order, paid };
}

describe("a look beside the tools of a turn that ends by itself", () => {
  const endings: [string, Answer][] = [
    ["the output limit", { say: "and then", stopReason: "max_tokens" }],
    ["a refusal", { say: "no", stopReason: "refusal" }],
    ["an error", { fail: "gone" }],
  ];

  it.each(endings)("ends with it and is paid for: %s", async (_, ending) => {
    for (const isFinished of [true, false]) {
      const bench = await running();
      await happen(bench, "tools");
      await happen(bench, "time-out");
      if (isFinished) await happen(bench, "assessment");
      bench.inferences[0]?.finish(ending);
      await bench.settle();
      const ended = ["assessment:started", "assessment:finished", "rested"];
      expect(await account(bench)).toEqual({ order: ended, paid: 1 });
    }
  });

  it("is paid for the moment it is finished: the process may be killed while a command runs", async () => {
    const bench = await running();
    await happen(bench, "assessment");
    expect(await account(bench)).toEqual({ order: ["assessment:started"], paid: 1 });
    await happen(bench, "tools");
    expect(sources(bench).at(-1)).toBe("course-correction");
    expect((await account(bench)).paid).toBe(1);
  });
});

describe.each(orders<Happening>(["assessment", "tools", "message", "time-out"]))(
  "in the order %s, %s, %s, %s",
  (...order) => {
    it("a queued message beats the correction, and the agent goes on", async () => {
      const bench = await running();
      for (const happening of order) await happen(bench, happening);
      const spokeFirst = order.indexOf("message") < Math.max(order.indexOf("assessment"), order.indexOf("tools"));
      const timedOut =
        order.indexOf("time-out") > order.indexOf("tools") && order.indexOf("time-out") < order.indexOf("assessment");
      expect(sources(bench).includes("course-correction")).toBe(!spokeFirst && !timedOut);
      const granted = bench.events.filter((event) => event.type === "assessment:finished" && event.decision.inject);
      expect(granted.every((event) => "applied" in event && event.applied)).toBe(true);
      expect(bench.inferences).toHaveLength(1);
      expectValid(bench);
      bench.inferences[0]?.finish({ say: "done" });
      await bench.settle();
      const last = bench.log.thread.messages.at(-1);
      expect(last?.role === "user" && textOf(last)).toBe("by the way");
    });
  },
);

describe.each(orders<Happening>(["assessment", "tools", "cancel", "time-out"]))(
  "in the order %s, %s, %s, %s",
  (...order) => {
    it("nothing is injected after the cancel, and every call has its result", async () => {
      const bench = await running();
      let before: string[] = [];
      for (const happening of order) {
        if (happening === "cancel") before = sources(bench);
        await happen(bench, happening);
      }
      const after = sources(bench).slice(before.length);
      expect(after).not.toContain("course-correction");
      expect(bench.log.thread.pending.size).toBe(0);
      expect(bench.log.thread.turns[0]?.outcome).toBe("aborted");
      expect(bench.inferences).toHaveLength(0);
      expectValid(bench);
    });
  },
);

describe.each(orders<Happening>(["assessment", "tools", "send-now", "time-out"]))(
  "in the order %s, %s, %s, %s",
  (...order) => {
    it("the person's message is answered next and nothing is injected after it", async () => {
      const bench = await running();
      for (const happening of order) await happen(bench, happening);
      const said = sources(bench);
      expect(said.lastIndexOf("user")).toBe(said.length - 1);
      expect(bench.inferences).toHaveLength(1);
      expect(bench.log.thread.pending.size).toBe(0);
      expectValid(bench);
    });
  },
);

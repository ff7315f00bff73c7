import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMemoryStore } from "../store/memory.ts";
import type { Store } from "../store/store.ts";
import type { UsageRow } from "../store/usage-row.ts";
import { thread } from "../../test/support/thread-builder.ts";
import type { Usage } from "../thread/usage.ts";
import type { Judge, Verdict } from "../verdict.ts";
import { type BudgetLimits, overdrawn, isAffordable } from "./budget.ts";
import { withinBudget } from "./within-budget.ts";
import { EMPTY_THREAD, type Thread } from "../thread/thread.ts";

const NONE: BudgetLimits = { tokensPerThread: null, tokensPerDay: null, costPerThread: null, costPerDay: null };
const NOON = new Date("2026-11-15T12:00:00Z");

function row(tokens: number, cost = 0, operationType: UsageRow["operationType"] = "course-correction"): UsageRow {
  const totals = { calls: 1, inputTokens: tokens, outputTokens: 0, cachedInputTokens: 0, cost, unpriced: 0 };
  return { day: "2026-11-15", model: "m/o", operationType, ...totals };
}

describe("a budget", () => {
  it.each<[string, Partial<BudgetLimits>, UsageRow, string | undefined]>([
    ["tokens of a thread", { tokensPerThread: 100 }, row(100), "thread"],
    ["tokens of a day", { tokensPerDay: 100 }, row(101), "day"],
    ["what a model was asked and what it answered", { tokensPerDay: 100 }, { ...row(60), outputTokens: 40 }, "day"],
    ["dollars of a thread", { costPerThread: 0.5 }, row(1, 0.5), "thread"],
    ["dollars of a day", { costPerDay: 0.5 }, row(1, 0.6), "day"],
    ["a limit of nothing", { tokensPerThread: 0 }, row(0), "thread"],
    ["less than the limit", { tokensPerThread: 100, costPerDay: 1 }, row(99, 0.99), undefined],
    ["no limit", {}, row(1e12, 1e6), undefined],
    ["the agent's own work", { tokensPerDay: 100 }, row(1e6, 9, "inference"), undefined],
    ["a handoff", { costPerDay: 1 }, row(1e6, 9, "handoff"), undefined],
    ["verification", { tokensPerDay: 100 }, row(100, 0, "verification"), "day"],
  ])("is used up by %s, or not", (_what, limits, used, scope) => {
    expect(overdrawn({ ...NONE, ...limits }, { thread: [used], day: [used] })?.scope).toBe(scope);
  });

  it.each<[string, Partial<BudgetLimits>]>([
    ["for this thread is used up (120 of 100 tokens)", { tokensPerThread: 100 }],
    ["for today is used up (120 of 90 tokens)", { tokensPerDay: 90 }],
    ["for today is used up ($0.50 of $0.25)", { costPerDay: 0.25 }],
  ])("tells whose it is, and how much of it: %s", (told, limits) => {
    const used = { thread: [row(120, 0.5)], day: [row(120, 0.5)] };
    expect(overdrawn({ ...NONE, ...limits }, used)?.reason).toBe(`the observer's budget ${told}`);
  });

  it("that is less than a cent is told as more than nothing", () => {
    const used = overdrawn({ ...NONE, costPerDay: 0.001 }, { thread: [], day: [row(1, 0.004)] });
    expect(used?.reason).toContain("$0.0040 of $0.0010");
  });
});

const built = thread().user("fix it").edit("/repo/a.ts", "a", "b").close("Done.").build();
const assessment = { thread: built, turn: built.turns[0]! };

function usage(tokens: number): Usage {
  const counts = {
    inputTokens: tokens,
    outputTokens: 0,
    cachedInputTokens: 0,
    cacheWriteTokens: 0,
    reasoningTokens: 0,
  };
  return { operationType: "course-correction", model: "m/o", ...counts };
}

const spoken: Verdict = {
  verdict: "correct",
  category: null,
  message: "no",
  reason: "",
  confidence: 1,
  findings: [],
  steps: [],
  judge: "model",
  usage: [],
  durationMs: 0,
};

function asking(): Judge & { asked: number } {
  return {
    name: "observer",
    asked: 0,
    assess() {
      this.asked += 1;
      return spoken;
    },
  };
}

async function spend(store: Store, tokens: number, threadId = built.id, at = NOON.toISOString()): Promise<void> {
  await store.write({ usage: [{ threadId, at, usage: usage(tokens) }] });
}

describe("a judge within its budget", () => {
  it("is asked while something is left", async () => {
    const store = createMemoryStore();
    await spend(store, 99);
    await spend(store, 99, "another");
    const judge = withinBudget(asking(), { store, limits: { ...NONE, tokensPerThread: 100 }, now: () => NOON });
    expect(await judge.assess(assessment)).toBe(spoken);
  });

  it("is not asked when the thread's is used up, and that is said once", async () => {
    const store = createMemoryStore();
    await spend(store, 100);
    const observer = asking();
    const judge = withinBudget(observer, { store, limits: { ...NONE, tokensPerThread: 100 }, now: () => NOON });
    const first = await judge.assess(assessment);
    expect(first).toMatchObject({ verdict: "unchecked", reason: expect.stringContaining("100 of 100 tokens") });
    const restarted = withinBudget(observer, { store, limits: { ...NONE, tokensPerThread: 100 }, now: () => NOON });
    expect(await restarted.assess(assessment)).toMatchObject({ verdict: "ok", message: null });
    await spend(store, 100, "another");
    const another = { ...assessment, thread: { ...built, id: "another" } };
    expect((await restarted.assess(another)).verdict).toBe("unchecked");
    expect(observer.asked).toBe(0);
  });

  it("says so every time where silence would pass for a pass", async () => {
    const store = createMemoryStore();
    await spend(store, 100);
    const limits = { ...NONE, tokensPerThread: 100 };
    const judge = withinBudget(asking(), { store, limits, sayAlways: true, now: () => NOON });
    for (const _ of [1, 2]) expect((await judge.assess(assessment)).verdict).toBe("unchecked");
  });

  it("says once a day for all threads that the day's is used up, and is asked again tomorrow", async () => {
    const store = createMemoryStore();
    await spend(store, 500, "another thread");
    let now = NOON;
    const judge = withinBudget(asking(), { store, limits: { ...NONE, tokensPerDay: 400 }, now: () => now });
    const other = { ...assessment, thread: { ...built, id: "third" } };
    expect((await judge.assess(assessment)).verdict).toBe("unchecked");
    expect((await judge.assess(other)).verdict).toBe("ok");
    now = new Date("2026-11-16T00:00:01Z");
    expect(await judge.assess(assessment)).toBe(spoken);
  });

  it("is not asked when the store cannot be read or written, or the clock makes no sense", async () => {
    const limits = { ...NONE, tokensPerThread: 100 };
    const broken = { ...createMemoryStore(), usage: () => Promise.reject(new Error("disk is gone")) };
    const full = createMemoryStore();
    await spend(full, 100);
    const readOnly = { ...full, updateGuard: () => Promise.reject(new Error("read-only")) };
    const observer = asking();
    for (const judge of [
      withinBudget(observer, { store: broken, limits }),
      withinBudget(observer, { store: readOnly, limits }),
      withinBudget(observer, { store: createMemoryStore(), limits, now: () => new Date(Number.NaN) }),
    ]) {
      const verdict = await judge.assess(assessment);
      expect(verdict).toMatchObject({ verdict: "unchecked", reason: expect.stringContaining("could not be read") });
    }
    expect(observer.asked).toBe(0);
  });

  it("is the judge itself where no limit is set", () => {
    const observer = asking();
    expect(withinBudget(observer, { store: createMemoryStore(), limits: NONE })).toBe(observer);
  });

  it("never starts a call once the limit is reached, in any order of threads and days", async () => {
    const move = fc.record({
      thread: fc.constantFrom("a", "b", "c"),
      day: fc.integer({ min: 1, max: 3 }),
      tokens: fc.nat(60),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(move, { maxLength: 40 }), async (moves) => {
        const store = createMemoryStore();
        const limits = { ...NONE, tokensPerThread: 100, tokensPerDay: 150 };
        const spent = new Map<string, number>();
        let tooLate = 0;
        for (const { thread: id, day, tokens } of moves) {
          const date = `2026-11-0${day}`;
          const at = `${date}T10:00:00.000Z`;
          const observer: Judge = {
            name: "observer",
            async assess() {
              if ((spent.get(id) ?? 0) >= 100 || (spent.get(date) ?? 0) >= 150) tooLate += 1;
              for (const key of [id, date]) spent.set(key, (spent.get(key) ?? 0) + tokens);
              await spend(store, tokens, id, at);
              return spoken;
            },
          };
          const judge = withinBudget(observer, { store, limits, now: () => new Date(at) });
          await judge.assess({ ...assessment, thread: { ...built, id } });
        }
        expect(tooLate).toBe(0);
      }),
      { numRuns: 60 },
    );
  });
});

const LIMITS = { minToolCallsBetween: 5, maxCostShare: 0.2 };
const spent = (inputTokens: number, cost: number, unpriced = 0, outputTokens = 0) => ({
  calls: 1,
  inputTokens,
  outputTokens,
  cachedInputTokens: 0,
  cost,
  unpriced,
});
const after = (usage: Thread["usage"], stepCount = 5): Thread => ({ ...EMPTY_THREAD, stepCount, usage });

it.each<[string, Thread, boolean]>([
  ["nobody was asked yet", after({ inference: spent(10, 1) }), true],
  ["too few steps came since", after({}, 4), false],
  ["exactly the share was spent", after({ inference: spent(1, 1), "course-correction": spent(900, 0.2) }), true],
  ["more was spent", after({ inference: spent(9000, 1), "course-correction": spent(1, 0.21) }), false],
  ["it is a share of what the agent cost", after({ inference: spent(1, 4), "course-correction": spent(1, 0.8) }), true],
  [
    "tokens say so, where the agent costs nothing",
    after({ inference: spent(100, 0), "course-correction": spent(20, 0) }),
    true,
  ],
  [
    "tokens forbid it, where the agent costs nothing",
    after({ inference: spent(100, 0), "course-correction": spent(21, 0) }),
    false,
  ],
  ["what the agent wrote counts", after({ inference: spent(50, 0, 0, 50), "course-correction": spent(20, 0) }), true],
  [
    "what was written about it counts",
    after({ inference: spent(100, 0), "course-correction": spent(20, 0, 0, 1) }),
    false,
  ],
  [
    "tokens say so, where a price is not known",
    after({ inference: spent(100, 1, 1), "course-correction": spent(20, 9) }),
    true,
  ],
  [
    "tokens forbid it, where a price is not known",
    after({ inference: spent(100, 1), "course-correction": spent(21, 0, 1) }),
    false,
  ],
  ["the agent itself has told nothing", after({ "course-correction": spent(1, 0) }), false],
])("another look is worth its money or not: %s", (_, thread, expected) => {
  expect(isAffordable(thread, 0, LIMITS)).toBe(expected);
});

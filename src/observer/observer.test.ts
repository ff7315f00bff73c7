import { describe, expect, it } from "vitest";
import { thread } from "../../test/support/thread-builder.ts";
import { failure } from "../models/failure.ts";
import type { Decision, DecisionRequest, Model, TokenCounts } from "../models/model.ts";
import type { Verdict } from "../verdict.ts";
import { createObserver, type ObserverParts, observerRequest, type ObserverSettings } from "./observer.ts";
import { startOwnTime } from "../../test/support/own-time.ts";

const USAGE: TokenCounts = {
  inputTokens: 100,
  outputTokens: 10,
  cachedInputTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
};
const OBJECTION = { needsCorrection: true, message: "run the tests again", confidence: 0.6, steps: [2] };

/** The objection with this probability, in an answer that agrees with itself. */
function weighed(confidence: number): unknown {
  return { ...OBJECTION, needsCorrection: confidence >= 0.5, confidence };
}

const worked = thread()
  .user("Fix it and run the tests.")
  .edit("/repo/a.ts", "a", "b")
  .bash("npm test", { exit: 1, output: "1 failed" })
  .close("All tests pass.")
  .build();

/** An answer that takes its time. */
class Waiting {
  readonly for: () => Promise<unknown>;
  constructor(wait: () => Promise<unknown>) {
    this.for = wait;
  }
}

function modelWith(...answers: unknown[]): Model & { readonly asked: DecisionRequest<unknown>[] } {
  const asked: DecisionRequest<unknown>[] = [];
  return {
    name: "fake/model",
    family: "fake",
    asked,
    async decide<T>(request: DecisionRequest<T>): Promise<Decision<T>> {
      asked.push(request);
      const answer = answers[asked.length - 1] ?? answers.at(-1);
      const value = answer instanceof Waiting ? await answer.for() : answer;
      if (value instanceof Error) throw value;
      if (value === undefined)
        return { ok: false, failure: failure("no-call", "fake/model made no call."), usage: USAGE, durationMs: 1 };
      return { ok: true, value: value as T, usage: USAGE, durationMs: 1 };
    },
  };
}

async function assess(
  model: Model,
  settings: ObserverSettings = {},
  parts: Partial<ObserverParts> = {},
  signal?: AbortSignal,
): Promise<Verdict> {
  const turn = worked.turns.at(-1);
  if (!turn) throw new Error("no turn");
  return createObserver({ models: [model], ...parts }, settings).assess({
    thread: worked,
    turn,
    ...(signal ? { signal } : {}),
  });
}

describe("createObserver", () => {
  it("asks the question that fits the moment, whatever the settings say", async () => {
    const turn = worked.turns.at(-1);
    if (!turn) throw new Error("no turn");
    const model = modelWith({ needsCorrection: false, message: null, confidence: 0.1, steps: [] });
    const observer = createObserver({ models: [model] }, { question: "parallel" });
    for (const trigger of ["parallel", "end-turn", undefined] as const)
      await observer.assess({ thread: worked, turn, ...(trigger ? { trigger } : {}) });
    const asked = model.asked.map(({ system }) => (system.includes("while it works") ? "parallel" : "end-turn"));
    expect(asked).toEqual(["parallel", "end-turn", "parallel"]);
  });

  it("is told how the definition of done stands", async () => {
    const turn = worked.turns.at(-1);
    if (!turn) throw new Error("no turn");
    const model = modelWith({ needsCorrection: false, message: null, confidence: 0.1, steps: [] });
    const rules = [
      { rule: "the linter after changes of code", state: "unknown", says: "a helper", steps: [1] },
    ] as const;
    await createObserver({ models: [model] }).assess({ thread: worked, turn, rules });
    expect(model.asked[0]?.prompt).toContain("definition: the linter after changes of code – a helper (step 1)");
  });

  it("says nothing when the model sees nothing, and accounts for the call", async () => {
    const verdict = await assess(modelWith({ needsCorrection: false, message: null, confidence: 0.1, steps: [] }));
    expect(verdict).toMatchObject({ verdict: "ok", message: null, judge: "model", findings: [] });
    expect(verdict.usage).toEqual([{ operationType: "course-correction", model: "fake/model", ...USAGE }]);
  });

  it.each<[number, readonly number[], string]>([
    [0.9, [], "correct"],
    [0.65, [], "correct"],
    [0.64, [0.55], "correct"],
    [0.64, [0.54], "ok"],
    [0.45, [0.6], "correct"],
    [0.44, [], "ok"],
  ])("asked once says %d, then in a closer look %j: %s", async (first, closer, verdict) => {
    const model = modelWith(...[first, ...closer].map(weighed));
    expect(await assess(model)).toMatchObject({ verdict, confidence: closer.at(-1) ?? first });
    expect(model.asked).toHaveLength(1 + closer.length);
  });

  it.each<[ObserverSettings, number, number]>([
    [{ confidence: undefined }, 0.64, 2],
    [{ closerLook: undefined }, 0.64, 2],
    // Whoever writes JavaScript may give half of it.
    [{ closerLook: { enabled: true } as never }, 0.65, 1],
    [{ closerLook: { from: 0.7 } as never }, 0.6, 1],
    [{ model: undefined }, 0.6, 2],
  ])("is as sure as ever where the settings say %o", async (settings, confidence, calls) => {
    const model = modelWith(weighed(confidence), weighed(0.9));
    await assess(model, settings);
    expect(model.asked).toHaveLength(calls);
  });

  it("says what the closer look found, in its words, and adds up both calls", async () => {
    const model = modelWith(OBJECTION, { ...OBJECTION, message: "npm test ended with 1 failed", confidence: 0.85 });
    const verdict = await assess(model);
    expect(verdict).toMatchObject({ verdict: "correct", message: "npm test ended with 1 failed", confidence: 0.85 });
    expect(verdict.usage).toHaveLength(2);
  });

  it("keeps to itself what is the user's business, however sure the model is", async () => {
    const verdict = await assess(modelWith({ ...OBJECTION, message: "commit your changes", confidence: 1 }));
    expect(verdict).toMatchObject({ verdict: "ok", message: null, reason: expect.stringContaining("git") });
  });

  it("puts the second question first to whoever answered the first", async () => {
    const silent = { ...modelWith(undefined), name: "fake/silent" };
    const model = modelWith(OBJECTION, weighed(0.9));
    expect(await assess(model, {}, { models: [silent, model] })).toMatchObject({ verdict: "correct" });
    expect(silent.asked.map(({ system }) => system)).not.toContain(model.asked[1]?.system);
  });

  it("has what it asks while the agent works cached: it soon asks again, with more behind it", async () => {
    const turn = worked.turns.at(-1);
    if (!turn) throw new Error("no turn");
    const model = modelWith(OBJECTION);
    const observer = createObserver({ models: [model] });
    for (const trigger of ["parallel", "end-turn"] as const) await observer.assess({ thread: worked, turn, trigger });
    expect(model.asked.map(({ settings }) => settings?.growingPrompt ?? false)).toEqual([true, false, false, false]);
  });

  it("gives the closer look the record, what was wanted, and the objection", async () => {
    const model = modelWith({ ...OBJECTION, wants: ["a.ts"] }, weighed(0.1));
    await assess(model, {}, { readFile: async (path) => (path === "a.ts" ? "const total = 1;" : undefined) });
    const [first, second] = model.asked;
    expect(second?.prompt.startsWith(first?.prompt ?? "?")).toBe(true);
    expect(second?.prompt).toContain("[2] FAILED, exit 1 · run npm test");
    expect(second?.prompt).toContain("## FILE a.ts\n(the file as it is now)\n| const total = 1;");
    expect(second?.prompt.endsWith("# OBJECTION\n> run the tests again")).toBe(true);
  });

  it("drops an objection that the closer look does not bear out, and says so", async () => {
    const verdict = await assess(
      modelWith(OBJECTION, { needsCorrection: false, message: null, confidence: 0.1, steps: [] }),
    );
    expect(verdict).toMatchObject({ verdict: "ok", message: null, confidence: 0.1 });
    expect(verdict.reason).toContain("run the tests again");
  });

  it.each([
    ["fails", undefined],
    ["names a step that does not exist", { ...OBJECTION, steps: [99] }],
    ["is no probability", { ...OBJECTION, confidence: 7 }],
  ])("is unchecked when the closer look %s", async (_what, answer) => {
    const verdict = await assess(modelWith(OBJECTION, answer), { model: { maxRetries: 0 } });
    expect(verdict.verdict).toBe("unchecked");
    expect(verdict.usage.length).toBeGreaterThanOrEqual(2);
  });

  it("says nothing where the closer look contradicts itself", async () => {
    expect(
      (await assess(modelWith(OBJECTION, { ...OBJECTION, needsCorrection: false, confidence: 0.9 }))).verdict,
    ).toBe("ok");
  });

  it("puts the closer look to another model where one is named", async () => {
    const first = modelWith(OBJECTION);
    const second = modelWith(weighed(0.9));
    await assess(first, {}, { closerModels: [second] });
    expect([first.asked.length, second.asked.length]).toEqual([1, 1]);
  });

  it("takes a plain yes or no for an answer, asked once, and looks closer before it believes a yes", async () => {
    const no = modelWith({ needsCorrection: false });
    expect(await assess(no)).toMatchObject({ verdict: "ok", judge: "model", confidence: null });
    expect(no.asked).toHaveLength(1);
    const plain = { needsCorrection: true, message: "run the tests again" };
    const asked = modelWith(plain, weighed(0.7));
    expect(await assess(asked)).toMatchObject({ verdict: "correct", message: "run the tests again" });
    expect(asked.asked).toHaveLength(2);
    const unsure = await assess(modelWith(plain), { closerLook: { enabled: false, from: 0.3, confidence: 0.5 } });
    expect(unsure).toMatchObject({ verdict: "ok", message: null });
    expect(unsure.reason).toContain("run the tests again");
  });

  it("speaks only when it is sure where the closer look is turned off", async () => {
    const closerLook = { enabled: false, from: 0.45, confidence: 0.55 };
    expect((await assess(modelWith(weighed(0.64)), { closerLook })).verdict).toBe("ok");
    expect((await assess(modelWith(weighed(0.65)), { closerLook })).verdict).toBe("correct");
  });

  it.each([
    ["no call", undefined],
    ["a message that is missing", { ...OBJECTION, message: null }],
    ["a step that does not exist", { ...OBJECTION, steps: [7] }],
    ["a crash", new Error("boom")],
  ])("is unchecked, with a reason, after %s", async (_what, answer) => {
    const verdict = await assess(modelWith(answer), { model: { maxRetries: 0 } });
    expect(verdict).toMatchObject({ verdict: "unchecked", message: null, judge: "model" });
    expect(verdict.reason.length).toBeGreaterThan(10);
  });

  it("is unchecked when there is no model, and when the rendering itself fails", async () => {
    expect((await assess(modelWith(), {}, { models: [] })).verdict).toBe("unchecked");
    const failing = {
      redact: () => {
        throw new Error("broken rule");
      },
    };
    expect(await assess(modelWith(), { render: failing })).toMatchObject({
      verdict: "unchecked",
      reason: "the observer crashed: broken rule",
    });
  });

  it("gives up within 50 ms of an abort, also on a model that ignores it", async () => {
    const controller = new AbortController();
    const asked = Promise.withResolvers<void>();
    const never = new Waiting(async () => {
      asked.resolve();
      await new Promise(() => undefined);
    });
    const deaf = modelWith(never);
    const pending = assess(deaf, {}, {}, controller.signal);
    await asked.promise;
    const ownTime = startOwnTime();
    controller.abort();
    expect((await pending).verdict).toBe("unchecked");
    expect(ownTime()).toBeLessThan(50);
  });

  it("gives up at its time limit", async () => {
    const deaf = modelWith(new Waiting(async () => new Promise(() => undefined)));
    const verdict = await assess(deaf, { timeoutMs: 30 });
    expect(verdict.verdict).toBe("unchecked");
    expect(verdict.reason).toMatch(/time/);
  });
});

describe("observerRequest", () => {
  it("asks with little heat, little room and no thinking", () => {
    const turn = worked.turns.at(-1);
    if (!turn) throw new Error("no turn");
    const request = observerRequest(worked, turn);
    expect(request.settings).toEqual({ temperature: 0.1, maxOutputTokens: 1024, reasoning: "none" });
    expect(request.timeoutMs).toBe(20_000);
    expect(request.system).toContain("just ended its turn");
    expect(observerRequest(worked, turn, { question: "parallel" }).system).toContain("while it works");
  });

  it.each<[ObserverSettings, object]>([
    [{ model: { temperature: 0 } }, { settings: { temperature: 0, maxOutputTokens: 1024, reasoning: "none" } }],
    [{ model: undefined }, { settings: { maxOutputTokens: 1024 } }],
    [{ model: { maxOutputTokens: undefined } }, { settings: { maxOutputTokens: 1024 } }],
    [{ timeoutMs: undefined }, { timeoutMs: 20_000 }],
  ])("takes the default for what is not given, or given as undefined: %o", (settings, expected) => {
    const turn = worked.turns.at(-1);
    if (!turn) throw new Error("no turn");
    expect(observerRequest(worked, turn, settings)).toMatchObject(expected);
  });

  it("takes secrets out where nobody said how, and leaves that to whoever does", () => {
    const password = ["hunter", "2", "Zq9vLx4T"].join("");
    const told = thread().user(`Use password=${password} for the database.`).close("Done.").build();
    const [turn] = told.turns;
    if (!turn) throw new Error("no turn");
    expect(observerRequest(told, turn).prompt).not.toContain(password);
    expect(observerRequest(told, turn, { render: { redact: (text) => text } }).prompt).toContain(password);
  });
});

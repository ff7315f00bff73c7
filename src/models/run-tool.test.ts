import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { virtualClock } from "../../test/support/virtual-clock.ts";
import { failure, type FailureCode } from "./failure.ts";
import type { Decision, DecisionRequest, Model, ModelSettings, TokenCounts } from "./model.ts";
import { runTool, type ToolRequest } from "./run-tool.ts";

const tool = { name: "confirm", description: "Confirms.", schema: z.object({ stands: z.boolean() }) };
const tokens: TokenCounts = {
  inputTokens: 1000,
  outputTokens: 100,
  cachedInputTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
};
const prices = { "a/one": { input: 2, output: 10 } };

describe("running a tool with a model", () => {
  it("gives the value, who answered, and what it cost", async () => {
    const run = await ask([model("a/one", [{ value: { stands: true } }])]);
    expect(run).toEqual({
      ok: true,
      value: { stands: true },
      model: "a/one",
      durationMs: 0,
      usage: [{ operationType: "course-correction", model: "a/one", ...tokens, cost: 0.003 }],
      attempts: [
        {
          model: "a/one",
          durationMs: 0,
          usage: { operationType: "course-correction", model: "a/one", ...tokens, cost: 0.003 },
        },
      ],
    });
  });

  it("hands the request on as it is", async () => {
    const seen: DecisionRequest<unknown>[] = [];
    await ask([model("a/one", [{ value: { stands: true } }], seen)], {
      settings: { temperature: 0.1, maxOutputTokens: 1024 },
    });
    expect(seen[0]).toMatchObject({
      system: "SYSTEM",
      prompt: "PROMPT",
      tool,
      settings: { temperature: 0.1, maxOutputTokens: 1024 },
    });
  });

  it("tries a passing failure again, with growing waits, on the same model", async () => {
    const clock = virtualClock();
    const run = await ask([model("a/one", ["http", "overloaded", { value: { stands: true } }])], { clock });
    expect(run).toMatchObject({ ok: true, model: "a/one", durationMs: 1500 });
    expect(codes(run.attempts)).toEqual(["http", "overloaded", undefined]);
    expect(clock.waits.filter((wait) => wait < 20_000)).toEqual([500, 1000]);
  });

  it("waits exactly as long as the provider asks", async () => {
    const clock = virtualClock();
    await ask([model("a/one", [{ code: "rate-limit", retryAfterMs: 7000 }, { value: { stands: true } }])], { clock });
    expect(clock.now()).toBe(7000);
  });

  it("does not wait past the time limit, but asks the next model at once", async () => {
    const clock = virtualClock();
    const first = model("a/one", [{ code: "rate-limit", retryAfterMs: 30_000 }]);
    const run = await ask([first, model("b/two", [{ value: { stands: false } }])], { clock });
    expect(run).toMatchObject({ ok: true, model: "b/two", durationMs: 0 });
  });

  it.each<FailureCode>([
    "auth",
    "unknown-model",
    "quota",
    "too-large",
    "refused",
    "degraded-tool-choice",
    "unsupported",
  ])("goes to the next model after %s, without a second try", async (code) => {
    const run = await ask([model("a/one", [code]), model("b/two", [{ value: { stands: true } }])]);
    expect(run).toMatchObject({ ok: true, model: "b/two" });
    expect(run.attempts.map((attempt) => attempt.model)).toEqual(["a/one", "b/two"]);
  });

  it.each<FailureCode>(["no-call", "wrong-tool", "extra-calls", "invalid-arguments", "empty", "output-limit"])(
    "asks once more after %s, counts both, then goes to the next model",
    async (code) => {
      const run = await ask([model("a/one", [code, code]), model("b/two", [{ value: { stands: true } }])]);
      expect(run).toMatchObject({ ok: true, model: "b/two" });
      expect(run.attempts.map((attempt) => attempt.model)).toEqual(["a/one", "a/one", "b/two"]);
      expect(run.usage.map((usage) => [usage.model, usage.cost])).toEqual([
        ["a/one", 0.003],
        ["a/one", 0.003],
        ["b/two", undefined],
      ]);
    },
  );

  it("counts a call that a server answered without telling tokens, at no price, and none that nobody answered", async () => {
    const untold = (name: string, steps: readonly Step[]): Model => {
      const told = model(name, steps);
      return {
        ...told,
        decide: async (request) => {
          const { usage: _, ...decision } = await told.decide!(request);
          return decision;
        },
      };
    };
    const run = await ask([
      untold("a/one", ["no-call", "http", "refused"]),
      untold("b/two", [{ value: { stands: true } }]),
    ]);
    expect(run.ok).toBe(true);
    expect(run.attempts.map(({ usage }) => usage && [usage.model, usage.inputTokens, usage.cost])).toEqual([
      ["a/one", 0, undefined],
      undefined,
      ["a/one", 0, undefined],
      ["b/two", 0, undefined],
    ]);
  });

  it("gives more room after an answer that reached its output limit", async () => {
    const seen: DecisionRequest<unknown>[] = [];
    await ask([model("a/one", ["output-limit", { value: { stands: true } }], seen)], {
      settings: { maxOutputTokens: 1024 },
    });
    expect(seen.map((request) => request.settings?.maxOutputTokens)).toEqual([1024, 4096]);
  });

  it("gives up after the retries that are set", async () => {
    const run = await ask([model("a/one", ["http", "http", "http"])], { settings: { maxRetries: 2 } });
    expect(run).toMatchObject({ ok: false, failure: { code: "http" } });
    expect(run.attempts).toHaveLength(3);
  });

  it("leaves time for the next model when the first one hangs", async () => {
    const clock = virtualClock();
    const run = await ask([model("a/one", ["hang"]), model("b/two", [{ value: { stands: true } }])], { clock });
    expect(run).toMatchObject({ ok: true, model: "b/two", durationMs: 12_000 });
    expect(codes(run.attempts)).toEqual(["timeout", undefined]);
  });

  it("ends at the time limit when every model hangs", async () => {
    const clock = virtualClock();
    const run = await ask([model("a/one", ["hang"]), model("b/two", ["hang"])], { clock });
    expect(run).toMatchObject({ ok: false, failure: { code: "timeout" }, durationMs: 20_000 });
  });

  it("is over at once when it is cancelled, also with a model that does not listen", async () => {
    const cancel = new AbortController();
    const deaf: Model = { name: "a/deaf", family: "a", decide: () => new Promise(() => undefined) };
    const second = model("b/two", [{ value: { stands: true } }]);
    const running = ask([deaf, second], { signal: cancel.signal, clock: undefined });
    setImmediate(() => cancel.abort());
    const run = await running;
    expect(run).toMatchObject({ ok: false, failure: { code: "aborted" } });
    expect(run.attempts.map((attempt) => attempt.model)).toEqual(["a/deaf"]);
  });

  it("is cancelled while it waits for a retry", async () => {
    const cancel = new AbortController();
    const running = ask([model("a/one", ["http", { value: { stands: true } }])], {
      signal: cancel.signal,
      clock: undefined,
    });
    setImmediate(() => cancel.abort());
    expect(await running).toMatchObject({ ok: false, failure: { code: "aborted" } });
  });

  it("takes a model that throws for a failure, and asks the next", async () => {
    const broken: Model = {
      name: "a/broken",
      family: "a",
      decide: () => {
        throw new Error("no memory");
      },
    };
    const run = await ask([broken, model("b/two", [{ value: { stands: true } }])]);
    expect(run).toMatchObject({ ok: true, model: "b/two" });
    expect(run.attempts[0]?.failure).toEqual({
      code: "crash",
      message: "a/broken crashed: no memory",
      retryable: false,
    });
  });

  it("passes over a model that cannot decide", async () => {
    const run = await ask([{ name: "a/talker", family: "a" }, model("b/two", [{ value: { stands: true } }])]);
    expect(run).toMatchObject({ ok: true, model: "b/two" });
    expect(codes(run.attempts)).toEqual(["unsupported", undefined]);
  });

  it("says so when there is nobody to ask", async () => {
    expect(await ask([])).toMatchObject({ ok: false, failure: { code: "unsupported" }, attempts: [], usage: [] });
  });
});

type Step = FailureCode | "hang" | { value: { stands: boolean } } | { code: FailureCode; retryAfterMs: number };

/** Answers one step after the other; every answer, a bad one too, costs the same tokens. */
function model(name: string, steps: readonly Step[], seen: DecisionRequest<unknown>[] = []): Model {
  let next = 0;
  return {
    name,
    family: name.split("/")[0] ?? "",
    decide: async <T>(request: DecisionRequest<T>): Promise<Decision<T>> => {
      seen.push(request);
      const step = steps[next++];
      if (step === undefined) throw new Error(`${name} was asked too often`);
      if (step === "hang") {
        await new Promise<void>((resolve) => {
          request.signal?.addEventListener("abort", () => resolve());
        });
        return { ok: false, failure: failure("timeout", "too late"), durationMs: 0 };
      }
      if (typeof step === "string") return { ok: false, failure: failure(step, step), usage: tokens, durationMs: 0 };
      if ("code" in step)
        return {
          ok: false,
          failure: { ...failure(step.code, step.code), retryAfterMs: step.retryAfterMs },
          durationMs: 0,
        };
      return { ok: true, value: z.parse(request.tool.schema, step.value), usage: tokens, durationMs: 0 };
    },
  };
}

function ask(
  models: readonly Model[],
  change: Partial<ToolRequest<{ stands: boolean }>> & { settings?: ModelSettings } = {},
) {
  return runTool({
    models,
    tool,
    system: "SYSTEM",
    prompt: "PROMPT",
    operationType: "course-correction",
    timeoutMs: 20_000,
    prices,
    clock: virtualClock(),
    random: () => 1,
    ...change,
  });
}

function codes(attempts: readonly { readonly failure?: { readonly code: string } }[]): (string | undefined)[] {
  return attempts.map((attempt) => attempt.failure?.code);
}

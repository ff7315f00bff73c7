import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FailureCode } from "../../../src/models/failure.ts";
import type { Decision, Model } from "../../../src/models/model.ts";
import type { Reply } from "../../support/provider-server/reply.ts";
import { type ProviderServer, startProviderServer } from "../../support/provider-server/server.ts";
import { courseCorrect, KEY, modelOf, WIRE_CASES } from "./providers.ts";

const GOOD = { needsCorrection: true, message: "run the tests", confidence: 0.9, steps: [3, 4] };
const usage = { input: 330, output: 30, cached: 300, cacheWrite: 20, reasoning: 7 };
const answer = (reply: Omit<Extract<Reply, { type: "answer" }>, "type">): Reply => ({
  type: "answer",
  usage,
  ...reply,
});
const call = (input: unknown, name = "course_correct") => ({ name, input });

let server: ProviderServer;
beforeAll(async () => {
  server = await startProviderServer(() => answer({}));
});
afterAll(() => server.close());

describe.each(WIRE_CASES)("a forced call over the wire to $model", (wire) => {
  it("sends the tool, its forcing and the settings, and nothing else", async () => {
    const decision = await ask(modelOf(wire, server.url), answer({ calls: [call(GOOD)] }));
    expect(decision).toMatchObject({ ok: true, value: GOOD });
    const [request] = server.received;
    expect(server.received).toHaveLength(1);
    expect(request?.path).toBe(wire.path);
    expect(request?.body).toEqual(wire.decision);
    expect(request).toMatchObject({
      tools: ["course_correct"],
      forced: "course_correct",
      temperature: 0.1,
      maxOutputTokens: 1024,
      stream: false,
    });
    expect(request?.headers[wire.keyHeader[0]]).toBe(wire.keyHeader[1]);
  });

  it("reads the tokens, cached ones too", async () => {
    const decision = await ask(modelOf(wire, server.url), answer({ calls: [call(GOOD)] }));
    expect(decision.usage).toEqual({
      inputTokens: 330,
      outputTokens: 30,
      cachedInputTokens: 300,
      cacheWriteTokens: wire.counts.cacheWrite ? 20 : 0,
      reasoningTokens: wire.counts.reasoning ? 7 : 0,
    });
  });

  const unusable: readonly (readonly [string, Reply, FailureCode])[] = [
    ["prose instead of a call", answer({ text: ["All is well."] }), "no-call"],
    ["another tool", answer({ calls: [call({ path: "a" }, "read_file")] }), "wrong-tool"],
    ["the tool and another one", answer({ calls: [call(GOOD), call({}, "read_file")] }), "wrong-tool"],
    ["the tool twice", answer({ calls: [call(GOOD), call(GOOD)] }), "extra-calls"],
    ["arguments that are broken JSON", answer({ calls: [call('{"needsCorrection": tr')] }), "invalid-arguments"],
    ["arguments of the wrong shape", answer({ calls: [call({ ...GOOD, confidence: "high" })] }), "invalid-arguments"],
    ["no arguments", answer({ calls: [call({})] }), "invalid-arguments"],
    ["nothing at all", answer({}), "empty"],
    ["an answer cut at the output limit", answer({ text: ["Let me"], stop: "length" }), "output-limit"],
    ["a refusal", answer({ text: [], stop: "refusal" }), wire.tellsRefusals === false ? "output-limit" : "refused"],
  ];
  it.each(unusable)("takes %s for a failure, and still counts its tokens", async (_what, reply, code) => {
    const decision = await ask(modelOf(wire, server.url), reply);
    expect(decision).toMatchObject({ ok: false, failure: { code }, usage: { inputTokens: 330, outputTokens: 30 } });
    expect(server.received).toHaveLength(1);
  });

  const refused: readonly (readonly [Reply & { type: "error" | "raw" }, FailureCode, boolean])[] = [
    [{ type: "error", status: 401, message: "invalid key" }, "auth", false],
    [{ type: "error", status: 403, message: "no permission" }, "auth", false],
    [{ type: "error", status: 400, message: "API key not valid. Please pass a valid API key." }, "auth", false],
    [{ type: "error", status: 404, message: "model not found" }, "unknown-model", false],
    [{ type: "error", status: 400, message: "prompt is too long: 300000 tokens" }, "too-large", false],
    [{ type: "error", status: 413, message: "request too large" }, "too-large", false],
    [{ type: "error", status: 400, message: "tools.0: unexpected field" }, "http", false],
    [{ type: "error", status: 402, message: "payment required" }, "quota", false],
    [{ type: "error", status: 429, message: "no more", code: "insufficient_quota" }, "quota", false],
    [{ type: "error", status: 429, message: "slow down" }, "rate-limit", true],
    [{ type: "error", status: 500, message: "internal error" }, "http", true],
    [{ type: "error", status: 503, message: "unavailable" }, "overloaded", true],
    [{ type: "error", status: 529, message: "Overloaded" }, "overloaded", true],
    [{ type: "raw", body: "" }, "empty", true],
    [{ type: "raw", body: "<html>a proxy</html>" }, "http", true],
    [{ type: "raw", body: '{"hello":"world"' }, "http", true],
  ];
  it.each(refused)("answers %j with its code", async (reply, code, retryable) => {
    const decision = await ask(modelOf(wire, server.url), reply);
    expect(decision).toMatchObject({ ok: false, failure: { code, retryable } });
    expect(server.received).toHaveLength(1);
  });

  it("says in one sentence that a key was refused, without showing the key", async () => {
    const decision = await ask(modelOf(wire, server.url), { type: "error", status: 401, message: `bad key ${KEY}` });
    const provider = wire.model.split("/")[0];
    expect(failureOf(decision).message).toBe(`${provider} refused the API key (HTTP 401): bad key [key].`);
  });

  it("says in one sentence that a model is not known", async () => {
    const decision = await ask(modelOf(wire, server.url), { type: "error", status: 404, message: "no such model" });
    const [provider, model] = wire.model.split("/");
    expect(failureOf(decision).message).toBe(
      `${provider} does not know the model "${model}" (HTTP 404): no such model.`,
    );
  });

  it.each([
    [{ "retry-after": "7" }, 7000],
    [{ "retry-after-ms": "120" }, 120],
    [{ "retry-after": "2", "retry-after-ms": "1500" }, 1500],
  ])("reads how long %j asks to wait", async (headers, retryAfterMs) => {
    for (const status of [429, 529]) {
      const decision = await ask(modelOf(wire, server.url), { type: "error", status, message: "wait", headers });
      expect(failureOf(decision)).toMatchObject({ retryable: true, retryAfterMs });
    }
  });

  it("gives a broken connection its code", async () => {
    const decision = await ask(modelOf(wire, server.url), answer({ calls: [call(GOOD)], cutAfter: 3 }));
    expect(failureOf(decision)).toMatchObject({ code: "network", retryable: true });
  });

  it("gives a server that is not there its code", async () => {
    const decision = await ask(modelOf(wire, `http://127.0.0.1:${await freePort()}`), answer({}));
    expect(failureOf(decision)).toMatchObject({ code: "network", retryable: true });
  });

  it("closes the connection at once when it is cancelled", async () => {
    const cancel = new AbortController();
    const arrived = Promise.withResolvers<void>();
    server.reply(() => {
      arrived.resolve();
      return { type: "silence" };
    });
    const asked = request(modelOf(wire, server.url), { signal: cancel.signal });
    await arrived.promise;
    const cancelled = performance.now();
    cancel.abort();
    expect(failureOf(await asked)).toMatchObject({ code: "aborted", retryable: false });
    expect(performance.now() - cancelled).toBeLessThan(50);
    expect(await server.received[0]?.left).toBe(true);
  });

  it("sends nothing when it was cancelled before", async () => {
    server.reply(() => answer({}));
    const decision = await request(modelOf(wire, server.url), { signal: AbortSignal.abort() });
    expect(failureOf(decision).code).toBe("aborted");
  });

  it("gives up on an answer that drips past the time limit", async () => {
    server.reply(() => answer({ calls: [call(GOOD)], dripMs: 100 }));
    const started = performance.now();
    const decision = await request(modelOf(wire, server.url), { timeoutMs: 250 });
    expect(failureOf(decision)).toMatchObject({ code: "timeout", retryable: false });
    expect(performance.now() - started).toBeLessThan(600);
    expect(await server.received[0]?.left).toBe(true);
  });
});

describe("what particular models and servers need", () => {
  it("fails where the forcing is degraded, and does not pay for it a second time", async () => {
    const model = modelOf({ model: "anthropic/claude-opus-5-5", base: "/v1" }, server.url);
    const first = await ask(model, answer({ calls: [call(GOOD)] }));
    expect(failureOf(first)).toMatchObject({ code: "degraded-tool-choice", retryable: false });
    expect(first.usage?.inputTokens).toBe(330);
    expect(server.received[0]?.body["tool_choice"]).toEqual({ type: "auto", disable_parallel_tool_use: true });
    const second = await request(model, {});
    expect(failureOf(second).code).toBe("degraded-tool-choice");
    expect(server.received).toHaveLength(1);
  });

  it("lets a model go without the temperature it does not take, silently", async () => {
    const warnings: unknown[] = [];
    const listen = (warning: unknown) => warnings.push(warning);
    process.on("warning", listen);
    const decision = await ask(
      modelOf({ model: "anthropic/claude-sonnet-5", base: "/v1" }, server.url),
      answer({ calls: [call(GOOD)] }),
    );
    process.off("warning", listen);
    expect(decision.ok).toBe(true);
    expect(server.received[0]?.body).not.toHaveProperty("temperature");
    expect(server.received[0]?.body["thinking"]).toEqual({ type: "disabled" });
    expect(warnings).toEqual([]);
  });

  it.each([
    ["openai/gpt-5-mini", "/v1", { reasoning: { effort: "minimal", summary: "detailed" } }],
    ["google/gemini-2.5-flash", "/v1beta", { generationConfig: { thinkingConfig: { thinkingBudget: 0 } } }],
    [
      "google/gemini-3-flash-preview",
      "/v1beta",
      { generationConfig: { thinkingConfig: { thinkingLevel: "minimal" } } },
    ],
    [
      "vertex/gemini-3.1-pro-preview",
      "/v1/publishers/google",
      { generationConfig: { thinkingConfig: { thinkingLevel: "low" } } },
    ],
    ["ollama/qwen3", "/v1", { reasoning_effort: "none" }],
    ["openrouter/qwen/qwen3-max", "/api/v1", { reasoning_effort: "none" }],
  ])("asks %s for the least thinking it can do", async (model, base, body) => {
    await ask(modelOf({ model, base }, server.url), answer({ calls: [call(GOOD)] }));
    expect(server.received[0]?.body).toMatchObject(body);
  });

  it("keeps a server's slashes in the model name", async () => {
    await ask(
      modelOf({ model: "openrouter/qwen/qwen3-max", base: "/api/v1" }, server.url),
      answer({ calls: [call(GOOD)] }),
    );
    expect(server.received[0]?.model).toBe("qwen/qwen3-max");
  });

  it("reads how long Gemini asks to wait from its error's details", async () => {
    const details = [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "17s" }];
    const body = JSON.stringify({ error: { code: 429, message: "quota", status: "RESOURCE_EXHAUSTED", details } });
    const decision = await ask(modelOf({ model: "google/gemini-3-pro-preview", base: "/v1beta" }, server.url), {
      type: "raw",
      status: 429,
      body,
    });
    expect(failureOf(decision)).toMatchObject({ code: "rate-limit", retryAfterMs: 17_000 });
  });

  it("says that a base URL may be wrong when a 404 says nothing about a model", async () => {
    const decision = await ask(modelOf({ model: "ollama/qwen3", base: "" }, server.url), {
      type: "raw",
      status: 404,
      contentType: "text/plain",
      body: "404 page not found",
    });
    expect(failureOf(decision).message).toBe(
      'ollama does not know the model "qwen3", or its base URL is wrong (HTTP 404): Not Found.',
    );
  });
});

async function ask(model: Model, reply: Reply): Promise<Decision<typeof GOOD>> {
  server.reply(() => reply);
  return await request(model, {});
}

async function request(
  model: Model,
  { signal, timeoutMs }: { signal?: AbortSignal; timeoutMs?: number },
): Promise<Decision<typeof GOOD>> {
  const decision = await model.decide?.({
    system: "SYSTEM",
    prompt: "PROMPT",
    tool: courseCorrect,
    settings: { temperature: 0.1, maxOutputTokens: 1024, ...(timeoutMs ? { timeoutMs } : {}) },
    ...(signal ? { signal } : {}),
  });
  if (!decision) throw new Error(`${model.name} cannot decide`);
  return decision as Decision<typeof GOOD>;
}

function failureOf(decision: Decision<unknown>) {
  if (decision.ok) throw new Error(`Expected a failure, got ${JSON.stringify(decision.value)}`);
  return decision.failure;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => {
    probe.listen(0, "127.0.0.1", resolve);
  });
  const { port } = probe.address() as AddressInfo;
  await new Promise<void>((resolve) => {
    probe.close(() => resolve());
  });
  return port;
}

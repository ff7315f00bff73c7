import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import type { DecisionRequest, InferenceEvent, InferenceRequest, Model } from "../../src/models/model.ts";
import { startOwnTime } from "../support/own-time.ts";

export type Play =
  | {
      readonly type: "answer";
      readonly text?: string;
      readonly call?: { readonly name: string; readonly input: unknown };
    }
  /** Takes the request and never answers. */
  | { readonly type: "silence" };

export interface ModelUnderTest {
  readonly model: Model;
  readonly close?: () => Promise<void>;
}

const confirm = {
  name: "confirm",
  description: "Confirms.",
  schema: z.object({ stands: z.boolean(), reason: z.string() }),
};
const FITTING = { stands: true, reason: "step 4 failed" };

export function describeModel(
  name: string,
  start: (play: Play) => Promise<ModelUnderTest>,
  { converses = true }: { readonly converses?: boolean } = {},
): void {
  describe(`${name} as a model`, () => {
    it("has a name of two parts and a family", async () => {
      await using under = await begin({ type: "silence" });
      expect(under.model.name).toMatch(/^[^/]+\/.+/);
      expect(under.model.family).not.toBe("");
    });

    it("decides by a call whose arguments fit", async () => {
      await using under = await begin({ type: "answer", call: { name: "confirm", input: FITTING } });
      expect(await under.decide()).toMatchObject({ ok: true, value: FITTING, durationMs: expect.any(Number) });
    });

    it("fails as a value when the arguments do not fit", async () => {
      await using under = await begin({ type: "answer", call: { name: "confirm", input: { stands: "yes" } } });
      expect(await under.decide()).toMatchObject({
        ok: false,
        failure: { code: "invalid-arguments", message: expect.stringMatching(/\.$/) },
      });
    });

    it("decides nothing when it is cancelled, at once", async () => {
      await using under = await begin({ type: "silence" });
      const cancel = new AbortController();
      const deciding = under.decide({ signal: cancel.signal });
      setTimeout(() => cancel.abort(), 20);
      const ownTime = ownTimeSince(cancel.signal);
      expect(await deciding).toMatchObject({ ok: false, failure: { code: "aborted", retryable: false } });
      expect((await ownTime)()).toBeLessThan(50);
      expect(await under.decide({ signal: AbortSignal.abort() })).toMatchObject({
        ok: false,
        failure: { code: "aborted" },
      });
    });

    it("decides nothing when the time is up", async () => {
      await using under = await begin({ type: "silence" });
      expect(await under.decide({ settings: { timeoutMs: 60 } })).toMatchObject({
        ok: false,
        failure: { code: "timeout", retryable: false },
      });
    });

    it.runIf(converses)("streams pieces that make up the message, and ends once", async () => {
      await using under = await begin({ type: "answer", text: "I will look at the parser and then run its tests." });
      const events = await under.infer();
      const last = events.at(-1);
      expect(last).toMatchObject({
        type: "completed",
        message: { role: "assistant", stopReason: "end_turn", model: under.model.name },
      });
      expect(events.filter((event) => event.type === "completed" || event.type === "failed")).toHaveLength(1);
      expect(events.flatMap((event) => (event.type === "text" ? [event.text] : [])).join("")).toBe(
        "I will look at the parser and then run its tests.",
      );
      expect(last).toMatchObject({
        message: { content: [{ type: "text", text: "I will look at the parser and then run its tests." }] },
      });
    });

    it.runIf(converses)("gives calls of tools with their arguments", async () => {
      await using under = await begin({ type: "answer", text: "So.", call: { name: "confirm", input: FITTING } });
      const events = await under.infer();
      const call = { type: "tool_use", name: "confirm", input: FITTING };
      expect(events.filter((event) => event.type === "tool-call")).toMatchObject([{ call }]);
      expect(events.at(-1)).toMatchObject({
        type: "completed",
        message: { stopReason: "tool_use", content: [{ type: "text", text: "So." }, call] },
      });
    });

    it.runIf(converses)("ends an inference at once when it is cancelled", async () => {
      await using under = await begin({ type: "silence" });
      const cancel = new AbortController();
      const inferring = under.infer({ signal: cancel.signal });
      setTimeout(() => cancel.abort(), 20);
      const ownTime = ownTimeSince(cancel.signal);
      expect(await inferring).toMatchObject([{ type: "failed", failure: { code: "aborted" } }]);
      expect((await ownTime)()).toBeLessThan(50);
      expect(await under.infer({ signal: AbortSignal.abort() })).toMatchObject([
        { type: "failed", failure: { code: "aborted" } },
      ]);
    });

    it.runIf(converses)("ends an inference when the time is up", async () => {
      await using under = await begin({ type: "silence" });
      expect(await under.infer({ settings: { timeoutMs: 60 } })).toMatchObject([
        { type: "failed", failure: { code: "timeout" } },
      ]);
    });
  });

  async function begin(play: Play) {
    const { model, close } = await start(play);
    return {
      model,
      decide: async (change: Partial<DecisionRequest<typeof FITTING>> = {}) =>
        await model.decide?.({ system: "SYSTEM", prompt: "PROMPT", tool: confirm, ...change }),
      infer: async (change: Partial<InferenceRequest> = {}) => await collect(model, change),
      [Symbol.asyncDispose]: async () => await close?.(),
    };
  }
}

async function collect(model: Model, change: Partial<InferenceRequest>): Promise<InferenceEvent[]> {
  const events: InferenceEvent[] = [];
  const hello = {
    role: "user",
    id: "u1",
    source: { type: "user" },
    content: [{ type: "text", text: "hello" }],
  } as const;
  const request: InferenceRequest = {
    system: "SYSTEM",
    messages: [{ ...hello, content: [...hello.content] }],
    tools: [confirm],
    ...change,
  };
  for await (const event of model.infer?.(request) ?? []) events.push(event);
  return events;
}

async function ownTimeSince(signal: AbortSignal): Promise<() => number> {
  if (!signal.aborted)
    await new Promise<void>((resolve) => {
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
  return startOwnTime();
}

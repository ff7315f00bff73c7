import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { DEFAULTS, loadConfig } from "../../../src/config.ts";
import * as library from "../../../src/index.ts";
import type { Model } from "../../../src/models/model.ts";
import { createScriptedModel } from "../../../src/models/scripted/scripted.ts";
import { lastTurn } from "../../../src/thread/turns.ts";
import { createVerifier } from "../../../src/verifier/verifier.ts";
import { agentRun } from "../../support/agent-run.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { thread } from "../../support/thread-builder.ts";
import { INCOMPLETE, loop, PASS, verifierSaying } from "../../support/verification.ts";
import { virtualClock } from "../../support/virtual-clock.ts";

const TWICE = {
  agent: { turns: [{ say: "Red. Done." }, { say: "All three. Done." }] },
  judge: { decisions: [{ times: 1, input: INCOMPLETE }, { input: PASS }] },
  settings: { mode: "verify" },
};

describe("the verification loop: how it is built", () => {
  test("80 the verifier has no tools but its verdict, and text where a model cannot call one", async () => {
    const told = thread().user("q").close("Done.").build();
    const requests: object[] = [];
    const model: Model = {
      name: "x/judge",
      family: "x",
      decide: async (request) => {
        requests.push(request);
        return { ok: false, durationMs: 0, failure: { code: "unsupported", message: "no tools", retryable: false } };
      },
      infer: (request) => {
        requests.push(request);
        return createScriptedModel("x/judge", { turns: [{ say: "PASS" }] }).infer(request);
      },
    };
    const verdict = await createVerifier({ models: [model] }).assess({ thread: told, turn: lastTurn(told)! });
    expect(verdict).toMatchObject({ verdict: "ok", judge: "model" });
    expect(requests).toMatchObject([
      { tool: { name: "verify" }, settings: { temperature: 0.1, maxOutputTokens: 1024 } },
      { tools: [], system: expect.stringContaining("answer in text") },
    ]);
  });

  test("81 it writes nothing into the conversation but its feedback", async () => {
    const ran = await agentRun("List three colours.", TWICE);
    expect(ran.thread.messages.map((message) => (message.role === "user" ? message.source.type : "agent"))).toEqual([
      "user",
      "agent",
      "verification",
      "agent",
    ]);
    expect(JSON.stringify(ran.thread.messages)).not.toContain("PASS");
  });

  test("82 a retry goes on in the same conversation, with all of it", async () => {
    const { turns } = await loop(["Red. Done.", "Blue. Done.", "All. Done."], [INCOMPLETE, INCOMPLETE, PASS]);
    expect(turns[2]?.history.map(({ role, text }) => `${role}: ${text.slice(0, 12)}`)).toEqual([
      "user: List the pri",
      "assistant: Red. Done.",
      `user: ${turns[1]?.prompt.slice(0, 12)}`,
      "assistant: Blue. Done.",
    ]);
  });

  const refused = (setting: string) => {
    const cwd = temporaryDirectory();
    return () => loadConfig({ cwd, env: { HOME: cwd }, overrides: { [setting]: "x" } });
  };

  test("83 no agent has settings of its own", () => {
    for (const setting of ["verification.agents", "agent.verification", "agents"])
      expect(refused(setting)).toThrow(setting);
  });

  test("84 the instructions cannot be set", () => {
    for (const setting of ["verification.prompt", "verification.instructions"])
      expect(refused(setting)).toThrow(setting);
  });

  test("85 the message of a retry names the category and the point, and what to do", async () => {
    const { turns } = await loop(["Red. Done.", "All. Done."], [INCOMPLETE, PASS]);
    expect(turns[1]?.prompt).toBe(
      "Your answer was checked before it went out, and sent back [incomplete]: Yellow is missing.\nTake this up, then give your whole answer again.",
    );
  });

  test("86 nothing ends it but the attempts and a daily limit of its own, which corrections do not use up", async () => {
    const ran = await agentRun("List three colours.", {
      ...TWICE,
      settings: { mode: "verify", "guard.dailyLimit": 0 },
    });
    expect(ran.answer).toBe("All three. Done.");
    expect(DEFAULTS.verification).toHaveProperty("dailyLimit", expect.any(Number));
    for (let round = 0; round < 30; round += 1)
      expect((await loop(["Red. Done.", "All. Done."], [INCOMPLETE, PASS])).attempts).toBe(2);
  });

  test("87 its parts can be had one by one: one step for a loop of one's own, and what the verifier is sent", async () => {
    const { verifier, asked } = verifierSaying(INCOMPLETE);
    const verifyAnswer: unknown = Reflect.get(library, "verifyAnswer");
    if (typeof verifyAnswer !== "function") throw new Error("verifyAnswer is not exported");
    const second = { answer: "Blue, then.", prompt: "Colours?", attempt: 2, earlierFeedback: ["Green is missing."] };
    expect(await verifyAnswer(second, { verifier })).toMatchObject({
      attempt: 2,
      verdict: { verdict: "correct", category: "incomplete" },
      feedback: expect.stringContaining("Yellow is missing."),
    });
    expect(asked[0]?.prompt).toContain("| Green is missing.");
    expect(await verifyAnswer({ ...second, attempt: 3 }, { verifier })).toMatchObject({
      open: expect.stringContaining("Yellow"),
    });
  });

  test("88 each step of it is told: events of the library, and what our own agent keeps", async () => {
    const { events } = await loop(["Red. Done.", "All. Done."], [INCOMPLETE, PASS]);
    expect(events.map(({ type, attempt }) => `${type} ${attempt}`)).toEqual([
      "verification:started 1",
      "verification:finished 1",
      "verification:retrying 2",
      "verification:started 2",
      "verification:finished 2",
    ]);
    const ran = await agentRun("List three colours.", TWICE);
    expect(ran.deltas.filter(({ type }) => type === "verification:attempt")).toMatchObject([
      { attempt: 1 },
      { attempt: 2 },
    ]);
    expect(await ran.store.usage({ threadId: ran.thread.id })).toEqual(expect.any(Array));
    expect(ran.events.map(({ type }) => type)).toContain("assessment:finished");
  });

  test("89 verifier, trigger and context have tests of their own beside them", () => {
    for (const part of ["verifier", "trigger", "context", "text-verdict"])
      expect(existsSync(new URL(`../../../src/verifier/${part}.test.ts`, import.meta.url)), part).toBe(true);
  });

  test("90 the time limit holds for retries and further models together", async () => {
    const clock = virtualClock();
    const started: number[] = [];
    const hanging = (name: string): Model => ({
      name,
      family: "x",
      decide: (request) => {
        started.push(clock.now());
        return createScriptedModel(name, { decisions: [{ input: PASS, delayMs: 90_000 }] }, { clock }).decide(request);
      },
    });
    const told = thread().user("q").close("Done.").build();
    const verifier = createVerifier({ models: [hanging("x/one"), hanging("x/two")], clock }, { timeoutMs: 1000 });
    expect(await verifier.assess({ thread: told, turn: lastTurn(told)! })).toMatchObject({ verdict: "unchecked" });
    expect(started).toEqual([0, 600]);
    expect(clock.now()).toBe(1000);
  });
});

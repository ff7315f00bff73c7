import { describe, expect, it } from "vitest";
import { DEFAULTS } from "../src/config.ts";
import { CONTEXT_DEFAULTS } from "../src/verifier/context.ts";
import { DEFAULT_TRIGGERS } from "../src/verifier/trigger.ts";
import { agentRun } from "./support/agent-run.ts";

const PASS = { goal: "", completeness: "", rules: "", verdict: "PASS", category: null, feedback: null };
const fail = (category: string, feedback: string) => ({ ...PASS, verdict: "FAIL", category, feedback });
const USAGE = { inputTokens: 500, outputTokens: 20 };
const VERIFY = { mode: "verify" };
const create = (path: string, content: string) => ({ tool: "create_file", input: { path, content } });
const attempts = (deltas: readonly { type: string }[]) =>
  deltas.filter((delta) => delta.type === "verification:attempt");

describe("SPEC §9 in mode verify, on our own agent with real files", () => {
  it("incomplete answer → FAIL incomplete → retry → PASS", async () => {
    const run = await agentRun("Write both chapters, each to a file of its own.", {
      settings: VERIFY,
      agent: {
        turns: [
          { calls: [create("one.txt", "one\n")] },
          { say: "Done, both files are written." },
          {
            when: { lastMessageFrom: "verification", lastMessageContains: "[incomplete]" },
            calls: [create("two.txt", "two\n")],
          },
          { say: "Now both are written. Done." },
        ],
      },
      judge: {
        decisions: [
          {
            when: { not: { contains: "two.txt\n" } },
            times: 1,
            input: fail("incomplete", "two.txt was never written, write it."),
            usage: USAGE,
          },
          {
            when: { contains: ["# EARLIER FEEDBACK", "two.txt was never written", "(attempt 2"] },
            input: PASS,
            usage: USAGE,
          },
        ],
      },
    });
    expect(run.read("two.txt")).toBe("two\n");
    expect(run.answer).toBe("Now both are written. Done.");
    expect(run.feedback).toEqual([expect.stringContaining("[incomplete]: two.txt was never written, write it.")]);
    expect(attempts(run.deltas)).toMatchObject([
      { attempt: 1, verdict: { verdict: "correct", category: "incomplete" } },
      { attempt: 2, verdict: { verdict: "ok" } },
    ]);
    expect(run.told).toEqual([]);
    expect(run.thread.turns).toHaveLength(1);
    expect(run.thread.usage.verification).toMatchObject({ calls: 2, inputTokens: 1000 });
    expect(run.events.flatMap((event) => (event.type === "assessment:started" ? [event.attempt] : []))).toEqual([1, 2]);
    expect(await run.store.usage({ threadId: run.thread.id })).toMatchObject([
      { operationType: "inference", calls: 4 },
      { operationType: "verification", calls: 2 },
    ]);
  });

  it("rule violation: the rules of AGENTS.md are shown and held against the answer", async () => {
    const run = await agentRun("Say hello.", {
      settings: VERIFY,
      files: { "AGENTS.md": "Answer in lower case only." },
      agent: {
        turns: [{ say: "HELLO, DONE" }, { when: { lastMessageContains: "[rule_violation]" }, say: "hello, done" }],
      },
      judge: {
        decisions: [
          {
            when: { contains: ["| Answer in lower case only.", "| HELLO, DONE"] },
            times: 1,
            input: fail("rule_violation", "Lower case only."),
          },
          { input: PASS },
        ],
      },
    });
    expect(run.answer).toBe("hello, done");
    expect(run.feedback).toHaveLength(1);
  });

  it("refusal: what the agent could have done is asked for again", async () => {
    const run = await agentRun("Write a limerick about rowing into poem.txt.", {
      settings: { ...VERIFY, "verification.verifyAll": true },
      agent: {
        turns: [
          { say: "I'm sorry, I can't help with that." },
          {
            when: { lastMessageContains: "[refusal]" },
            calls: [create("poem.txt", "There once was a cox from the Cam\n")],
          },
          { say: "The limerick stands in poem.txt." },
        ],
      },
      judge: {
        decisions: [{ times: 1, input: fail("refusal", "Writing a limerick is harmless, write it.") }, { input: PASS }],
      },
    });
    expect(run.read("poem.txt")).toContain("cox");
    expect(run.answer).toBe("The limerick stands in poem.txt.");
  });

  it("attempts exhausted: the last answer is delivered, and the person is shown what stays open", async () => {
    const run = await agentRun("List three colours.", {
      settings: VERIFY,
      agent: {
        turns: [
          { say: "Red. Done." },
          { say: "Red, blue. Done." },
          { say: "Red, blue, red. Done." },
          { say: "never said, done" },
        ],
      },
      judge: { decisions: [{ input: fail("incomplete", "A third colour is missing.") }] },
    });
    expect(run.answer).toBe("Red, blue, red. Done.");
    expect(run.feedback).toHaveLength(2);
    expect(run.told).toEqual([expect.stringContaining("A third colour is missing.")]);
    expect(attempts(run.deltas)).toHaveLength(3);
    expect(run.thread.turns[0]?.outcome).toBe("ended");
  });

  it.each(["timeout", "network", "auth", "rate-limit", "quota", "invalid-arguments", "refused"])(
    "verifier down (%s): the original answer, at once",
    async (code) => {
      const started = performance.now();
      const run = await agentRun("List three colours.", {
        settings: VERIFY,
        agent: { turns: [{ say: "Red. Done." }] },
        judge: { decisions: [{ fail: code }] },
      });
      // Nowhere near the 30 seconds a verification may take.
      expect(performance.now() - started).toBeLessThan(10_000);
      expect(run.answer).toBe("Red. Done.");
      expect(run.feedback).toEqual([]);
      expect(run.verdicts).toMatchObject([{ verdict: "unchecked" }]);
    },
  );

  it("gives up on a verifier that hangs when its time is up", async () => {
    const run = await agentRun("List three colours.", {
      settings: { ...VERIFY, "verification.timeoutSeconds": 0.2 },
      agent: { turns: [{ say: "Red. Done." }] },
      judge: { decisions: [{ input: PASS, delayMs: 60_000 }] },
    });
    expect(run.verdicts).toMatchObject([{ verdict: "unchecked" }]);
    expect(run.answer).toBe("Red. Done.");
  });

  it("no answer is sent back when the day's are used up, which the corrections' limit does not touch", async () => {
    const run = await agentRun("List three colours.", {
      settings: { ...VERIFY, "verification.dailyLimit": 0, "guard.dailyLimit": 20 },
      agent: { turns: [{ say: "Red. Done." }] },
      judge: { decisions: [{ input: fail("incomplete", "Two are missing.") }] },
    });
    expect(run.feedback).toEqual([]);
    expect(run.told).toEqual([expect.stringContaining("daily limit of 0 answers sent back")]);
    const other = await agentRun("List three colours.", {
      settings: { ...VERIFY, "guard.dailyLimit": 0 },
      agent: { turns: [{ say: "Red. Done." }, { say: "Red, blue, green." }] },
      judge: { decisions: [{ times: 1, input: fail("incomplete", "Two are missing.") }, { input: PASS }] },
    });
    expect(other.feedback).toHaveLength(1);
  });

  it("a retry is verified without a keyword, and where nobody can, the person is told what stays open", async () => {
    const script = (decisions: object[]) => ({
      settings: VERIFY,
      agent: { turns: [{ say: "Red. Done." }, { say: "I have put it in. Better?" }, { say: "Red, blue, green." }] },
      judge: { decisions: [{ times: 1, input: fail("incomplete", "Two are missing.") }, ...decisions] },
    });
    const failing = await agentRun("List three colours.", script([{ input: fail("incomplete", "Still missing.") }]));
    expect(failing.feedback).toHaveLength(2);
    expect(failing.told).toEqual([expect.stringContaining("Still missing.")]);
    const dead = await agentRun("List three colours.", script([{ fail: "network" }]));
    expect(dead.answer).toBe("I have put it in. Better?");
    expect(dead.told).toEqual([expect.stringContaining("incomplete: Two are missing.")]);
  });

  it("the budget is the same one: used up, evidence decides alone", async () => {
    const run = await agentRun("List three colours.", {
      settings: { ...VERIFY, "budgets.tokensPerThread": 0 },
      agent: { turns: [{ say: "Red. Done." }] },
      judge: { decisions: [{ input: fail("incomplete", "never asked") }] },
    });
    expect(run.feedback).toEqual([]);
    expect(run.verdicts).toMatchObject([{ verdict: "unchecked", usage: [] }]);
  });

  it("asks nobody without a trigger, and records nothing", async () => {
    const run = await agentRun("What is red?", {
      settings: VERIFY,
      agent: { turns: [{ say: "A colour." }] },
      judge: { decisions: [{ input: fail("goal_missed", "never said") }] },
    });
    expect(attempts(run.deltas)).toEqual([]);
    expect(run.verdicts).toMatchObject([{ judge: "gate", verdict: "ok" }]);
  });

  it("asks nobody when the turn did not end by itself", async () => {
    const run = await agentRun("Tell Ann.", {
      settings: { ...VERIFY, "verification.verifyAll": true },
      agent: { turns: [{ say: "Half an answ", stopReason: "max_tokens" }] },
      judge: { decisions: [{ input: fail("incomplete", "never said") }] },
    });
    expect(attempts(run.deltas)).toEqual([]);
  });

  it("proof comes before opinion here too, and needs no model", async () => {
    const run = await agentRun("Create hello.js and run `npm test`.", {
      settings: { ...VERIFY, "observer.model": "none" },
      agent: {
        turns: [
          { calls: [create("hello.js", "export const hello = 1;\n")] },
          { say: "Done. All tests pass." },
          {
            when: { lastMessageFrom: "verification" },
            say: "You are right, I did not run the tests: there is no package.json, so they could not be run.",
          },
        ],
      },
      judge: {},
    });
    expect(run.feedback).toHaveLength(1);
    expect(run.verdicts[0]).toMatchObject({ verdict: "correct", judge: "evidence" });
  });

  it.each([VERIFY, { "verification.enabled": true }])(
    "an answer that nobody can be asked about is unchecked, with the reason, not ok (%j)",
    async (settings) => {
      const run = await agentRun("List three colours.", {
        settings: { ...settings, "observer.model": "auto" },
        agent: { turns: [{ say: "Red. Done." }] },
        judge: {},
      });
      expect(run.answer).toBe("Red. Done.");
      expect(run.verdicts).toMatchObject([{ verdict: "unchecked", reason: expect.stringContaining("No key") }]);
      expect(attempts(run.deltas)).toMatchObject([{ attempt: 1, verdict: { verdict: "unchecked" } }]);
    },
  );

  it("verification.enabled does the same in mode end-turn; shadow decides and says nothing", async () => {
    const script = {
      agent: { turns: [{ say: "Red. Done." }, { say: "Red, blue, green. Done." }] },
      judge: { decisions: [{ times: 1, input: fail("incomplete", "Two are missing.") }, { input: PASS }] },
    };
    const enabled = await agentRun("List three colours.", { ...script, settings: { "verification.enabled": true } });
    expect(enabled.answer).toBe("Red, blue, green. Done.");
    const shadow = await agentRun("List three colours.", {
      ...script,
      settings: { "verification.enabled": true, mode: "shadow" },
    });
    expect(shadow.answer).toBe("Red. Done.");
    expect(attempts(shadow.deltas)).toMatchObject([{ verdict: { verdict: "correct" } }]);
  });

  it("the text form works where the verifier has no tools", async () => {
    const run = await agentRun("List three colours.", {
      settings: VERIFY,
      agent: { turns: [{ say: "Red. Done." }, { say: "Red, blue, green. Done." }] },
      judge: {
        decisions: [{ fail: "degraded-tool-choice" }],
        turns: [
          {
            when: { contains: "| Red. Done.", not: { contains: "EARLIER FEEDBACK" } },
            say: "Thinking.\nFAIL [incomplete]: two are missing",
            repeat: true,
          },
          { say: "```\nPASS\n```", repeat: true },
        ],
      },
    });
    expect(run.answer).toBe("Red, blue, green. Done.");
    expect(attempts(run.deltas)).toMatchObject([
      { verdict: { category: "incomplete" } },
      { verdict: { verdict: "ok" } },
    ]);
  });
});

it("SPEC §9, config: the defaults", () => {
  expect(DEFAULTS.verification).toMatchObject({
    enabled: false,
    model: "auto",
    verifyAll: false,
    verifyHeartbeat: false,
    maxAttempts: 3,
    triggerKeywords: ["done", "completed", "finished", "ready", "here you go"],
    timeoutSeconds: 30,
    context: { budgetCharacters: CONTEXT_DEFAULTS.budget, rulesCharacters: 8000, answerCharacters: 12_000, turns: 5 },
  });
  expect(DEFAULTS.verification.triggerKeywords).toEqual(DEFAULT_TRIGGERS.triggerKeywords);
  expect(DEFAULTS.checks).toEqual({ enabled: false, watched: [], timeoutSeconds: 300, commands: {} });
});

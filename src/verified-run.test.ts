import { describe, expect, it, onTestFinished } from "vitest";
import { thread as newThread } from "../test/support/thread-builder.ts";
import { virtualClock } from "../test/support/virtual-clock.ts";
import { judgeTurn } from "./corrector.ts";
import type { ScriptInput } from "./models/scripted/script-file.ts";
import { createScriptedModel } from "./models/scripted/scripted.ts";
import type { ConversationLine } from "./messages/thread-of-answer.ts";
import { lastTurn } from "./thread/turns.ts";
import { gateVerdict, type Judge, type Verdict } from "./verdict.ts";
import { type Answer, runVerified, type VerificationEvent, type VerifiedRunOptions } from "./verified-run.ts";
import { subagentThread } from "./verifier/subagent-thread.ts";
import { createVerifier, verifierQuestion } from "./verifier/verifier.ts";

const PASS = { goal: "", completeness: "", rules: "", verdict: "PASS", category: null, feedback: null };
const fail = (category: string, feedback: string) => ({ ...PASS, verdict: "FAIL", category, feedback });

function verifierWith(...decisions: NonNullable<ScriptInput["decisions"]>): Judge {
  const clock = virtualClock();
  return createVerifier({
    models: [createScriptedModel("scripted/judge", { decisions }, { clock })],
    clock,
  });
}

/** An agent that gives these answers, one after the other, and what it was asked. */
function agent(...answers: readonly (Answer | Error)[]) {
  const asked: { prompt: string; history: readonly ConversationLine[] }[] = [];
  const run = (prompt: string, history: readonly ConversationLine[]): Answer => {
    asked.push({ prompt, history });
    const answer = answers[asked.length - 1] ?? new Error("nothing left to say");
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { run, asked };
}

async function verified(
  answers: readonly (Answer | Error)[],
  verifier: Judge,
  options: Partial<VerifiedRunOptions> = {},
) {
  const events: VerificationEvent[] = [];
  const { run, asked } = agent(...answers);
  const clock = virtualClock();
  const result = await runVerified("List the primary colours.", run, {
    verifier,
    onEvent: (event) => events.push(event),
    clock,
    ...options,
  });
  return { ...result, asked, events: events.map(({ type, attempt }) => `${type} ${attempt}`) };
}

const OBJECTION: Verdict = { ...gateVerdict("correct", ""), judge: "evidence", message: "Yellow is missing." };
const INCOMPLETE = { times: 1, input: fail("incomplete", "Yellow is missing.") };

describe("SPEC §9, on FAIL the agent tries again, around any run(prompt, history)", () => {
  it("sends an incomplete answer back in the same conversation, and delivers the one that passes", async () => {
    const result = await verified(
      ["Red, blue. Done.", "Red, blue, yellow. Done."],
      verifierWith(INCOMPLETE, { input: PASS }),
    );
    expect(result).toMatchObject({ answer: "Red, blue, yellow. Done.", attempts: 2, verdict: { verdict: "ok" } });
    expect(result.open).toBeUndefined();
    expect(result.asked[1]?.history).toEqual([
      { role: "user", text: "List the primary colours." },
      { role: "assistant", text: "Red, blue. Done." },
    ]);
    expect(result.asked[1]?.prompt).toMatch(/\[incomplete\]: Yellow is missing\./);
    expect(result.events).toEqual([
      "verification:started 1",
      "verification:finished 1",
      "verification:retrying 2",
      "verification:started 2",
      "verification:finished 2",
    ]);
  });

  it("shows the verifier its earlier feedback", async () => {
    const again = { when: { contains: ["# EARLIER FEEDBACK", "Yellow is missing."] }, input: PASS };
    const result = await verified(["Red. Done.", "Red, yellow. Done."], verifierWith(INCOMPLETE, again));
    expect(result.attempts).toBe(2);
    expect(result.verdict.verdict).toBe("ok");
  });

  it("delivers the last answer with the open feedback when three attempts are used up", async () => {
    const result = await verified(
      ["Red. Done.", "Blue. Done.", "Pink. Done.", "never"],
      verifierWith({ input: fail("incomplete", "Yellow is missing.") }),
    );
    expect(result).toMatchObject({ answer: "Pink. Done.", attempts: 3, open: "incomplete: Yellow is missing." });
    expect(result.asked).toHaveLength(3);
  });

  it("takes the default for a trigger that is given as undefined", async () => {
    const triggers = { triggerKeywords: undefined, verifyAll: undefined };
    const result = await verified(
      ["Red, blue. Done.", "Red, blue, yellow. Done."],
      verifierWith(INCOMPLETE, { input: PASS }),
      {
        triggers,
      },
    );
    expect(result).toMatchObject({ attempts: 2, verdict: { verdict: "ok", judge: "model" } });
  });

  it("tries as often as maxAttempts says", async () => {
    const failing = verifierWith({ input: fail("incomplete", "Yellow is missing.") });
    expect(await verified(["Red. Done."], failing, { maxAttempts: 1 })).toMatchObject({
      attempts: 1,
      answer: "Red. Done.",
    });
    const many = Array.from({ length: 9 }, (_, index) => `Answer ${index}, done.`);
    expect(await verified(many, failing, { maxAttempts: 5 })).toMatchObject({ attempts: 5, answer: "Answer 4, done." });
  });

  it("ends when the agent says the same again: feedback changes nothing any more", async () => {
    const result = await verified(
      ["Red. Done.", "Red.  Done."],
      verifierWith({ input: fail("incomplete", "Yellow is missing.") }),
    );
    expect(result).toMatchObject({ attempts: 2, open: "incomplete: Yellow is missing." });
  });

  it("works for agents that answer with a promise, and goes on from a history", async () => {
    const history: ConversationLine[] = [
      { role: "user", text: "Hello" },
      { role: "assistant", text: "Hello, I am ready." },
    ];
    const knowing = { ...INCOMPLETE, when: { contains: ["Hello, I am ready.", "List the primary colours."] } };
    const { asked, attempts } = await verified(["Red. Done.", "All. Done."], verifierWith(knowing, { input: PASS }), {
      history,
    });
    expect(attempts).toBe(2);
    expect(asked[0]?.history).toEqual(history);
    expect(asked[1]?.history.slice(0, 2)).toEqual(history);
    const slow = await runVerified("q", () => Promise.resolve("done"), { verifier: verifierWith({ input: PASS }) });
    expect(slow.answer).toBe("done");
  });

  it("holds answers against the rules it is given", async () => {
    const verifier = verifierWith(
      { when: { contains: "| Never use emojis." }, times: 1, input: fail("rule_violation", "No emojis.") },
      { input: PASS },
    );
    const rules = [{ path: "AGENTS.md", content: "Never use emojis." }];
    expect(await verified(["Done 🎉", "Done."], verifier, { rules })).toMatchObject({ attempts: 2, answer: "Done." });
  });
});

describe("a retry never escapes", () => {
  const failing = () => verifierWith({ input: fail("incomplete", "Yellow is missing.") });
  const open = "incomplete: Yellow is missing.";

  it("is verified without a keyword, and when it asks", async () => {
    const retries = ["Red. Done.", "I have put the missing part in now.", "Better? Shall I go on?"];
    expect(await verified(retries, failing())).toMatchObject({ attempts: 3, answer: retries[2], open });
  });

  it.each<[string, Answer]>([
    ["empty", ""],
    ["pending", { text: "Let me look", pending: true }],
    ["gone for good", new Error("gone") as never],
  ])("one that is %s replaces nothing, and the objection stays open", async (_name, retry) => {
    expect(await verified(["Red. Done.", retry], failing())).toMatchObject({
      answer: "Red. Done.",
      open,
      verdict: { verdict: "correct" },
    });
  });

  it("one that nobody could verify goes out with the old objection", async () => {
    const result = await verified(["Red. Done.", "Blue."], verifierWith(INCOMPLETE, { fail: "network" }));
    expect(result).toMatchObject({ answer: "Blue.", open, unchecked: expect.any(String) });
  });

  it("steps count on all attempts, and nothing is said of what is not known", async () => {
    const steps = [{ tool: "Bash", input: { command: "npm test" }, output: "ok" }];
    const shown: string[] = [];
    const verifier: Judge = {
      name: "verifier",
      assess: (assessment) => (shown.push(verifierQuestion(assessment).prompt), OBJECTION),
    };
    await verified(
      [
        { text: "Red. Done.", steps },
        { text: "Blue.", steps },
      ],
      verifier,
      { maxAttempts: 2 },
    );
    await verified(["Red. Done."], verifier, { maxAttempts: 1 });
    expect(shown[1]).toContain("2 tool calls");
    expect(shown[2]).not.toMatch(/\d tool calls|stop reason/);
  });

  it.each([0, -1, Number.NaN, Infinity])("%s attempts are refused before the agent starts", async (maxAttempts) => {
    const { run, asked } = agent("Done.");
    const options = { verifier: failing(), maxAttempts };
    await expect(runVerified("q", run, options)).rejects.toMatchObject({ code: "usage" });
    expect(asked).toEqual([]);
  });
});

describe("what is not verified", () => {
  const failing = () => verifierWith({ input: fail("incomplete", "never asked") });

  it.each<[name: string, answer: Answer]>([
    ["an answer without a keyword", "Red and blue."],
    ["an empty answer", ""],
    ["an answer that stopped on tool calls", { text: "done, calling", pending: true }],
    ["an answer that was delivered already", { text: "done", delivered: true }],
  ])("%s", async (_name, answer) => {
    const result = await verified([answer], failing());
    expect(result).toMatchObject({ attempts: 1, verdict: { judge: "gate" } });
    expect(result.events).toEqual([]);
  });

  it("a heartbeat, unless verifyHeartbeat says so", async () => {
    expect(await verified(["HEARTBEAT_OK done"], failing(), { heartbeat: true })).toMatchObject({ attempts: 1 });
    const idle = verifierWith({ times: 1, input: fail("incomplete", "The inbox is still full.") }, { input: PASS });
    const triggers = { verifyHeartbeat: true };
    expect(await verified(["HEARTBEAT_OK", "Answered two mails."], idle, { heartbeat: true, triggers })).toMatchObject({
      attempts: 2,
      answer: "Answered two mails.",
    });
  });
});

it.each([
  "I could not finish it because the network is offline.",
  "Red and blue. Would you like more?",
  "Here is the plan: first red, then blue.",
  "I am waiting for the colours.",
])("with verifyAll every answer is verified: %s", async (answer) => {
  const result = await verified([answer], verifierWith({ input: PASS }), { triggers: { verifyAll: true } });
  expect(result).toMatchObject({ attempts: 1, verdict: { verdict: "ok", judge: "model" } });
});

describe("fail open at every step", () => {
  it("the verifier fails: the original answer", async () => {
    for (const code of ["timeout", "network", "auth", "rate-limit", "crash", "refused"] as const)
      expect(await verified(["Done."], verifierWith({ fail: code }))).toMatchObject({
        answer: "Done.",
        attempts: 1,
        verdict: { verdict: "unchecked" },
      });
  });

  it("the verifier throws: the original answer", async () => {
    const broken: Judge = { name: "broken", assess: () => Promise.reject(new Error("boom")) };
    expect(await verified(["Done."], broken)).toMatchObject({ answer: "Done.", verdict: { verdict: "unchecked" } });
  });

  it("the verifier fails on a retry: the answer of that retry", async () => {
    const result = await verified(["Red. Done.", "Blue. Done."], verifierWith(INCOMPLETE, { fail: "network" }));
    expect(result).toMatchObject({ answer: "Blue. Done.", attempts: 2, verdict: { verdict: "unchecked" } });
  });

  it("the agent fails on a retry: the answer before it, with what is open", async () => {
    const result = await verified(["Red. Done.", new Error("the agent is gone")], verifierWith(INCOMPLETE));
    expect(result).toMatchObject({ answer: "Red. Done.", open: "incomplete: Yellow is missing." });
  });

  it("a listener throws: nothing happens", async () => {
    const onEvent = () => {
      throw new Error("boom");
    };
    expect(await verified(["Done."], verifierWith({ input: PASS }), { onEvent })).toMatchObject({ answer: "Done." });
  });

  it("a listener throws later: nobody hears of it", async () => {
    const unheard: unknown[] = [];
    const hear = (reason: unknown) => unheard.push(reason);
    process.on("unhandledRejection", hear);
    onTestFinished(() => void process.off("unhandledRejection", hear));
    const onEvent = async () => Promise.reject(new Error("boom"));
    expect(await verified(["Done."], verifierWith({ input: PASS }), { onEvent })).toMatchObject({ answer: "Done." });
    await new Promise((resolve) => setImmediate(resolve));
    expect(unheard).toEqual([]);
  });

  it("the agent gives nothing back: an error that says so at first, the answer before it on a retry", async () => {
    const silent = JSON.parse("{}");
    await expect(verified([silent], verifierWith({ input: PASS }))).rejects.toMatchObject({ code: "usage" });
    expect(await verified(["Red. Done.", silent], verifierWith(INCOMPLETE))).toMatchObject({ answer: "Red. Done." });
  });

  it("the caller aborts: the answer as it is, and no further try", async () => {
    const signal = AbortSignal.abort();
    expect(await verified(["Done."], verifierWith(INCOMPLETE), { signal })).toMatchObject({ attempts: 1 });
  });

  it("the caller aborts while an answer is judged: the judge hears of it, and what it says is no reason to go on", async () => {
    const controller = new AbortController();
    const heard: unknown[] = [];
    const verifier: Judge = {
      name: "late",
      assess: ({ signal }) => {
        controller.abort();
        heard.push(signal?.aborted);
        return OBJECTION;
      },
    };
    const { attempts, asked } = await verified(["Done."], verifier, { signal: controller.signal });
    expect({ attempts, asked: asked.length, heard }).toEqual({ attempts: 1, asked: 1, heard: [true] });
  });

  it("but what the agent itself throws at first is the caller's", async () => {
    await expect(verified([new Error("no model")], verifierWith({ input: PASS }))).rejects.toThrow("no model");
  });
});

it("lets what the record proves speak before the verifier, and tells it open in its own words", async () => {
  const verifier: Judge = { name: "never", assess: () => Promise.reject(new Error("must not be asked")) };
  const evidence: Judge = { name: "evidence", assess: () => OBJECTION };
  const answers = ["Red. Done.", "Blue. Done."].map((text) => ({ text, steps: [] }));
  expect(await verified(answers, verifier, { evidence, maxAttempts: 2 })).toMatchObject({
    attempts: 2,
    verdict: { judge: "evidence" },
    open: "Yellow is missing.",
  });
});

it("tells the judge how long the agent took", async () => {
  const took: unknown[] = [];
  const verifier: Judge = { name: "timing", assess: ({ run }) => (took.push(run?.durationMs), OBJECTION) };
  let now = 1000;
  const clock = { ...virtualClock(), now: () => (now += 5) };
  await verified(["Done."], verifier, { clock, maxAttempts: 1 });
  expect(took).toEqual([5]);
});

describe("subagent answers", () => {
  it("are verified when asked for, as the answer to the task they were given", async () => {
    const verifier = verifierWith(
      { when: { contains: "a subagent's" }, times: 1, input: fail("goal_missed", "Look in lib too.") },
      { input: PASS },
    );
    expect(await verified(["Nothing found, done.", "Found in lib, done."], verifier, { subagent: true })).toMatchObject(
      {
        attempts: 2,
      },
    );
  });

  it("inside a thread can be put to the same judges", async () => {
    const thread = newThread()
      .user("find it")
      .subagent("Search src for foo", "Done: foo is in src/a.ts")
      .close("ok")
      .build();
    const own = subagentThread(thread, thread.turns[0]!.steps[0]!);
    const judging = {
      gate: { minToolCalls: 5, minEdits: 1, skipModes: [], allow: [] },
      verification: { triggerKeywords: ["done"], verifyAll: false, verifyHeartbeat: false },
      observer: verifierWith({ when: { contains: "> Search src for foo" }, input: fail("incomplete", "b.ts too") }),
    };
    const { verdict } = await judgeTurn(judging, own!, lastTurn(own!)!);
    expect(verdict).toMatchObject({ verdict: "correct", category: "incomplete" });
    expect(subagentThread(thread, { ...thread.turns[0]!.steps[0]!, input: {} })).toBeUndefined();
  });
});

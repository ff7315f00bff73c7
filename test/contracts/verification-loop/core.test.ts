import { describe, expect, test } from "vitest";
import { command as run } from "../../../src/cli/commands/run.ts";
import { DEFAULTS } from "../../../src/config.ts";
import { FAILURE_CODES } from "../../../src/models/failure.ts";
import { jsonSchemaOf } from "../../../src/models/arguments.ts";
import { createScriptedModel } from "../../../src/models/scripted/scripted.ts";
import type { Judge } from "../../../src/verdict.ts";
import { runVerified } from "../../../src/verified-run.ts";
import { TEXT_INSTRUCTIONS } from "../../../src/verifier/prompt.ts";
import { createVerifier, VERIFY, verifierQuestion } from "../../../src/verifier/verifier.ts";
import { agentRun } from "../../support/agent-run.ts";
import { thread } from "../../support/thread-builder.ts";
import { INCOMPLETE, loop, PASS, place, verifierSaying } from "../../support/verification.ts";
import { virtualClock } from "../../support/virtual-clock.ts";

/** The first design of the loop, row by row. What differs on purpose, and why: docs/verification.md. */
describe("the verification loop: its core", () => {
  test("01 it is off until somebody turns it on", async () => {
    expect(DEFAULTS.verification.enabled).toBe(false);
    const ran = await agentRun("List three colours.", {
      agent: { turns: [{ say: "Red. Done." }] },
      judge: { decisions: [{ input: INCOMPLETE }] },
    });
    expect(ran).toMatchObject({ answer: "Red. Done.", feedback: [] });
    expect(ran.deltas.filter(({ type }) => type === "verification:attempt")).toEqual([]);
  });

  test("02 the agent answers first, as it always does, and then the answer is verified", async () => {
    const order: string[] = [];
    const told = (who: string, answer: string) => (order.push(who), answer);
    const { verifier } = verifierSaying(PASS);
    const watched: Judge = { ...verifier, assess: (it) => (order.push("verifier"), verifier.assess(it)) };
    await runVerified("Colours?", () => told("agent", "Red. Done."), { verifier: watched });
    expect(order).toEqual(["agent", "verifier"]);
  });

  test("03 what can be decided without a model is decided without one", async () => {
    for (const answer of ["", { text: "Done.", pending: true }, { text: "Done.", delivered: true }])
      expect((await loop([answer], [INCOMPLETE])).asked).toEqual([]);
  });

  test("04 a keyword, verifyAll or verifyHeartbeat decides whether the verifier is asked", async () => {
    const asked = async (answer: string, options: Parameters<typeof loop>[2] = {}) =>
      (await loop([answer], [PASS], options)).asked.length;
    expect(await asked("Red. Done.")).toBe(1);
    expect(await asked("Red.")).toBe(0);
    expect(await asked("Red.", { triggers: { verifyAll: true } })).toBe(1);
    expect(await asked("Red.", { heartbeat: true })).toBe(0);
    expect(await asked("Red.", { heartbeat: true, triggers: { verifyHeartbeat: true } })).toBe(1);
  });

  test("05 the verifier is a model of its own, asked once, with all it needs in one question", async () => {
    const { asked, turns } = await loop(["Red. Done."], [PASS]);
    expect(asked).toMatchObject([{ tool: "verify", system: expect.any(String), prompt: expect.any(String) }]);
    expect(turns).toHaveLength(1);
  });

  test("06 the question has at most 32,000 characters, instructions included", () => {
    const long = "All of it, and more of it. ".repeat(20_000);
    const builder = thread().guidance("AGENTS.md", long).guidance("SOUL.md", long);
    for (let turn = 0; turn < 7; turn += 1) builder.user(long).bash("npm test", { output: long }).close(long);
    const told = builder.user(long).close(long).user(long, "verification").close(long).build();
    const { system, prompt } = verifierQuestion({ thread: told, turn: told.turns.at(-1)! });
    expect(system.length + prompt.length).toBeLessThanOrEqual(32_000);
  });

  test("07 it goes through goal, completeness and rules before the verdict, in a call and in text", () => {
    const { properties } = jsonSchemaOf(VERIFY.schema) as { properties: object };
    expect(Object.keys(properties)).toEqual(["goal", "completeness", "rules", "verdict", "category", "feedback"]);
    expect(TEXT_INSTRUCTIONS).toMatch(/goal, completeness and rules first[^]*PASS[^]*FAIL \[category\]: feedback/);
  });

  test("08 it answers PASS or FAIL [category]: feedback", async () => {
    expect((await loop(["Red. Done."], [PASS])).verdict).toMatchObject({ verdict: "ok" });
    const failed = { verdict: "correct", category: "incomplete", message: "Yellow is missing." };
    expect((await loop(["Red. Done."], [INCOMPLETE], { maxAttempts: 1 })).verdict).toMatchObject(failed);
    const say = "FAIL [incomplete]: Yellow is missing.";
    const talker = createScriptedModel("x/talker", { decisions: [{ fail: "unsupported" }], turns: [{ say }] });
    const verifier = createVerifier({ models: [talker] });
    expect((await runVerified("Colours?", () => "Done.", { verifier, maxAttempts: 1 })).verdict).toMatchObject(failed);
  });

  test("09 on FAIL the feedback goes to the agent as a new message of the user", async () => {
    const ran = await agentRun("List three colours.", {
      settings: { mode: "verify" },
      agent: { turns: [{ say: "Red. Done." }, { when: { lastMessageFrom: "verification" }, say: "All. Done." }] },
      judge: { decisions: [{ times: 1, input: INCOMPLETE }, { input: PASS }] },
    });
    expect(ran.thread.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant"]);
    expect(ran.feedback).toEqual([expect.stringContaining("Yellow is missing.")]);
  });

  test("10 it goes on until PASS or until the attempts are used up, whatever words a retry holds", async () => {
    const passed = await loop(["Red. Done.", "Blue, then.", "Shall I add yellow?"], [INCOMPLETE, INCOMPLETE, PASS]);
    expect(passed).toMatchObject({ attempts: 3, verdict: { verdict: "ok", judge: "model" } });
    const failed = await loop(["Red. Done.", "Blue, then.", "Shall I add yellow?"], [INCOMPLETE]);
    expect(failed.asked).toHaveLength(3);
    expect(failed.open).toContain("Yellow is missing.");
  });

  test("11 at the end the last answer goes out, with what is still open", async () => {
    const ended = await loop(["Red. Done.", "Blue. Done.", "Pink. Done."], [INCOMPLETE]);
    expect(ended).toMatchObject({ answer: "Pink. Done.", attempts: 3, open: "incomplete: Yellow is missing." });
  });

  test("12 an error of the verifier costs nobody the answer", async () => {
    for (const fails of FAILURE_CODES) expect(await loop(["Red. Done."], [{ fails }])).toMatchObject(UNCHECKED);
    const assess = () => Promise.reject(new Error("boom"));
    const verifier: Judge = { name: "broken", assess };
    expect(await runVerified("Colours?", () => "Red. Done.", { verifier })).toMatchObject(UNCHECKED);
  });

  test("13 a verifier that is too slow costs nobody the answer", async () => {
    const clock = virtualClock();
    const slow = createScriptedModel("x/slow", { decisions: [{ input: PASS, delayMs: 900_000 }] }, { clock });
    const verifier = createVerifier({ models: [slow], clock });
    expect(await runVerified("Colours?", () => "Red. Done.", { verifier, clock })).toMatchObject(UNCHECKED);
    expect(clock.now()).toBeLessThanOrEqual(31_000);
  });

  test("14 an answer that cannot be read costs nobody the answer, and is not sent back", async () => {
    const garbage = [{}, { verdict: "MAYBE" }, { ...INCOMPLETE, verdict: true }, { ...INCOMPLETE, feedback: null }];
    for (const said of garbage) expect(await loop(["Red. Done."], [said])).toMatchObject(UNCHECKED);
    for (const say of ["Looks good.", '{"verdict":"PASS"}', "FAIL", "PASS\nFAIL: no", "<verdict>FAIL</verdict>"]) {
      const turns = [{ say, repeat: true }];
      const talker = createScriptedModel("x/talker", { decisions: [{ fail: "unsupported" }], turns });
      const verifier = createVerifier({ models: [talker], clock: virtualClock() });
      expect(await runVerified("Colours?", () => "Red. Done.", { verifier }), say).toMatchObject(UNCHECKED);
    }
  });

  test("15 differs: the person is told that nobody checked the answer, and why", async () => {
    const { run: cox } = place({
      agent: { turns: [{ say: "Red. Done." }] },
      judge: { decisions: [{ fail: "auth" }] },
    });
    const { out, err } = await cox(run, "List three colours.", "--mode", "verify");
    expect(out + err).toMatch(/Red\. Done\.[^]*could not check: \S+/);
  });

  test("16 no empty or unfinished retry takes the place of a good answer", async () => {
    for (const worse of ["", "  \n", { text: "One moment …", pending: true }, new Error("the agent is gone")]) {
      const ended = await loop(["Red and blue. Done.", worse], [INCOMPLETE]);
      expect(ended).toMatchObject({ answer: "Red and blue. Done.", open: expect.stringContaining("Yellow") });
    }
    const earlier = await loop(["Red. Done.", "Red and blue.", ""], [INCOMPLETE]);
    expect(earlier).toMatchObject({ answer: "Red and blue.", open: expect.stringContaining("Yellow") });
  });
});

const UNCHECKED = { answer: "Red. Done.", attempts: 1, verdict: { verdict: "unchecked" } };

import { describe, expect, it } from "vitest";
import { ThreadBuilder } from "../test/support/thread-builder.ts";
import { type CorrectorParts, createCorrector, proveTurn } from "./corrector.ts";
import { deltaFor } from "./decision-delta.ts";
import { createEvidenceJudge } from "./evidence/judge.ts";
import { createScriptedModel } from "./models/scripted/scripted.ts";
import { createObserver, observerRequest } from "./observer/observer.ts";
import { createMemoryStore } from "./store/memory.ts";
import { fold } from "./thread/reducer.ts";
import { EMPTY_THREAD, type Thread } from "./thread/thread.ts";
import { gateVerdict, type Judge, type Verdict, type Witness } from "./verdict.ts";

const verdict: Verdict = {
  verdict: "ok",
  category: null,
  message: null,
  reason: "",
  confidence: 1,
  findings: [],
  steps: [],
  judge: "evidence",
  usage: [],
  durationMs: 0,
};
const silent: Judge = { name: "silent", assess: () => verdict };
const objecting = (judge: Verdict["judge"], message = "you forgot the docs"): Judge => ({
  name: "objecting",
  assess: () => ({ ...verdict, judge, verdict: "correct", message }),
});
const crashing: Judge = {
  name: "crashing",
  assess: () => {
    throw new Error("boom");
  },
};

function corrector(parts: Partial<CorrectorParts> = {}) {
  return createCorrector({
    gate: { minToolCalls: 2 },
    store: createMemoryStore(),
    ...parts,
  });
}

function worked(closing = "Done, everything works."): ThreadBuilder {
  return new ThreadBuilder()
    .started("/repo")
    .user("Fix the parser and update the docs.")
    .bash("ls")
    .edit("/repo/parser.ts", "a", "b")
    .close(closing);
}

describe("the corrector", () => {
  it("has nothing to say about a thread without a turn", async () => {
    const decision = await corrector({ evidence: objecting("evidence") }).assess(EMPTY_THREAD);
    expect(decision).toMatchObject({ turn: 0, inject: false, verdict: { verdict: "ok", message: null } });
  });

  it.each(["stateOf", "now"])("says nothing to the agent, and tells the person, where %s fails", async (part) => {
    const failing = () => {
      throw new Error("boom");
    };
    const decision = await corrector({ evidence: objecting("evidence"), [part]: failing }).assess(worked().build());
    expect(decision).toMatchObject({ inject: false, tell: expect.stringMatching(/boom.*you forgot the docs/) });
  });

  it.each<[Partial<CorrectorParts>, boolean[]]>([
    [{ gate: { minToolCalls: 2, minEdits: undefined } }, [true, true, false]],
    [{ gate: { minToolCalls: 2, skipModes: undefined, allow: undefined } }, [true, true, false]],
    [{ guard: { maxCorrections: undefined, dailyLimit: undefined } }, [true, true, false]],
  ])("takes the default for what is given as undefined: %o", async (settings, expected) => {
    const said = ["the docs are missing", "the build fails", "a test is skipped"];
    const store = createMemoryStore();
    const granted: boolean[] = [];
    for (const message of said) {
      const watching = corrector({
        store,
        evidence: objecting("evidence", message),
        stateOf: () => message,
        ...settings,
      });
      granted.push((await watching.assess(worked().build())).inject);
    }
    expect(granted).toEqual(expected);
  });

  it("looks for itself at the end of a turn, and not while it runs", async () => {
    const looked: unknown[] = [];
    const witness: Witness = async ({ trigger }) => {
      looked.push(trigger);
      return undefined;
    };
    const watching = corrector({ evidence: silent, witness });
    for (const trigger of ["parallel", "end-turn"] as const) await watching.assess(worked().build(), { trigger });
    expect(looked).toEqual(["end-turn"]);
  });

  it("judges by what it saw for itself, too, and gives that along", async () => {
    const seen = { v: 1 as const, type: "witnessed" as const, after: 2, checks: [], mismatches: [] };
    const judged: unknown[] = [];
    const evidence: Judge = {
      name: "evidence",
      assess: ({ thread, turn }) => (judged.push(turn.witnessed, thread.turns[0]?.witnessed), verdict),
    };
    const decision = await corrector({ evidence, witness: async () => seen }).assess(worked().build());
    const witnessed = [{ after: 2, checks: [], mismatches: [], messageIndex: 6 }];
    expect(judged).toEqual([witnessed, witnessed]);
    expect(decision.witnessed).toBe(seen);
  });

  it("hands a judge what the caller knows of the stop, also beside what it saw for itself", async () => {
    const seen = { v: 1 as const, type: "witnessed" as const, after: 2, checks: [], mismatches: [] };
    const handed: unknown[] = [];
    const evidence: Judge = {
      name: "evidence",
      assess: ({ run, trigger, signal }) => (handed.push({ run, trigger, signal }), verdict),
    };
    const { signal } = new AbortController();
    const options = { durationMs: 5, trigger: "end-turn" as const, signal };
    for (const witness of [async () => undefined, async () => seen])
      await corrector({ evidence, witness }).assess(worked().build(), options);
    const whole = { run: { durationMs: 5 }, trigger: "end-turn", signal };
    expect(handed).toEqual([whole, whole]);
  });

  it("leaves the answer to a bare stop alone, however it was judged", async () => {
    const answered = new ThreadBuilder().user("Stop!").bash("npm run build").close("Stopped.").build();
    const gate = { minToolCalls: 0, minEdits: 0 };
    const decision = await corrector({ evidence: objecting("evidence"), gate }).assess(answered);
    expect(decision).toMatchObject({ inject: false, verdict: { verdict: "ok", judge: "gate" } });
    const evidence = {
      name: "evidence",
      assess: () => ({ ...verdict, verdict: "correct" as const, message: "no" }),
      leavingOut: () => undefined,
    };
    expect(proveTurn({ gate, evidence }, answered, answered.turns[0]!)).toMatchObject({
      turn: 1,
      verdict: { verdict: "ok", judge: "gate" },
      gate: { evidenceOpen: false },
    });
  });

  it.each<[string, unknown]>([
    ["objects without a message", { ...verdict, verdict: "correct" }],
    ["objects without a message", { ...verdict, verdict: "correct", message: " " }],
    ["gave no whole verdict", { verdict: "ok", reason: "fine" }],
    ["gave no whole verdict", { ...verdict, verdict: "maybe" }],
    ["gave no whole verdict", { ...verdict, verdict: ["ok"] }],
    ["gave no whole verdict", { ...verdict, findings: null }],
    ["gave no whole verdict", { ...verdict, findings: [null] }],
    ["gave no whole verdict", { ...verdict, findings: [{}] }],
    ["gave no whole verdict", { ...verdict, findings: ["add it"] }],
    ["gave no whole verdict", undefined],
    ["gave no whole verdict", null],
    ["gave no whole verdict", 0],
  ])("takes no word of a judge that %s", async (fault, given) => {
    const judge: Judge = { name: "mine", assess: () => given as Verdict };
    for (const parts of [{ evidence: judge }, { evidence: silent, observer: judge }])
      expect(await corrector(parts).assess(worked().build())).toMatchObject({
        inject: false,
        verdict: { verdict: "unchecked", reason: `it failed: the judge "mine" ${fault}` },
      });
  });

  it("fails open in an audit, too", () => {
    const thread = worked().build();
    const evidence = {
      name: "evidence",
      assess: () => {
        throw new Error("boom");
      },
      leavingOut: () => undefined,
    };
    expect(proveTurn({ gate: { minToolCalls: 2 }, evidence }, thread, thread.turns[0]!)).toMatchObject({
      turn: 1,
      verdict: { verdict: "unchecked", reason: "it failed: boom" },
    });
  });

  it("asks no model about little work, and lets proof speak all the same", async () => {
    const idle = new ThreadBuilder().started("/repo").user("Fix it.").close("All tests pass.").build();
    const observer: Judge = { name: "observer", assess: () => Promise.reject(new Error("must not be asked")) };
    const asked = await corrector({ evidence: silent, observer }).assess(idle);
    expect(asked).toMatchObject({ inject: false, verdict: { verdict: "ok", judge: "evidence" } });
    expect(asked.gate.reasons.filter(({ passed }) => !passed).map(({ name }) => name)).toEqual(["tool-calls", "edits"]);
    const evidence = createEvidenceJudge();
    expect(await corrector({ evidence, observer }).assess(idle)).toMatchObject({
      inject: true,
      verdict: { findings: [{ id: "claimed-check-never-ran" }] },
    });
    expect(proveTurn({ evidence }, idle, idle.turns[0]!)).toMatchObject({ verdict: { verdict: "correct" } });
  });

  it.each<[string, Partial<CorrectorParts>, string | undefined, string]>([
    ["is left alone", {}, "free", "ok"],
    ["is watched, where the settings say so", { gate: { minToolCalls: 2, skipModes: ["plan"] } }, "free", "correct"],
    ["is watched in any other", {}, "plan", "correct"],
  ])("a turn in a mode that is skipped %s", async (_, parts, mode, kind) => {
    const decision = await corrector({ evidence: objecting("evidence"), ...parts }).assess(worked().build(), { mode });
    expect(decision.verdict.verdict).toBe(kind);
  });

  it("looks at a turn all the same where the settings leave out the rule that would leave it alone", async () => {
    const stopped = worked().cancelled().build();
    const parts = { evidence: objecting("evidence"), ignoreStandDown: ["aborted"] };
    expect(await corrector(parts).assess(stopped)).toMatchObject({ inject: true, verdict: { verdict: "correct" } });
  });

  it("checks nothing where it has no judge, and says so", async () => {
    expect((await corrector().assess(worked().build())).verdict).toMatchObject({
      verdict: "unchecked",
      reason: "no judge is configured",
    });
  });

  it("lets proof decide before a model is asked", async () => {
    const observer: Judge = { name: "observer", assess: () => Promise.reject(new Error("must not be asked")) };
    const decision = await corrector({ evidence: objecting("evidence"), observer }).assess(worked().build());
    expect(decision).toMatchObject({ inject: true, verdict: { verdict: "correct", judge: "evidence" } });
  });

  it("asks the model where proof is silent, and hands its findings on", async () => {
    const finding = { id: "lead", confidence: 0.5, message: "maybe", steps: [1], subject: "x" };
    const evidence: Judge = { name: "evidence", assess: () => ({ ...verdict, findings: [finding] }) };
    const own = { ...finding, id: "own" };
    const observer: Judge = {
      name: "observer",
      assess: () => ({ ...verdict, judge: "model", verdict: "correct", message: "no", findings: [own] }),
    };
    const decision = await corrector({ evidence, observer }).assess(worked().build());
    expect(decision).toMatchObject({ inject: true, verdict: { judge: "model", findings: [finding, own] } });
  });

  it("calls a turn blocked whose agent says why it could not, and corrects nothing", async () => {
    const stuck = worked("I am unable to finish because the API key is missing.").build();
    const decision = await corrector({ evidence: createEvidenceJudge() }).assess(stuck);
    expect(decision).toMatchObject({
      inject: false,
      verdict: { verdict: "blocked", reason: "I am unable to finish because the API key is missing." },
    });
  });

  it.each([
    ["ann", "correct"],
    ["bob", "ok"],
    [undefined, "ok"],
  ])("watches whom the allow-list names: %s", async (user, kind) => {
    const parts = { evidence: objecting("evidence"), gate: { minToolCalls: 2, allow: ["ann"] } };
    const decision = await corrector({ ...parts, ...(user === undefined ? {} : { user }) }).assess(worked().build());
    expect(decision.verdict.verdict).toBe(kind);
  });

  it("says of two objections only the one that was not said before", async () => {
    const finding = (id: string) => ({ id, confidence: 1, message: id, steps: [], subject: id });
    const saying = (...ids: string[]): Verdict => {
      const findings = ids.map(finding);
      const message = findings.map((each) => each.message).join(" ");
      return { ...verdict, verdict: "correct", message, findings };
    };
    const proving = (...ids: string[]): Judge => ({
      name: "evidence",
      assess: () => saying(...ids),
      leavingOut: (_, isSaid) => saying(...ids.filter((id) => !isSaid(finding(id)))),
    });
    const store = createMemoryStore();
    await corrector({ evidence: proving("The docs are missing."), store }).assess(worked().build());
    const later = worked().edit("/repo/docs.md", "a", "b").close("Now, too.").build();
    expect(
      await corrector({ evidence: proving("The docs are missing.", "A test is skipped."), store }).assess(later),
    ).toMatchObject({
      inject: true,
      verdict: { message: "A test is skipped." },
    });
  });

  it("takes nothing out of a model's words because the record's were said before", async () => {
    const finding = { id: "f", confidence: 1, message: "the docs are missing", steps: [], subject: "x" };
    const proven = { ...verdict, verdict: "correct" as const, message: "the docs are missing", findings: [finding] };
    const store = createMemoryStore();
    await corrector({ evidence: { name: "evidence", assess: () => proven }, store }).assess(worked().build());
    const evidence: Judge = { ...silent, leavingOut: () => ({ ...proven, message: "the rest", findings: [] }) };
    const observer: Judge = { name: "observer", assess: () => ({ ...proven, judge: "model", message: "again: no" }) };
    const later = worked().edit("/repo/a.md", "a", "b").close("Now, too.").build();
    expect(await corrector({ evidence, observer, store }).assess(later)).toMatchObject({
      inject: false,
      verdict: { message: "again: no" },
    });
  });

  it("counts what it said for the request that it was said about, and for no other", async () => {
    const store = createMemoryStore();
    const said = async (thread: Thread) =>
      (await corrector({ evidence: objecting("evidence"), store }).assess(thread)).inject;
    expect(await said(worked().build())).toBe(true);
    expect(await said(worked().bash("ls -l").close("Done.").build())).toBe(false);
    const next = worked().user("Now the lexer.").bash("ls").edit("/repo/lexer.ts", "a", "b").close("Done.").build();
    expect(await said(next)).toBe(true);
    expect(await said({ ...worked().build(), host: "codex" })).toBe(true);
  });

  it("takes work after a correction for an answer to it, also under the same last words", async () => {
    const store = createMemoryStore();
    const said = async (message: string, builder: ThreadBuilder) =>
      (await corrector({ evidence: objecting("evidence", message), store }).assess(builder.build())).inject;
    expect(await said("the docs are missing", worked())).toBe(true);
    // Other words alone are no work.
    expect(await said("a test is skipped", worked("Done: everything works."))).toBe(false);
    const again = worked().edit("/repo/docs.md", "a", "b").close("Done, everything works.");
    expect(await said("a test is skipped", again)).toBe(true);
  });

  it("a model that was not asked takes nothing from the record's word", async () => {
    const observer: Judge = { name: "observer", assess: () => gateVerdict("ok", "no model was asked: used up") };
    const judged = await corrector({ evidence: silent, observer }).judge(worked().build());
    expect(judged.verdict).toMatchObject({ verdict: "ok", judge: "evidence", reason: "no model was asked: used up" });
    const alone = await corrector({ observer }).judge(worked().build());
    expect(alone.verdict).toMatchObject({ verdict: "ok", judge: "gate" });
  });

  it("fails open: a judge that crashes leaves the turn unchecked, with the reason", async () => {
    for (const parts of [{ evidence: crashing }, { evidence: silent, observer: crashing }]) {
      const decision = await corrector(parts).assess(worked().build());
      expect(decision).toMatchObject({
        inject: false,
        gate: { open: false, evidenceOpen: false, reasons: [] },
        verdict: { verdict: "unchecked", reason: expect.stringContaining("boom") },
      });
    }
  });

  it("decides in shadow as ever, and injects nothing", async () => {
    const decision = await corrector({ evidence: objecting("evidence"), shadow: true }).assess(worked().build());
    expect(decision).toMatchObject({ inject: false, verdict: { verdict: "correct" } });
  });

  it("records a correction as a message, a silent look with usage as usage only, and nothing else", async () => {
    const made = await corrector({ evidence: objecting("evidence") }).assess(worked().build());
    expect(deltaFor(made, true, "id")).toMatchObject({
      type: "course-correction",
      message: { source: { type: "course-correction" } },
    });
    expect(deltaFor(made, false, "id")).toMatchObject({ type: "course-correction:usage-only" });
    const quiet = await corrector({ evidence: silent }).assess(worked().build());
    expect(deltaFor(quiet, false, "id")).toBeUndefined();
  });
});

describe("where answers are verified", () => {
  const verification = { triggerKeywords: ["done"], verifyAll: false, verifyHeartbeat: false };
  const observer = objecting("model");
  const parts = { verification, observer, evidence: objecting("evidence", "you never ran the tests") };

  it("work is held against the record also without a trigger, and no model is asked", async () => {
    const lied = await corrector(parts).assess(worked("All tests pass.").build());
    expect(lied).toMatchObject({ inject: true, verdict: { judge: "evidence", message: "you never ran the tests" } });
    const honest = await corrector({ ...parts, evidence: silent }).assess(worked("The parser is mended.").build());
    expect(honest).toMatchObject({ inject: false, verdict: { judge: "evidence", verdict: "ok" } });
  });

  it("the answer to a question, and a plan, are what is verified", async () => {
    for (const request of ["What is it?", "Write a plan first, do not implement anything yet."]) {
      const answer = new ThreadBuilder().started("/repo").user(request).close("Done.").build();
      expect((await corrector({ ...parts, evidence: silent }).judge(answer)).verdict.judge).toBe("model");
    }
  });

  it.each([
    ["no edit", new ThreadBuilder().user("Look.").bash("ls").bash("ls").close("All tests pass.")],
    ["a single call", new ThreadBuilder().user("Fix it.").edit("/repo/a.ts", "a", "b").close("All tests pass.")],
  ])("little work is none without a trigger: %s", async (_, builder) => {
    expect((await corrector(parts).assess(builder.build())).verdict).toMatchObject({ verdict: "ok", judge: "gate" });
  });

  it("an answer without work and without a trigger is left alone, and so is a heartbeat", async () => {
    const answer = new ThreadBuilder().started("/repo").user("What is it?").close("All tests pass.").build();
    expect(await corrector(parts).assess(answer)).toMatchObject({ inject: false, verdict: { judge: "gate" } });
    const beat = await corrector(parts).assess(worked("All tests pass.").build(), { heartbeat: true });
    expect(beat).toMatchObject({ inject: false, verdict: { judge: "gate" } });
  });
});

it("a verification that crashes is recorded as an attempt at one", async () => {
  const verification = { triggerKeywords: ["done"], verifyAll: false, verifyHeartbeat: false };
  const decision = await corrector({ verification, observer: crashing }).assess(worked().build());
  expect(deltaFor(decision, false, "id")).toMatchObject({
    type: "verification:attempt",
    attempt: 1,
    verdict: { verdict: "unchecked", reason: expect.stringContaining("boom") },
  });
});

describe("the loop guard in the gate", () => {
  const guard = { maxCorrections: 2, maxByModel: 1, dailyLimit: 0 };
  const asked: string[] = [];
  const observer: Judge = { name: "observer", assess: () => (asked.push("asked"), verdict) };
  const guardLine = ({ gate }: { gate: { reasons: readonly { name: string; passed: boolean }[] } }) =>
    gate.reasons.find((reason) => reason.name === "guard");

  it("exhausted, no model is paid for what it could not say", async () => {
    const decision = await corrector({ evidence: silent, observer, guard }).assess(worked().build());
    expect(asked).toEqual([]);
    expect(decision).toMatchObject({ inject: false, gate: { open: false }, verdict: { judge: "evidence" } });
    expect(guardLine(decision)).toMatchObject({ passed: false, detail: "the daily limit of 0 corrections is reached" });
  });

  it("says so too where a proof was refused, and tells the person what stays open", async () => {
    const decision = await corrector({ evidence: objecting("evidence"), guard }).assess(worked().build());
    expect(guardLine(decision)).toMatchObject({ passed: false });
    expect(decision.tell).toContain("you forgot the docs");
  });

  it("tells the person nothing of it while the agent still works", async () => {
    const working = new ThreadBuilder(worked().deltas().slice(0, -1)).build();
    const watching = corrector({ evidence: objecting("evidence"), guard });
    const { inject, tell } = await watching.assess(working, { trigger: "parallel" });
    expect({ inject, tell }).toEqual({ inject: false, tell: undefined });
  });

  it("has no say in shadow, where nothing is said", async () => {
    const decision = await corrector({ evidence: silent, observer: objecting("model"), guard, shadow: true }).assess(
      worked().build(),
    );
    expect(decision).toMatchObject({ verdict: { verdict: "correct", judge: "model" } });
    expect(guardLine(decision)).toMatchObject({ passed: true });
  });
});

describe("loop prevention: the answer to a correction is not put to a model again", () => {
  const corrected = worked()
    .user("you forgot the docs", "course-correction")
    .edit("/repo/docs.md", "a", "b")
    .close("Now it is done.");
  const started = (thread: Thread) =>
    fold([{ v: 1, type: "inference:started", model: "m", skipCorrection: true }], thread);
  const observer = objecting("model", "and the changelog");

  it("by the skip flag alone", async () => {
    const unmarked = worked().edit("/repo/docs.md", "a", "b").close("Now it is done.").build();
    const flagged = started(unmarked);
    expect((await corrector({ observer }).assess(unmarked)).inject).toBe(true);
    expect((await corrector({ observer }).assess(flagged)).inject).toBe(false);
  });

  it("by the source of the last message alone", async () => {
    const thread = corrected.build();
    expect(thread.skipCorrection).toBe(false);
    expect((await corrector({ observer }).assess(thread)).inject).toBe(false);
  });

  it("by the prompt alone: the observer is shown its own earlier words and told not to repeat them", async () => {
    const thread = corrected.build();
    const turn = thread.turns[0]!;
    const request = observerRequest(thread, turn);
    expect(request.prompt).toContain("you forgot the docs");
    expect(request.system).toMatch(/never (raise|make|repeat)/i);
    const obedient = createScriptedModel("scripted/obedient", {
      decisions: [
        {
          when: { contains: ["you forgot the docs", "COURSE CORRECTION ("] },
          input: { needsCorrection: false, message: null, confidence: 0.9, steps: [] },
        },
        { input: { needsCorrection: true, message: "you forgot the docs", confidence: 0.95, steps: [1] } },
      ],
    });
    const judge = createObserver({ models: [obedient] });
    expect((await judge.assess({ thread, turn })).verdict).toBe("ok");
    const fresh = worked().build();
    expect((await judge.assess({ thread: fresh, turn: fresh.turns[0]! })).verdict).toBe("correct");
  });

  it("while one more, different, proven objection may still be raised", async () => {
    const evidence = objecting("evidence", "the build fails now");
    const store = createMemoryStore();
    const watching = corrector({ evidence, store });
    expect((await watching.assess(corrected.build())).inject).toBe(true);
    expect((await watching.assess(corrected.build())).inject).toBe(false);
  });
});

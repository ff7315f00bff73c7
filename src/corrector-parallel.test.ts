import { describe, expect, it } from "vitest";
import { thread, type ThreadBuilder } from "../test/support/thread-builder.ts";
import { createCorrector, type CorrectorParts, gateLines } from "./corrector.ts";
import { createEvidenceJudge } from "./evidence/judge.ts";
import { createScriptedModel } from "./models/scripted/scripted.ts";
import { createObserver } from "./observer/observer.ts";
import { createMemoryStore } from "./store/memory.ts";
import { fold } from "./thread/reducer.ts";
import type { Thread } from "./thread/thread.ts";

/** Objects while the turn runs, and in other words at its end. */
function observer() {
  const input = (message: string) => ({ needsCorrection: true, message, confidence: 0.95, steps: [1] });
  return createObserver({
    models: [
      createScriptedModel("scripted/observer", {
        decisions: [
          { when: { contains: "NO RESULT" }, input: input("the other file first") },
          { input: input("the second file is missing") },
        ],
      }),
    ],
  });
}

function corrector(parts: Partial<CorrectorParts> = {}) {
  return createCorrector({
    store: createMemoryStore(),
    observer: observer(),
    ...parts,
  });
}

function running(builder = worked(4)): Thread {
  const call = { type: "tool_use" as const, id: "open-call", name: "Read", input: { file_path: "/repo/e.ts" } };
  return fold(
    [
      {
        v: 1,
        type: "inference:completed",
        message: { role: "assistant", id: "running", content: [call], stopReason: "tool_use" },
      },
    ],
    builder.build(),
  );
}

function worked(calls: number, request = "Change a.ts and b.ts."): ThreadBuilder {
  const builder = thread().user(request).edit("/repo/a.ts", "a", "b");
  for (let call = 1; call < calls; call += 1) builder.read(`/repo/${call}.ts`, "x");
  return builder;
}

describe("a look beside the tools", () => {
  it("is taken while the turn is open, with the question for a turn that runs", async () => {
    const decision = await corrector().assess(running(), { trigger: "parallel" });
    expect(decision).toMatchObject({ inject: true, verdict: { judge: "model", message: "the other file first" } });
  });

  it("would not be taken as a look at the end: the turn has not ended", async () => {
    const { verdict } = await corrector().assess(running());
    expect(verdict).toMatchObject({
      verdict: "ok",
      judge: "gate",
      reason: expect.stringContaining("the agent has not ended its turn"),
    });
  });

  it("counts the call that runs, and asks a model by the same numbers as at the end", async () => {
    const few = await corrector().assess(running(worked(3)), { trigger: "parallel" });
    expect(gateLines(few.gate)).toContain("✗ tool-calls: 4 tool calls since the person spoke, 5 wanted");
    const reading = thread().user("Change a.ts and b.ts.");
    for (let call = 0; call < 6; call += 1) reading.read(`/repo/${call}.ts`);
    const unedited = await corrector().assess(running(reading), { trigger: "parallel" });
    expect([few.inject, unedited.inject, unedited.gate.open]).toEqual([false, false, false]);
  });

  it("stands down for the person's words, not for the agent's in passing", async () => {
    const waiting = { ...running(), queue: [{ id: "q", text: "wait" }] };
    const queued = await corrector().assess(waiting, { trigger: "parallel" });
    expect(queued.verdict).toMatchObject({
      judge: "gate",
      reason: expect.stringContaining("the person has written meanwhile"),
    });
    const remarked = worked(4).say("Should I use tabs? I could not find out, so I wait for the build first.");
    const decision = await corrector().assess(running(remarked), { trigger: "parallel" });
    expect(decision.inject).toBe(true);
  });

  it("holds nobody to claims made in passing: what a turn claims is known at its end", async () => {
    const evidence = createEvidenceJudge({});
    const builder = worked(4, "Change a.ts and run `npm test`.").say("Done! All 12 tests pass.");
    const { verdict } = await corrector({ evidence }).judge(running(builder), { trigger: "parallel" });
    expect(verdict).toMatchObject({ judge: "model" });
    const ended = await corrector({ evidence }).judge(worked(5).close("Done! All 12 tests pass.").build());
    expect(ended.verdict).toMatchObject({ verdict: "correct", judge: "evidence" });
  });

  it("uses up the one objection a model has for a request, also for the end of the turn", async () => {
    const watching = corrector();
    const first = await watching.assess(running(), { trigger: "parallel" });
    expect(first.inject).toBe(true);
    const steered = worked(4).user("the other file first", "course-correction").edit("/repo/b.ts", "a", "b");
    const beside = await watching.assess(running(steered), { trigger: "parallel" });
    expect(beside.verdict.judge).toBe("gate");
    const end = await watching.assess(steered.close("Both files are changed.").build(), { trigger: "end-turn" });
    expect(end).toMatchObject({ inject: false, verdict: { judge: "gate" } });
  });
});

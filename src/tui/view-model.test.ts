import { describe, expect, it } from "vitest";
import { judgement, workerBench } from "../../test/support/worker-bench.ts";
import type { AgentEvent } from "../agent/thread-log.ts";
import type { Decision } from "../corrector.ts";
import type { Delta } from "../thread/delta.ts";
import { fold } from "../thread/reducer.ts";
import { EMPTY_THREAD } from "../thread/thread.ts";
import { stateOf } from "./frame.ts";
import { showEvent, startView, type View } from "./view-model.ts";

function play(events: readonly AgentEvent[], start: View = startView(EMPTY_THREAD)): View {
  let thread = EMPTY_THREAD;
  return events.reduce((view, event) => {
    if (event.type === "delta") thread = fold([event.delta], thread);
    return showEvent(view, event, thread);
  }, start);
}

const delta = (given: Delta): AgentEvent => ({ type: "delta", delta: given });
const text = (given: string): AgentEvent => ({ type: "text", text: given });

function decided(change: Partial<Decision>): AgentEvent {
  const decision: Decision = { ...judgement("ok"), inject: false, ...change };
  return { type: "assessment:finished", decision, applied: false };
}

describe("streamed text", () => {
  it("is finished line by line, and what is unfinished stays live", () => {
    const view = play([text("\n\nFirst li"), text("ne\nSecond\nThi"), text("rd")]);
    expect(view.finished).toEqual([{ type: "text", text: "First line\nSecond", continues: false }]);
    expect(view.unfinished).toEqual({ type: "text", text: "Third", continues: true });
  });

  it("keeps empty lines between paragraphs", () => {
    const view = play([text("One\n"), text("\nTwo\n"), { type: "rested" }]);
    expect(view.finished).toEqual([{ type: "text", text: "One\n\nTwo", continues: false }]);
    expect(view.unfinished).toBeUndefined();
  });

  it("does not keep a line live for ever", () => {
    const view = play(Array.from({ length: 1_000 }, () => text("words and words ")));
    expect(view.unfinished?.text.length).toBeLessThanOrEqual(2_000);
    const all = [...view.finished, view.unfinished]
      .map((entry) => (entry && "text" in entry ? entry.text : ""))
      .join(" ");
    expect(all.match(/words/g)).toHaveLength(2_000);
    expect(play([text("x".repeat(9_000))]).unfinished?.text).toBe("");
  });

  it("keeps thinking and text apart", () => {
    const view = play([{ type: "thinking", text: "Hm.\nWell" }, text("So ")]);
    expect(view.finished).toEqual([{ type: "thinking", text: "Hm.\nWell", continues: false }]);
    expect(view.unfinished).toMatchObject({ type: "text", text: "So " });
  });

  it("is kept when the model is cut off", () => {
    const view = play([
      text("I was about to"),
      delta({ v: 1, type: "cancelled", reason: "cancelled while the model answered" }),
    ]);
    expect(view.finished).toEqual([
      { type: "text", text: "I was about to", continues: false },
      { type: "notice", tone: "quiet", text: "Cancelled while the model answered." },
    ]);
  });
});

describe("a turn of the real worker", () => {
  it("shows the person, the running call with its last line, its end, and the correction", async () => {
    const bench = await workerBench();
    const seen = () => play(bench.events);
    await bench.worker.say("fix it");
    await bench.settle();
    expect(seen().finished).toEqual([{ type: "person", text: "fix it" }]);
    expect(stateOf(seen())).toBe("thinking");

    bench.inferences[0]?.finish({ call: "bash", input: { command: "npm test" } });
    await bench.settle();
    const toolUseId = seen().running?.step.toolUseId ?? "";
    const progress: AgentEvent[] = [
      { type: "tool:progress", toolUseId, text: "1 passed\n2 passed\n" },
      { type: "tool:progress", toolUseId: "another", text: "not mine" },
    ];
    expect(play([...bench.events, ...progress]).running).toMatchObject({
      step: { tool: "bash" },
      lastLine: "2 passed",
    });
    expect(stateOf(seen())).toBe("running 1");

    bench.tools[0]?.finish({ status: "error", output: "1 failed", exitCode: 1 });
    await bench.settle();
    expect(seen().running).toBeUndefined();
    expect(seen().finished.at(-1)).toMatchObject({ type: "step", step: { result: { exitCode: 1 } } });

    bench.inferences[0]?.finish({ say: "Done!" });
    await bench.settle();
    expect(stateOf(seen())).toBe("assessing");
    bench.judgements[0]?.finish(judgement("correct", "the tests fail"));
    await bench.settle();
    expect(seen().finished.at(-1)).toEqual({ type: "correction", message: "the tests fail" });
    expect(stateOf(seen())).toBe("thinking");
    expect(seen().usage["course-correction"]).toMatchObject({ calls: 1 });

    await bench.worker.cancel();
    expect(stateOf(seen())).toBe("waiting");
  });

  it("shows a queued message only when its turn has come", async () => {
    const bench = await workerBench({ corrector: undefined });
    await bench.worker.say("first");
    await bench.worker.say("second");
    await bench.settle();
    expect(play(bench.events).queue).toMatchObject([{ text: "second" }]);
    expect(play(bench.events).finished).toEqual([{ type: "person", text: "first" }]);
    bench.inferences[0]?.finish({ say: "ok" });
    await bench.settle();
    expect(play(bench.events).queue).toEqual([]);
    expect(play(bench.events).finished.at(-1)).toEqual({ type: "person", text: "second" });
    await bench.worker.cancel();
  });

  it("counts an assessment that was superseded until it has ended", async () => {
    const bench = await workerBench({ parallel: true });
    await bench.worker.say("go");
    await bench.settle();
    bench.inferences[0]?.finish({ call: "bash", input: { command: "true" } });
    await bench.settle();
    expect(stateOf(play(bench.events))).toBe("running 1, assessing");
    await bench.worker.cancel();
    await bench.settle();
    expect(play(bench.events)).toMatchObject({ assessments: 0, working: false });
  });
});

describe("what the watching leaves", () => {
  it.each([
    ["says what the guard wants told", decided({ tell: "Still open: the docs" }), ["Still open: the docs"]],
    ["says why it could not check", decided(judgement("unchecked")), ["Coxswain could not check: unchecked"]],
    ["says nothing about a clean bill", decided({}), []],
  ])("%s", (_, event, expected) => {
    expect(play([event]).finished.map((entry) => entry.type === "notice" && entry.text)).toEqual(expected);
  });
});

describe("trouble", () => {
  it("tells of retries, errors, limits and refusals", () => {
    const failure = { code: "overloaded" as const, message: "It is overloaded.", retryable: true };
    const message = (stopReason: "max_tokens" | "refusal") =>
      delta({
        v: 1,
        type: "inference:completed",
        message: { role: "assistant", id: stopReason, content: [], stopReason },
      });
    const view = play([
      { type: "inference:retrying", failure, attempt: 1, delayMs: 1_500 },
      delta({ v: 1, type: "error", code: "auth", message: "The key was refused." }),
      delta({ v: 1, type: "error", code: "too-large", message: "It is too large." }),
      message("max_tokens"),
      message("refusal"),
    ]);
    expect(view.finished).toEqual([
      { type: "notice", tone: "quiet", text: "It is overloaded. Trying again in 2 s." },
      { type: "notice", tone: "error", text: "The key was refused." },
      { type: "notice", tone: "error", text: "It is too large." },
      { type: "notice", tone: "quiet", text: "/handoff GOAL goes on in a new thread with what matters of this one." },
      { type: "notice", tone: "warning", text: "The model stopped at its output limit." },
      { type: "notice", tone: "warning", text: "The model refused to answer." },
    ]);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyDelta, anyDeltas } from "../../test/support/any-delta.ts";
import { DELTA_VERSION, parseDelta } from "./delta-schema.ts";
import type { Delta } from "./delta.ts";
import { fold, reduce } from "./reducer.ts";
import { EMPTY_THREAD } from "./thread.ts";
import { closingText, lastTurn, requestText } from "./turns.ts";

const user = (text: string, type: "user" | "hook" | "host" | "course-correction" = "user", id = text): Delta => ({
  v: 1,
  type: "user:message",
  message: { role: "user", id, source: { type }, content: [{ type: "text", text }] },
});
const say = (id: string, text: string): Delta => ({
  v: 1,
  type: "inference:completed",
  message: { role: "assistant", id, content: [{ type: "text", text }], stopReason: "end_turn" },
});
const call = (id: string, toolUseId: string, name: string, input: unknown): Delta => ({
  v: 1,
  type: "inference:completed",
  message: {
    role: "assistant",
    id,
    content: [{ type: "tool_use", id: toolUseId, name, input }],
    stopReason: "tool_use",
  },
});
const result = (
  toolUseId: string,
  output = "ok",
  status: "done" | "error" | "running" | "background" = "done",
): Delta => ({
  v: 1,
  type: "tool:data",
  toolUseId,
  status,
  output,
});

describe("delta", () => {
  it("round-trips through JSON for every kind", () => {
    fc.assert(
      fc.property(anyDelta, (delta) => {
        expect(parseDelta(JSON.parse(JSON.stringify(delta)))).toEqual(JSON.parse(JSON.stringify(delta)));
      }),
    );
  });

  it("of a newer version is a typed error that says what to do", () => {
    const newer = { v: DELTA_VERSION + 1, type: "user:message" };
    expect(() => parseDelta(newer)).toThrow(
      expect.objectContaining({ code: "delta.version", hint: expect.stringContaining("Update") }),
    );
  });

  it("that is no delta at all is a typed error", () => {
    for (const value of [null, 7, "x", {}, { v: 1 }, { v: 1, type: "no:such" }, { v: 1, type: "tool:data" }]) {
      expect(() => parseDelta(value)).toThrow(expect.objectContaining({ code: "delta.invalid" }));
    }
  });

  it("of a kind that is not known may be a newer program's, and one without a kind is none", () => {
    const hint = expect.stringContaining("pdate coxswain");
    expect(() => parseDelta({ v: 1, type: "no:such" })).toThrow(expect.objectContaining({ hint }));
    for (const value of ["x", { v: 1 }, { v: 1, type: 7 }, { v: 1, type: "tool:data" }]) {
      expect(() => parseDelta(value)).toThrow(expect.objectContaining({ hint: undefined }));
    }
  });

  it("says where it is wrong", () => {
    const message = { role: "user", id: 7, source: { type: "user" }, content: [] };
    expect(() => parseDelta({ v: 1, type: "user:message", message })).toThrow("its message.id is missing or wrong");
    expect(() => parseDelta({ v: 1, type: "no:such" })).toThrow("its type is missing or wrong");
    expect(() => parseDelta("x")).toThrow("it is no object");
  });
});

describe("reducer", () => {
  it("asks anew after a request that was stopped before anything was said to it", () => {
    const stopped: Delta = { v: 1, type: "cancelled", reason: "interrupted by the user" };
    const thread = fold([user("Delete it."), stopped, user("Keep it."), say("a", "Kept.")]);
    expect(thread.turns.map((turn) => [requestText(thread, turn), turn.outcome])).toEqual([
      ["Delete it.", "aborted"],
      ["Keep it.", "ended"],
    ]);
  });

  it("gives the same thread whether deltas come one by one, in bulk, or in two parts", () => {
    fc.assert(
      fc.property(anyDeltas, fc.nat(), (deltas, at) => {
        const bulk = fold(deltas);
        const cut = deltas.length === 0 ? 0 : at % deltas.length;
        expect(deltas.reduce(reduce, EMPTY_THREAD)).toEqual(bulk);
        expect(fold(deltas.slice(cut), fold(deltas.slice(0, cut)))).toEqual(bulk);
      }),
    );
  });

  it("never changes the thread it was given", () => {
    fc.assert(
      fc.property(anyDeltas, anyDelta, (deltas, delta) => {
        const thread = fold(deltas);
        const before = structuredClone(thread);
        reduce(thread, delta);
        expect(thread).toEqual(before);
      }),
    );
  });

  it("keeps every call with at most one result, and results only for calls", () => {
    fc.assert(
      fc.property(anyDeltas, (deltas) => {
        const thread = fold(deltas);
        const blocks = thread.messages.flatMap((message) => message.content as { type: string }[]);
        const calls = blocks.filter((block) => block.type === "tool_use").length;
        const results = blocks.filter((block) => block.type === "tool_result").length;
        expect(calls).toBe(thread.stepCount);
        expect(results).toBeLessThanOrEqual(calls);
        expect(thread.turns.flatMap((turn) => turn.steps.map((step) => step.number))).toEqual(
          Array.from({ length: thread.stepCount }, (_, index) => index + 1),
        );
      }),
    );
  });

  it("opens a turn at a person's text, not at hook feedback, host text or corrections", () => {
    const thread = fold([
      user("first"),
      say("a", "done"),
      user("Stop hook feedback", "hook"),
      user("reminder", "host"),
      user("you forgot", "course-correction"),
      say("b", "done now"),
      user("second"),
    ]);
    expect(thread.turns.map((turn) => requestText(thread, turn))).toEqual(["first", "second"]);
    expect(closingText(thread, thread.turns[0]!)).toBe("done now");
    expect(thread.turns[0]).toMatchObject({ corrections: 1, outcome: "ended" });
  });

  it("takes two messages sent before any answer as one request", () => {
    const thread = fold([user("do this"), user("and that"), say("a", "ok")]);
    expect(thread.turns).toHaveLength(1);
    expect(requestText(thread, thread.turns[0]!)).toBe("do this\n\nand that");
  });

  it("takes what the person adds while the agent works as part of the same request", () => {
    const added: Delta = {
      v: 1,
      type: "user:message",
      message: { role: "user", id: "q", source: { type: "queue" }, content: [{ type: "text", text: "and the docs" }] },
    };
    const thread = fold([
      user("go"),
      call("1", "t1", "Read", {}),
      added,
      result("t1"),
      say("2", "done"),
      { ...added, message: { ...added.message, id: "later" } },
    ]);
    expect(thread.turns.map((turn) => requestText(thread, turn))).toEqual(["go\n\nand the docs", "and the docs"]);
    expect(thread.turns[0]).toMatchObject({ toolCalls: 1, outcome: "ended" });
  });

  it("joins lines of one message although a tool result stands between them", () => {
    const thread = fold([
      user("go"),
      call("m1", "t1", "Read", { file_path: "a" }),
      result("t1"),
      call("m1", "t2", "Read", { file_path: "b" }),
      result("t2"),
    ]);
    expect(thread.messages.map((message) => message.role)).toEqual(["user", "assistant", "user"]);
    expect(thread.messages[1]?.content).toHaveLength(2);
    expect(thread.messages[2]?.content).toHaveLength(2);
    expect(lastTurn(thread)?.steps.map((step) => step.result?.status)).toEqual(["done", "done"]);
  });

  it("counts the usage of a message written in several lines once", () => {
    const usage = {
      operationType: "inference" as const,
      model: "m",
      inputTokens: 10,
      outputTokens: 2,
      cachedInputTokens: 4,
      cacheWriteTokens: 0,
      reasoningTokens: 0,
    };
    const line = (text: string, outputTokens: number): Delta => ({
      v: 1,
      type: "inference:completed",
      message: {
        role: "assistant",
        id: "same",
        content: [{ type: "text", text }],
        stopReason: "end_turn",
        usage: { ...usage, outputTokens },
      },
    });
    const thread = fold([user("go"), line("a", 1), line("b", 5)]);
    expect(thread.usage.inference).toMatchObject({ calls: 1, inputTokens: 10, outputTokens: 5, unpriced: 1 });
  });

  it("counts edits that succeeded, also by shell, and not those that failed", () => {
    const thread = fold([
      user("go"),
      call("1", "t1", "Edit", { file_path: "a.ts", old_string: "x", new_string: "y" }),
      result("t1"),
      call("2", "t2", "Edit", { file_path: "a.ts", old_string: "x", new_string: "y" }),
      result("t2", "String to replace not found", "error"),
      call("3", "t3", "Bash", { command: "sed -i 's/a/b/' b.ts" }),
      result("t3", "", "running"),
      result("t3"),
      call("4", "t4", "Bash", { command: "ls" }),
      result("t4"),
    ]);
    expect(lastTurn(thread)).toMatchObject({ toolCalls: 4, edits: 2 });
    expect(thread.pending.size).toBe(0);
  });

  it("drops a result without a call and says so by a count", () => {
    const thread = fold([user("go"), result("nobody")]);
    expect(thread).toMatchObject({ dropped: 1, stepCount: 0 });
  });

  it("puts a queued message into the thread when it is dequeued", () => {
    const thread = fold([
      user("go"),
      { v: 1, type: "user:message-queue:enqueue", id: "q1", text: "later" },
      { v: 1, type: "user:message-queue:edit", id: "q1", text: "later, better" },
      { v: 1, type: "user:message-queue:enqueue", id: "q2", text: "never mind" },
      { v: 1, type: "user:message-queue:remove", id: "q2" },
      say("a", "done"),
      { v: 1, type: "user:message-queue:dequeue", id: "q1" },
    ]);
    expect(thread.queue).toEqual([]);
    expect(requestText(thread, lastTurn(thread)!)).toBe("later, better");
  });

  it("stays linear however often a transcript repeats one message id", () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => call("same", `t${index}`, "Read", {}));
    const thread = fold([user("go"), ...lines]);
    expect(thread.stepCount).toBe(20_000);
    expect(Math.max(...thread.messages.map((message) => message.content.length))).toBeLessThanOrEqual(256);
  });
});

describe("what runs in the background", () => {
  const started = [
    user("Test it."),
    call("a", "t1", "Bash", { command: "npm test" }),
    result("t1", "Command running in background with ID: b7", "background"),
    say("b", "They are running."),
  ];
  const told = (status: "background" | "error", output: string, exitCode?: number): Delta => ({
    v: 1,
    type: "tool:data",
    toolUseId: "t1",
    status,
    output,
    later: true,
    ...(exitCode !== undefined && { exitCode }),
  });
  const ended = told("error", "1 failed", 1);
  const result1 = (deltas: readonly Delta[]) => fold(deltas).turns[0]?.steps[0]?.result;

  it("its step tells how it ended and all that it printed; the message keeps what the agent saw then", () => {
    const deltas = [...started, told("background", "running t2"), call("c", "t2", "BashOutput", {}), ended];
    const thread = fold(deltas);
    expect(thread.turns[0]?.steps[0]).toMatchObject({
      result: { status: "error", exitCode: 1, output: expect.stringMatching(/b7\nrunning t2\n1 failed$/) },
      endShownAt: 2,
    });
    expect(thread.dropped).toBe(0);
    expect(JSON.stringify(thread.messages)).not.toContain("1 failed");
  });

  it("is told an end once, and none where it was not left running", () => {
    expect(result1([...started, ended, told("error", "again", 2)])).toMatchObject({ exitCode: 1 });
    const done = [user("Test it."), call("a", "t1", "Bash", { command: "npm test" }), result("t1", "ok"), ended];
    expect(result1(done)).toMatchObject({ status: "done", output: "ok" });
  });

  it("stays open for a turn that was over when it ended", () => {
    const later = [...started, user("Thanks."), say("c", "Welcome."), ended];
    expect(result1(later)).not.toHaveProperty("exitCode");
    expect(fold(later).dropped).toBe(0);
  });
});

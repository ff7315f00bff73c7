import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyDelta } from "../../test/support/any-delta.ts";
import { ThreadBuilder } from "../../test/support/thread-builder.ts";
import type { Delta } from "./delta.ts";
import { fold, startFold } from "./reducer.ts";
import type { Thread, Turn } from "./thread.ts";
import { messagesOf } from "./turns.ts";

function turns(count: number): readonly Delta[] {
  const builder = new ThreadBuilder().started("/repo");
  for (let index = 1; index <= count; index += 1) {
    builder.user(`ask ${index}`).edit(`src/${index}.ts`, "old", "new").bash("npm test").close(`done ${index}`);
    builder.witnessed({});
  }
  return builder.deltas();
}

describe("forgetting finished turns", () => {
  it("lets go of their messages, inputs and outputs, and keeps their counts", () => {
    const growing = startFold();
    growing.add(turns(4));
    growing.forget(1);
    const { thread } = growing;
    expect(thread.turns.map((turn) => [turn.number, turn.toolCalls, turn.edits, turn.outcome])).toEqual([
      [1, 2, 1, "ended"],
      [2, 2, 1, "ended"],
      [3, 2, 1, "ended"],
      [4, 2, 1, "ended"],
    ]);
    expect(JSON.stringify(thread)).not.toMatch(/ask [123]|src\/[123]/);
    expect(thread.messages).toHaveLength(thread.turns[3]!.end);
  });

  it("leaves the turns it keeps as they were, only further to the front", () => {
    const whole = fold(turns(3));
    const growing = startFold();
    growing.add(turns(3));
    growing.forget(2);
    for (const index of [1, 2]) {
      const [kept, old] = [growing.thread.turns[index]!, whole.turns[index]!];
      expect(messagesOf(growing.thread, kept)).toEqual(messagesOf(whole, old));
      expect(kept.steps.map(standing)).toEqual(old.steps.map(standing));
      for (const step of kept.steps) {
        expect(growing.thread.messages[step.messageIndex]?.content).toMatchObject([{ id: step.toolUseId }]);
      }
      expect(kept.witnessed.map(({ messageIndex }) => messageIndex)).toEqual([kept.end]);
    }
  });

  it("says which turn stands for which", () => {
    const growing = startFold();
    growing.add(turns(3));
    const before = [...growing.thread.turns];
    const replaced = growing.forget(1);
    expect(replaced.map(([old]) => old)).toEqual(before);
    expect(replaced.map(([, now]) => now)).toEqual(growing.thread.turns);
    expect(growing.forget(1)).toEqual([]);
  });

  it("does not touch the thread it started from", () => {
    const whole = fold(turns(3));
    const copy = structuredClone(whole);
    startFold(whole).forget(1);
    expect(whole).toEqual(copy);
  });

  it("takes no result for a call that was forgotten", () => {
    const growing = startFold();
    growing.add([
      ...new ThreadBuilder().user("a").call("Bash", { command: "sleep 9" }, { status: "running" }).deltas(),
    ]);
    growing.add(turns(2));
    growing.forget(1);
    const dropped = growing.thread.dropped;
    growing.add([{ v: 1, type: "tool:data", toolUseId: "call-2", status: "done", output: "late" }]);
    expect(growing.thread.dropped).toBe(dropped + 1);
  });

  it("makes no difference to what comes after, whatever comes and whenever it is done", () => {
    const late = new Set<Delta["type"]>(["thread:rewound", "tool:data"]);
    const deltas = fc.array(
      anyDelta.filter((delta) => !late.has(delta.type)),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(deltas, fc.integer({ min: 1, max: 3 })), { maxLength: 6 }), (rounds) => {
        const growing = startFold();
        for (const [given, keep] of rounds) {
          growing.add(given);
          growing.forget(keep);
        }
        const whole = fold(rounds.flatMap(([given]) => given));
        expect(growing.thread.turns.map(counts)).toEqual(whole.turns.map(counts));
        expect(growing.thread.stepCount).toBe(whole.stepCount);
        expect(growing.thread.usage).toEqual(whole.usage);
        expect(lastMessages(growing.thread)).toEqual(lastMessages(whole));
      }),
      { numRuns: 300 },
    );
  });
});

function standing(step: Turn["steps"][number]): unknown {
  return { ...step, messageIndex: "anywhere" };
}

function counts({ number, toolCalls, corrections, answered, outcome }: Turn): unknown {
  return { number, toolCalls, corrections, answered, outcome };
}

function lastMessages(thread: Thread): unknown {
  const turn = thread.turns.at(-1);
  return turn && messagesOf(thread, turn);
}

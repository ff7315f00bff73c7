import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyDeltas } from "../../test/support/any-delta.ts";
import { growth, MORE_THAN_ITS_INPUT } from "../../test/support/growth.ts";
import type { Delta } from "./delta.ts";
import { fold, reduce } from "./reducer.ts";
import type { Thread } from "./thread.ts";

const user = (text: string): Delta => ({
  v: 1,
  type: "user:message",
  message: { role: "user", id: text, source: { type: "user" }, content: [{ type: "text", text }] },
});
const say = (id: string): Delta => ({
  v: 1,
  type: "inference:completed",
  message: { role: "assistant", id, content: [{ type: "text", text: id }], stopReason: "end_turn" },
});
const calls = (id: string, ...toolUseIds: string[]): Delta => ({
  v: 1,
  type: "inference:completed",
  message: {
    role: "assistant",
    id,
    content: toolUseIds.map((toolUseId) => ({
      type: "tool_use",
      id: toolUseId,
      name: "Write",
      input: { file_path: `${toolUseId}.ts`, content: "x" },
    })),
    stopReason: "tool_use",
  },
});
const result = (toolUseId: string): Delta => ({ v: 1, type: "tool:data", toolUseId, status: "done", output: "ok" });
const back = (to: string | null): Delta => ({ v: 1, type: "thread:rewound", to });

const first = [user("first"), calls("a", "t1", "t2"), result("t1"), result("t2"), say("b")];
const second = [user("second"), calls("c", "t3"), result("t3"), say("d")];

const correct = (text: string): Delta => ({
  v: 1,
  type: "course-correction",
  message: { role: "user", id: text, source: { type: "course-correction" }, content: [{ type: "text", text }] },
  verdict: { verdict: "correct", category: null, message: text },
  usage: [],
});
const note = (text: string, type: "host" | "hook" | "queue"): Delta => ({
  v: 1,
  type: "user:message",
  message: { role: "user", id: text, source: { type }, content: [{ type: "text", text }] },
});
const look = (id: string): Delta => ({
  v: 1,
  type: "inference:completed",
  message: {
    role: "assistant",
    id,
    content: [{ type: "tool_use", id: `${id}-read`, name: "Read", input: { file_path: "a.ts" } }],
    stopReason: "tool_use",
  },
});

const conversation = fc
  .array(fc.constantFrom("user", "say", "work", "look", "unanswered", "correct", "host", "hook", "queue"), {
    maxLength: 14,
  })
  .map((kinds) =>
    ["user", ...kinds].flatMap((kind, index): Delta[] => {
      const id = `${kind}-${index}`;
      switch (kind) {
        case "user":
          return [user(id)];
        case "say":
          return [say(id)];
        case "work":
          return [calls(id, `${id}-1`, `${id}-2`), result(`${id}-1`), result(`${id}-2`)];
        case "look":
          return [look(id), result(`${id}-read`)];
        case "unanswered":
          return [calls(id, `${id}-1`)];
        case "correct":
          return [correct(id)];
        default:
          return [note(id, kind as "host" | "hook" | "queue")];
      }
    }),
  );

/** What one goes back to, to be right behind a delta. */
function placeOf(delta: Delta): string | undefined {
  if (delta.type === "tool:data") return delta.toolUseId;
  return "message" in delta && typeof delta.message === "object" ? delta.message.id : undefined;
}

/** All that going back is to leave as it was then. */
function told({ messages, turns, stepCount, pending, corrections }: Thread) {
  return { messages, turns, stepCount, pending, corrections };
}

describe("going back", () => {
  it("leaves the thread as if what came after had never been said", () => {
    expect(fold([...first, ...second, back("b")])).toEqual(fold(first));
  });

  it("does so wherever it goes back to, in whatever was said and done", () => {
    fc.assert(
      fc.property(conversation, (deltas) => {
        const all = fold(deltas);
        for (const [index, delta] of deltas.entries()) {
          const to = placeOf(delta);
          if (to === undefined) continue;
          expect(told(reduce(all, back(to)))).toEqual(told(fold(deltas.slice(0, index + 1))));
        }
      }),
    );
  });

  it("costs no more than what is taken back, however much was said before", () => {
    const said = Array.from({ length: 12_000 }, (_, each) =>
      each % 3 === 2 ? back(`ask ${each - 2}`) : user(`ask ${each}`),
    );
    expect(growth(said, (part) => fold(part))).toBeLessThan(MORE_THAN_ITS_INPUT);
  });

  it("to the beginning leaves nothing to do and nothing open", () => {
    const thread = fold([...first, calls("e", "t4"), back(null)]);
    expect(thread).toMatchObject({ messages: [], turns: [], stepCount: 0, dropped: 0 });
    expect(thread.pending.size).toBe(0);
  });

  it("into a turn keeps what was done until there and opens it again", () => {
    const thread = fold([...first, ...second, back("t3")]);
    expect(thread.turns[1]).toMatchObject({ toolCalls: 1, edits: 1, outcome: "open", answered: true });
    expect(thread.messages.at(-1)?.content).toMatchObject([{ toolUseId: "t3" }]);
  });

  it("between two results of one message leaves the later call open", () => {
    const thread = fold([...first, back("t1")]);
    expect(thread.turns[0]).toMatchObject({ toolCalls: 2, edits: 1 });
    expect([...thread.pending.keys()]).toEqual(["t2"]);
    expect(fold([result("t2")], thread).turns[0]).toMatchObject({ edits: 2 });
  });

  it("goes on in a new turn with the numbers that follow", () => {
    const thread = fold([...first, ...second, back("b"), user("other"), calls("f", "t5")]);
    expect(thread.turns.map((turn) => turn.number)).toEqual([1, 2]);
    expect(thread.turns[1]?.steps[0]?.number).toBe(3);
  });

  it("to a message that is not there changes nothing and is counted", () => {
    expect(fold([...first, back("nowhere")])).toEqual({ ...fold(first), dropped: 1 });
  });

  it("keeps the books: turns, steps and open calls agree with the messages that are left", () => {
    fc.assert(
      fc.property(anyDeltas, fc.nat(), anyDeltas, (deltas, pick, more) => {
        const before = fold(deltas);
        const target = before.messages[pick % Math.max(before.messages.length, 1)]?.id ?? null;
        const thread = fold(more, reduce(before, back(target)));
        for (const turn of thread.turns) {
          expect(turn.end).toBeLessThanOrEqual(thread.messages.length);
          expect(turn.steps.length).toBe(turn.toolCalls);
          for (const step of turn.steps) expect(step.messageIndex).toBeLessThan(turn.end);
        }
        for (const [id, place] of thread.pending) {
          expect(thread.turns[place.turn]?.steps[place.step]?.toolUseId).toBe(id);
        }
        const numbers = thread.turns.flatMap((turn) => turn.steps.map((step) => step.number));
        expect(new Set(numbers).size).toBe(numbers.length);
      }),
    );
  });
});

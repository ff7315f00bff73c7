import * as z from "zod/mini";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { growth, MORE_THAN_ITS_INPUT } from "../../../test/support/growth.ts";
import type { Delta } from "../../thread/delta.ts";
import { fold } from "../../thread/reducer.ts";
import { usageOf } from "./deltas.ts";
import { type MessageNow, notePlace, Ledger, ledgerOf, takeBack, tellMessage, tellResult } from "./ledger.ts";
import { done } from "./tool-outcome.ts";

type Answer = MessageNow & { role: "assistant" };

const user = (id: string): MessageNow => ({
  role: "user",
  id,
  at: undefined,
  source: "user",
  content: [{ type: "text", text: `ask ${id}` }],
});

function answer(id: string, text: string, calls: readonly (readonly [string, string?])[]): Answer {
  return {
    role: "assistant",
    id,
    at: undefined,
    content: text === "" ? [] : [{ type: "text", text }],
    calls: calls.map(([call, output]) => ({
      id: `${id}-${call}`,
      name: "Bash",
      input: { command: call },
      outcome: output === undefined ? undefined : done(output),
    })),
    stopReason: calls.length > 0 ? "tool_use" : text === "" ? "tool_use" : "end_turn",
  };
}

/** A message from its first version to its last: words grow or change, calls are added, results come in. */
const versions = fc
  .record({
    words: fc
      .tuple(fc.constantFrom("", "so"), fc.array(fc.string({ minLength: 1, maxLength: 6 }), { maxLength: 3 }))
      .map(([first, more]) => [first, ...more]),
    calls: fc.array(fc.string({ maxLength: 4 }), { maxLength: 3 }),
  })
  .map(({ words, calls }) => (id: string): Answer[] => {
    const last = words.at(-1) ?? "";
    const named = calls.map((output, index) => [`c${index}`, output] as const);
    return [
      ...words.map((text) => answer(id, text, [])),
      answer(
        id,
        last,
        named.map(([call]) => [call]),
      ),
      ...named.map((_, index) =>
        answer(
          id,
          last,
          named.map(([call, output], at) => (at <= index ? [call, output] : [call])),
        ),
      ),
    ];
  });

describe("the ledger", () => {
  test("tells a conversation written in many versions as one written once", () => {
    fc.assert(
      fc.property(fc.array(versions, { minLength: 1, maxLength: 5 }), fc.boolean(), (messages, stored) => {
        const all = messages.flatMap((write, index) => [[user(`u${index}`)], write(`a${index}`)]);
        const grown = told(all.flat(), stored);
        const once = told(
          all.flatMap((list) => list.slice(-1)),
          stored,
        );
        expect(shape(grown)).toEqual(shape(once));
      }),
    );
  });

  test("tells nothing of what it has told, whole conversations included", () => {
    fc.assert(
      fc.property(fc.array(versions, { minLength: 1, maxLength: 4 }), (messages) => {
        const ledger = ledgerOf();
        const final = messages.flatMap((write, index) => [user(`u${index}`), ...write(`a${index}`).slice(-1)]);
        for (const message of final) tellMessage(ledger, message);
        expect(final.flatMap((message) => tellMessage(ledger, message))).toEqual([]);
      }),
    );
  });

  test.each([
    ["with the first version", [true, true, true]],
    ["when it is known", [false, false, true]],
    ["before the words change", [false, true, false]],
  ])("counts a message once, %s", (_when, counted) => {
    const texts = ["one", "one", "two"];
    const usage = usageOf("m", { input: 7, output: 3 });
    const deltas = told(
      texts.map((text, index) => ({ ...answer("a", text, []), ...(counted[index] ? { usage } : {}) })),
      true,
    );
    expect(fold(deltas).usage.inference).toMatchObject({ calls: 1, inputTokens: 7, outputTokens: 3 });
  });

  test("tells again why a message ended when only that has changed", () => {
    const ledger = ledgerOf();
    tellMessage(ledger, { ...answer("a", "x", []), stopReason: "tool_use" });
    const [delta, ...more] = tellMessage(ledger, { ...answer("a", "x", []), stopReason: "max_tokens" });
    expect(delta).toMatchObject({
      type: "inference:completed",
      message: { id: "a", content: [], stopReason: "max_tokens" },
    });
    expect(more).toEqual([]);
  });

  test("waits for the end of a call that is still running", () => {
    const ledger = ledgerOf();
    tellMessage(ledger, answer("a", "", [["c"]]));
    expect(tellResult(ledger, "a-c", { status: "running", output: "" }, undefined)).toEqual([]);
    expect(tellResult(ledger, "a-c", done("ok"), undefined)).toMatchObject([{ toolUseId: "a-c", output: "ok" }]);
  });

  test("settles the call that is meant, in whatever order they end", () => {
    const ledger = ledgerOf();
    tellMessage(ledger, answer("a", "", [["c"], ["d"]]));
    expect(tellResult(ledger, "a-d", done("later one"), undefined)).toMatchObject([{ toolUseId: "a-d" }]);
    expect([...ledger.open.keys()]).toEqual(["a-c"]);
    expect(tellResult(ledger, "a-c", done("first one"), undefined)).toMatchObject([{ toolUseId: "a-c" }]);
  });

  test("keeps the place of a record that says nothing, once, and takes nothing back with it alone", () => {
    const ledger = ledgerOf();
    tellMessage(ledger, user("u"));
    expect(notePlace(ledger, "note", 3)).toBe(true);
    expect(notePlace(ledger, "note", 3)).toBe(false);
    expect(takeBack(throughJson(ledger), "note", undefined)).toEqual([]);
    tellMessage(ledger, answer("a", "x", []));
    expect(takeBack(throughJson(ledger), "note", undefined)).toMatchObject([{ type: "thread:rewound", to: "u" }]);
    for (const id of ["n1", "n2"]) notePlace(ledger, id, 3);
    expect([...ledger.entries.keys()]).toEqual(["a", "n1", "n2"]);
  });

  test("leaves words alone that changed after something else was said", () => {
    const ledger = ledgerOf();
    const deltas = [answer("a", "first", []), user("u"), answer("a", "second", [])].flatMap((message) =>
      tellMessage(ledger, message),
    );
    expect(deltas.map((delta) => delta.type)).toEqual(["inference:completed", "user:message"]);
  });

  test("settles a call once, by a result of its own", () => {
    const ledger = ledgerOf();
    tellMessage(ledger, answer("a", "", [["c"]]));
    expect(tellResult(ledger, "a-c", done("ok"), undefined)).toHaveLength(1);
    expect(tellResult(ledger, "a-c", done("ok"), undefined)).toEqual([]);
    expect(tellResult(ledger, "nobody", done("ok"), undefined)).toEqual([]);
  });

  test("goes back to the last result before a message, and to the beginning before the first", () => {
    const ledger = ledgerOf();
    for (const message of [user("u"), answer("a", "x", [["c", "ok"]]), answer("b", "y", [])])
      tellMessage(ledger, message);
    expect(takeBack(ledger, "b", undefined)).toMatchObject([{ type: "thread:rewound", to: "a-c" }]);
    expect(takeBack(ledger, "b", undefined)).toEqual([]);
    expect(takeBack(ledger, "u", undefined)).toMatchObject([{ to: null }]);
  });

  test("knows nothing more of what was taken back, and what stands before it is the newest", () => {
    const ledger = ledgerOf();
    for (const message of [user("u"), answer("a", "x", [])]) tellMessage(ledger, message);
    notePlace(ledger, "note");
    tellMessage(ledger, answer("b", "y", [["c"]]));
    expect(takeBack(ledger, "b", undefined)).toMatchObject([{ type: "thread:rewound", to: "a" }]);
    expect(tellResult(ledger, "b-c", done("late"), undefined)).toEqual([]);
    takeBack(ledger, "note", undefined);
    expect(tellMessage(ledger, answer("a", "other words", []))).toMatchObject([
      { type: "thread:rewound", to: "u" },
      {},
    ]);
  });

  test("takes no words back for a version without any, nor for other words once something came after them", () => {
    const ledger = ledgerOf();
    tellMessage(ledger, answer("a", "so", []));
    expect(tellMessage(ledger, { ...answer("a", "", []), stopReason: "end_turn" })).toEqual([]);
    notePlace(ledger, "note");
    expect(tellMessage(ledger, answer("a", "other words", []))).toEqual([]);
    expect(throughJson(ledger).told?.id).toBe("a");
  });

  test("remembers no more messages than it may", () => {
    const ledger = ledgerOf();
    for (let index = 0; index < 50; index += 1) tellMessage(ledger, answer(`a${index}`, "x", [["c"]]), 10);
    expect(ledger.entries.size).toBe(10);
    expect(ledger.open.size).toBe(10);
  });

  test("costs no more than its length where one message grows by thousands of calls", () => {
    const grown = Array.from({ length: 6_000 }, (_, each) => answer("a", "x", [[`c${each}`, "ok"]]));
    const tell = (part: readonly Answer[]): void => {
      const ledger = ledgerOf();
      for (const version of part) tellMessage(ledger, version);
    };
    expect(growth(grown, tell)).toBeLessThan(MORE_THAN_ITS_INPUT);
  });
});

function told(messages: readonly MessageNow[], stored: boolean): Delta[] {
  let ledger = ledgerOf();
  return messages.flatMap((message) => {
    if (stored) ledger = throughJson(ledger);
    return tellMessage(ledger, message);
  });
}

function throughJson(ledger: Ledger): Ledger {
  return z.parse(Ledger, JSON.parse(JSON.stringify(z.encode(Ledger, ledger))));
}

function shape(deltas: readonly Delta[]): unknown {
  const thread = fold(deltas);
  return {
    messages: thread.messages.map((message) => ({ id: message.id, content: message.content })),
    turns: thread.turns.map(({ toolCalls, outcome }) => ({ toolCalls, outcome })),
    results: thread.turns.flatMap((turn) => turn.steps.map((step) => step.result?.output)),
    dropped: thread.dropped,
  };
}

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CorrectorParts } from "../corrector.ts";
import { createEvidenceJudge } from "../evidence/judge.ts";
import { createMemoryStore } from "../store/memory.ts";
import type { Delta } from "../thread/delta.ts";
import { fold } from "../thread/reducer.ts";
import { relentless } from "../../test/support/relentless.ts";
import { createRememberingCorrector } from "./remembering-corrector.ts";

const REQUEST = "Fix the off-by-one error in src/page.ts and run the tests.";
const edit = (round: string) => ({ path: "src/page.ts", oldText: "=> n;", newText: `=> n - ${round};` });

function correctorOn(store: CorrectorParts["store"], evidence = relentless()) {
  return createRememberingCorrector({ gate: { minToolCalls: 1 }, evidence, store });
}

/** How a program writes its conversation: the person's words, and a step of the agent with its last words. */
interface Shape {
  readonly person: (text: string, id: string) => unknown;
  readonly work: (round: string) => readonly unknown[];
}
const call = (id: string) => ({ toolCallId: id, toolName: "edit_file", input: edit(id) });
const SHAPES: Readonly<Record<string, Shape>> = {
  "messages of the AI SDK for a model": {
    person: (text) => ({ role: "user", content: [{ type: "text", text }] }),
    work: (round) => [
      { role: "assistant", content: [{ type: "tool-call", ...call(round) }] },
      { role: "tool", content: [{ type: "tool-result", ...call(round), output: { type: "text", value: "edited" } }] },
      { role: "assistant", content: `Fixed in ${round}. All tests pass.` },
    ],
  },
  "messages of the AI SDK for an interface, named anew each time": {
    person: (text, id) => ({ id, role: "user", parts: [{ type: "text", text }] }),
    work: (round) => [
      {
        id: `a${round}`,
        role: "assistant",
        parts: [
          {
            type: "tool-edit_file",
            toolCallId: round,
            state: "output-available",
            input: edit(round),
            output: "edited",
          },
          { type: "text", text: `Fixed in ${round}. All tests pass.` },
        ],
      },
    ],
  },
  "messages of OpenAI's chat API": {
    person: (content) => ({ role: "user", content }),
    work: (round) => [
      {
        role: "assistant",
        content: null,
        tool_calls: [
          { id: round, type: "function", function: { name: "edit_file", arguments: JSON.stringify(edit(round)) } },
        ],
      },
      { role: "tool", tool_call_id: round, content: "edited" },
      { role: "assistant", content: `Fixed in ${round}. All tests pass.` },
    ],
  },
  "items of OpenAI's responses API": {
    person: (text) => ({ role: "user", content: [{ type: "input_text", text }] }),
    work: (round) => [
      { type: "function_call", call_id: round, name: "edit_file", arguments: JSON.stringify(edit(round)) },
      { type: "function_call_output", call_id: round, output: "edited" },
      {
        type: "message",
        role: "assistant",
        content: [{ type: "output_text", text: `Fixed in ${round}. All tests pass.` }],
      },
    ],
  },
  "messages of Anthropic": {
    person: (content) => ({ role: "user", content }),
    work: (round) => [
      { role: "assistant", content: [{ type: "tool_use", id: round, name: "edit_file", input: edit(round) }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: round, content: "edited" }] },
      { role: "assistant", content: [{ type: "text", text: `Fixed in ${round}. All tests pass.` }] },
    ],
  },
};

describe("a conversation that comes back as an array", () => {
  it.each(Object.entries(SHAPES))("is corrected no more often than the guard lets: %s", async (_, shape) => {
    const store = createMemoryStore();
    const judge = relentless();
    const messages = [shape.person(REQUEST, "u")];
    const said: (string | null)[] = [];
    for (let round = 1; round <= 12; round += 1) {
      messages.push(...shape.work(`round${round}`));
      // Each time another process: only the store knows what was said.
      const { inject, verdict } = await correctorOn(store, judge).assessMessages(messages, { threadId: "t" });
      if (inject) said.push(verdict.message);
      if (inject) messages.push(shape.person(verdict.message ?? "", `c${round}`));
    }
    expect(said).toHaveLength(2);
    // The person asks for something else, and it counts anew.
    messages.push(shape.person("Now do the same in src/list.ts.", "v"), ...shape.work("more"));
    const next = await correctorOn(store, judge).assessMessages(messages, { threadId: "t" });
    expect(next).toMatchObject({ turn: 2, inject: true });
  });

  it("is corrected no more often where a program puts in also what was not to be said", async () => {
    const { person, work } = SHAPES["messages of the AI SDK for a model"]!;
    const corrector = correctorOn(createMemoryStore());
    const messages = [person(REQUEST, "u")];
    let said = 0;
    for (let round = 1; round <= 40; round += 1) {
      messages.push(...work(`round${round}`));
      const { inject, verdict } = await corrector.assessMessages(messages, { threadId: "t" });
      if (inject) said += 1;
      messages.push(person(verdict.message ?? "", ""));
    }
    expect(said).toBe(2);
  });

  it("is corrected with proof, and once for the same thing", async () => {
    const { person, work } = SHAPES["messages of OpenAI's chat API"]!;
    const corrector = correctorOn(createMemoryStore(), createEvidenceJudge());
    const messages = [person(REQUEST, "u")];
    const injected: boolean[] = [];
    for (let round = 1; round <= 12; round += 1) {
      messages.push(...work(`round${round}`));
      const { inject, verdict } = await corrector.assessMessages(messages, { threadId: "t" });
      expect(verdict).toMatchObject({ verdict: "correct", judge: "evidence" });
      injected.push(inject);
      messages.push(person(verdict.message ?? "", `c${round}`));
    }
    expect(injected).toEqual([true, ...Array.from({ length: 11 }, () => false)]);
  });

  it.each<[string, (messages: readonly unknown[]) => readonly unknown[]]>([
    ["its beginning is cut off", (messages) => messages.slice(-4)],
    [
      "its beginning is summed up",
      (messages) => [{ role: "user", content: `Summary of ${messages.length}.` }, ...messages.slice(-4)],
    ],
    ["our words are wrapped", (messages) => messages.map(wrapped)],
    [
      "others' messages stand between",
      (messages) => [null, 7, { role: "system", content: "x" }, {}, ...messages, "end"],
    ],
  ])("is corrected no more often when %s", async (_, changed) => {
    const { person, work } = SHAPES["messages of OpenAI's chat API"]!;
    const corrector = correctorOn(createMemoryStore());
    const messages = [person(REQUEST, "u")];
    let said = 0;
    for (let round = 1; round <= 12; round += 1) {
      messages.push(...work(`round${round}`));
      const given = round === 1 ? messages : changed(messages);
      const { inject, verdict } = await corrector.assessMessages(given, { threadId: "t" });
      if (!inject) break;
      said += 1;
      messages.push(person(verdict.message ?? "", ""));
    }
    expect(said).toBe(2);
  });

  it("counts apart from another one that begins alike", async () => {
    const { person, work } = SHAPES["messages of Anthropic"]!;
    const corrector = correctorOn(createMemoryStore());
    const injected: boolean[] = [];
    const messages = [person(REQUEST, "u")];
    for (const threadId of ["a", "a", "a", "b"]) {
      messages.push(...work(`${messages.length}`));
      injected.push((await corrector.assessMessages(messages, { threadId })).inject);
    }
    expect(injected).toEqual([true, true, false, true]);
  });
});

function wrapped(message: unknown): unknown {
  const text = JSON.stringify(message);
  return text.includes("is gamma")
    ? { role: "user", content: `<review>\n${JSON.parse(text).content}\n</review>` }
    : message;
}

describe("a thread that a program folds itself", () => {
  it("is corrected no more often when our words come back as the person's", async () => {
    const store = createMemoryStore();
    const judge = relentless();
    const log: Delta[] = [{ v: 1, type: "thread:started", threadId: "t", host: "own" }, user(REQUEST)];
    let said = 0;
    for (let round = 1; round <= 12; round += 1) {
      const input = { path: "a.ts", oldText: "a", newText: `b${round}` };
      log.push(assistant([{ type: "tool_use", id: `${round}`, name: "edit_file", input }], "tool_use"));
      log.push({ v: 1, type: "tool:data", toolUseId: `${round}`, status: "done", output: "edited" });
      log.push(assistant([{ type: "text", text: `Fixed ${round}.` }], "end_turn"));
      const { inject, verdict } = await correctorOn(store, judge).assess(fold(log));
      if (inject) said += 1;
      if (inject) log.push(user(verdict.message ?? ""));
    }
    expect(said).toBe(2);
  });
});

let ids = 0;
function user(text: string): Delta {
  const content = [{ type: "text" as const, text }];
  return {
    v: 1,
    type: "user:message",
    message: { role: "user", id: `${(ids += 1)}`, source: { type: "user" }, content },
  };
}
type Said = Extract<Delta, { type: "inference:completed" }>["message"];
function assistant(content: Said["content"], stopReason: Said["stopReason"]): Delta {
  return {
    v: 1,
    type: "inference:completed",
    message: { role: "assistant", id: `${(ids += 1)}`, content, stopReason },
  };
}

describe("whatever the array holds", () => {
  const cyclic: Record<string, unknown> = { role: "user" };
  cyclic["content"] = [cyclic];
  const revoked = Proxy.revocable([], {});
  revoked.revoke();
  const unspeakable = {
    get role() {
      throw Object.create(null);
    },
  };
  let deep: unknown = "a";
  for (let level = 0; level < 100_000; level += 1) deep = [deep];

  it.each<[string, unknown]>([
    ["a cycle", [cyclic]],
    ["a revoked proxy", revoked.proxy],
    ["a revoked proxy inside", [revoked.proxy]],
    ["a field that throws what has no words", [unspeakable]],
    ["lists without end", [{ role: "user", content: deep }]],
    ["no array", "hello"],
    ["nothing", undefined],
  ])("%s ends as unchecked, with a reason", async (_, messages) => {
    const decision = await correctorOn(createMemoryStore()).assessMessages(messages, { threadId: "t" });
    expect(decision).toMatchObject({ inject: false, verdict: { verdict: "unchecked", message: null } });
    expect(decision.verdict.reason).toMatch(/^it failed: ./);
  });

  it.each<[string, unknown]>([
    ["no options", undefined],
    ["no thread", {}],
    ["a thread without a name", { threadId: "" }],
  ])("and whoever calls: %s", async (_, options) => {
    const decision = await correctorOn(createMemoryStore()).assessMessages([], options as never);
    expect(decision).toMatchObject({ inject: false, verdict: { verdict: "unchecked" } });
  });

  it("nothing is thrown and nothing changed", async () => {
    const field = fc.oneof(
      fc.constantFrom(
        "user",
        "assistant",
        "tool",
        "text",
        "tool-call",
        "tool_use",
        "tool_result",
        "function_call",
        "c",
      ),
      fc.anything({
        withBigInt: true,
        withDate: true,
        withTypedArray: true,
        withSparseArray: true,
        withNullPrototype: true,
      }),
    );
    const keys = [
      "role",
      "content",
      "parts",
      "type",
      "text",
      "id",
      "toolCallId",
      "toolName",
      "input",
      "output",
      "tool_calls",
    ];
    const block = fc.record(Object.fromEntries(keys.map((key) => [key, field])), { requiredKeys: [] });
    const message = fc.oneof(
      fc.anything(),
      fc.record(
        { role: field, content: fc.oneof(field, fc.array(block)), parts: fc.array(block) },
        { requiredKeys: ["role"] },
      ),
    );
    const corrector = correctorOn(createMemoryStore());
    await fc.assert(
      fc.asyncProperty(fc.array(message), async (messages) => {
        const before = fc.stringify(messages);
        const decision = await corrector.assessMessages(messages, { threadId: "t" });
        expect(["ok", "correct", "blocked", "unchecked"]).toContain(decision.verdict.verdict);
        expect(fc.stringify(messages)).toBe(before);
      }),
      { numRuns: 100 },
    );
  });

  it("bytes, dates, big numbers and errors in it are no trouble", async () => {
    const messages = [
      {
        role: "user",
        createdAt: new Date(0),
        content: [
          { type: "text", text: REQUEST },
          { type: "image", image: new Uint8Array(9) },
        ],
      },
      { role: "assistant", content: [{ type: "tool-call", ...call("1"), input: { ...edit("1"), size: 1n } }] },
      { role: "tool", content: [{ type: "tool-result", ...call("1"), output: { took: 1n, at: new Date(0) } }] },
      { role: "assistant", content: [{ type: "tool-call", toolCallId: "2", toolName: "look", input: {} }] },
      { role: "tool", content: [{ type: "tool-result", toolCallId: "2", output: new Error("no") }] },
      { role: "assistant", content: "Fixed. All tests pass." },
    ];
    const decision = await correctorOn(createMemoryStore()).assessMessages(messages, { threadId: "t" });
    expect(decision).toMatchObject({ turn: 1, inject: true });
  });

  it("a store that cannot be written says nothing to the agent, and tells the person", async () => {
    const store = { ...createMemoryStore(), readGuard: () => Promise.reject(new Error("disk is gone")) };
    const { person, work } = SHAPES["messages of Anthropic"]!;
    const decision = await correctorOn(store).assessMessages([person(REQUEST, ""), ...work("1")], { threadId: "t" });
    expect(decision).toMatchObject({ inject: false, verdict: { verdict: "correct" } });
    expect(decision.tell).toContain("disk is gone");
  });
});

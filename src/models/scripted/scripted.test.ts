import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { virtualClock } from "../../../test/support/virtual-clock.ts";
import { describeError } from "../../text/errors.ts";
import type { AssistantMessage, Message, SourceType, ToolResult, UserMessage } from "../../thread/message.ts";
import { FAILURE_CODES, isRetryable } from "../failure.ts";
import type { InferenceEvent, Model } from "../model.ts";
import { createModel } from "../providers.ts";
import { createScriptedModel } from "./scripted.ts";

const guide = resolve(import.meta.dirname, "../../../docs/scripted-model.md");
const readFile = { name: "read_file", description: "", schema: z.object({ path: z.string() }) };
const courseCorrect = {
  name: "course_correct",
  description: "",
  schema: z.object({
    needsCorrection: z.boolean(),
    message: z.nullable(z.string()),
    confidence: z.number(),
    steps: z.array(z.int()),
  }),
};

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "cox-script-"));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe("the example in the guide", () => {
  const example = /```jsonc\n([\s\S]*?)```/.exec(readFileSync(guide, "utf8"))?.[1] ?? "";

  it("plays the missed tests, the correction and the answer to it", async () => {
    const model = load(example);
    const thread: Message[] = [says("Fix the parser.")];
    const first = await answer(model, thread);
    expect(first).toMatchObject({
      stopReason: "tool_use",
      content: [
        { type: "text" },
        { type: "tool_use", id: "call_1_1", name: "read_file", input: { path: "src/parser.ts" } },
      ],
    });
    thread.push(first, result({ toolUseId: "call_1_1", status: "done", output: "parse()" }));
    const second = await answer(model, thread);
    expect(second).toMatchObject({
      stopReason: "end_turn",
      content: [{ type: "thinking" }, { type: "text", text: "Done!\n\nAll tests pass." }],
    });
    thread.push(second);
    expect(await decide(model, "the agent says: All tests pass.")).toMatchObject({
      ok: true,
      value: { needsCorrection: true, message: "you never ran the tests, run them" },
      usage: { inputTokens: 1200, outputTokens: 40, cachedInputTokens: 800, cacheWriteTokens: 0, reasoningTokens: 0 },
    });
    thread.push(says("you never ran the tests, run them", "course-correction"));
    expect(await answer(model, thread)).toMatchObject({
      content: [{ type: "text" }, { type: "tool_use", name: "bash" }],
    });
    expect(await decide(model, "[1] ok · run npm test; All tests pass.")).toMatchObject({
      ok: true,
      value: { needsCorrection: false },
    });
  });

  it("takes the other way when the file is not there", async () => {
    const model = load(example);
    const first = await answer(model, [says("Fix the parser.")]);
    const failed = result({ toolUseId: "call_1_1", status: "error", output: "no such file" });
    expect(await answer(model, [says("Fix the parser."), first, failed])).toMatchObject({
      content: [{ type: "text", text: "There is no such file, so I stop here." }],
    });
  });
});

describe("a conversation from a script", () => {
  const three = { turns: [{ say: "one" }, { say: "two" }, { say: "three" }] };

  it("gives each turn once, in order, then says that nothing is left", async () => {
    const model = load(three);
    const thread: Message[] = [says("go")];
    for (const expected of ["one", "two", "three"]) {
      const message = await answer(model, thread);
      expect(message.content).toMatchObject([{ type: "text", text: expected }]);
      thread.push(message, says("next"));
    }
    expect(await collect(model, thread)).toMatchObject([
      { type: "failed", failure: { code: "script", retryable: false } },
    ]);
  });

  it("goes on where it was in a new process, and says again what was never recorded", async () => {
    const first = await answer(load(three, "same.json"), [says("go")]);
    const reloaded = () => load(three, "same.json");
    expect((await answer(reloaded(), [says("go"), first, says("next")])).content).toMatchObject([{ text: "two" }]);
    expect((await answer(reloaded(), [says("go"), first, says("next")])).content).toMatchObject([{ text: "two" }]);
  });

  it("gives every message and call an id of its own", async () => {
    const model = load({ turns: [{ calls: [{ tool: "a" }, { tool: "b" }], repeat: true }] });
    const first = await answer(model, [says("go")]);
    const second = await answer(model, [says("go"), first]);
    const ids = [first, second].flatMap((message) => [
      message.id,
      ...message.content.map((block) => ("id" in block ? block.id : "")),
    ]);
    expect(new Set(ids).size).toBe(6);
  });

  it("streams its text in pieces that add up, letters whole", async () => {
    const say = "Grüße 👋 aus der Datei, die ein Skript ist.";
    const events = await collect(load({ turns: [{ say }], pieceLength: 7 }), [says("go")]);
    const pieces = events.flatMap((event) => (event.type === "text" ? [event.text] : []));
    expect(pieces.join("")).toBe(say);
    expect(pieces.length).toBe(Math.ceil([...new Intl.Segmenter().segment(say)].length / 7));
  });

  it("takes its time on the clock it is given", async () => {
    const clock = virtualClock();
    const model = load(
      { turns: [{ say: "abcdef", delayMs: 2000, pieceDelayMs: 100 }], pieceLength: 2 },
      "slow.json",
      clock,
    );
    await answer(model, [says("go")]);
    expect(clock.now()).toBe(2300);
  });

  it("is over at once when it is cancelled, and keeps what it had said", async () => {
    const cancel = new AbortController();
    const model = load({ turns: [{ say: "abcdef", pieceDelayMs: 60_000 }], pieceLength: 2 });
    const events: InferenceEvent[] = [];
    for await (const event of infer(model, [says("go")], { signal: cancel.signal })) {
      events.push(event);
      setImmediate(() => cancel.abort());
    }
    expect(events).toMatchObject([
      { type: "text", text: "ab" },
      {
        type: "failed",
        failure: { code: "aborted" },
        partial: { stopReason: "aborted", content: [{ type: "text", text: "ab" }] },
      },
    ]);
    expect(
      await answer(load({ turns: [{ say: "abcdef" }] }), [says("go"), partialOf(events), says("again")]),
    ).toMatchObject({
      content: [{ text: "abcdef" }],
    });
  });

  it("keeps to a time limit", async () => {
    const clock = virtualClock();
    const model = load({ turns: [{ say: "late", delayMs: 5000 }] }, "late.json", clock);
    const events: InferenceEvent[] = [];
    for await (const event of infer(model, [says("go")], { settings: { timeoutMs: 1000 } })) events.push(event);
    expect(events).toMatchObject([{ type: "failed", failure: { code: "timeout" } }]);
    expect(clock.now()).toBe(1000);
  });

  it.each(FAILURE_CODES)("fails with %s when it is told to, and retries what may pass", async (code) => {
    const clock = virtualClock();
    const model = load({ turns: [{ fail: code }, { say: "better now" }] }, "fail.json", clock);
    const events = await collect(model, [says("go")]);
    expect(events.map((event) => event.type)).toEqual(
      isRetryable(code) ? ["retrying", "text", "completed"] : ["failed"],
    );
    expect(events[0]).toMatchObject({ failure: { code } });
  });

  it("breaks off in the middle of what it says", async () => {
    const events = await collect(load({ turns: [{ say: "half of", fail: "network" }] }), [says("go")]);
    expect(events).toMatchObject([
      { type: "text", text: "half of" },
      { type: "failed", failure: { code: "network" }, partial: { content: [{ type: "text", text: "half of" }] } },
    ]);
  });
});

describe("conditions on a conversation", () => {
  const call: AssistantMessage = {
    role: "assistant",
    id: "a",
    content: [
      { type: "text", text: "I run it." },
      { type: "tool_use", id: "c", name: "bash", input: {} },
    ],
    stopReason: "tool_use",
  };
  const ran = result({ toolUseId: "c", status: "error", output: "2 failed", exitCode: 1 });
  it.each([
    [{}, true],
    [{ contains: "2 failed" }, true],
    [{ contains: ["go", "I run it."] }, true],
    [{ contains: ["go", "elsewhere"] }, false],
    [{ lastMessageFrom: "tool" }, true],
    [{ lastMessageFrom: "user" }, false],
    [{ lastMessageContains: "failed" }, true],
    [{ lastMessageContains: "go" }, false],
    [{ toolResult: { tool: "bash", status: "error", exitCode: 1, contains: "failed" } }, true],
    [{ toolResult: { tool: "read_file" } }, false],
    [{ toolResult: { status: "done" } }, false],
    [{ toolResult: { exitCode: 2 } }, false],
    [{ toolResult: { contains: "passed" } }, false],
    [{ tool: "read_file" }, true],
    [{ tool: "bash" }, false],
    [{ not: { contains: "2 failed" } }, false],
    [{ any: [{ contains: "elsewhere" }, { contains: "2 failed" }] }, true],
    [{ any: [{ contains: "elsewhere" }] }, false],
  ])("%j holds: %s", async (when, holds) => {
    const model = load({ turns: [{ when, say: "yes" }, { say: "no" }] });
    expect((await answer(model, [says("go"), call, ran])).content).toMatchObject([{ text: holds ? "yes" : "no" }]);
  });
});

describe("decisions from a script", () => {
  const input = { needsCorrection: false, message: null, confidence: 1, steps: [] };

  it("gives a decision as often as it may, then the next", async () => {
    const model = load({ decisions: [{ fail: "rate-limit", times: 2 }, { input }] });
    const outcomes = [
      await decide(model, ""),
      await decide(model, ""),
      await decide(model, ""),
      await decide(model, ""),
    ];
    expect(outcomes.map((decision) => decision.ok)).toEqual([false, false, true, true]);
  });

  it("holds its arguments to the schema like everybody's", async () => {
    const model = load({
      decisions: [{ input: { ...input, confidence: "high" }, usage: { inputTokens: 5, outputTokens: 1 } }],
    });
    expect(await decide(model, "")).toMatchObject({
      ok: false,
      failure: { code: "invalid-arguments" },
      usage: { inputTokens: 5 },
    });
  });

  it("fails where nothing fits", async () => {
    const model = load({ decisions: [{ when: { tool: "handoff" }, input }] });
    expect(await decide(model, "")).toMatchObject({ ok: false, failure: { code: "script" } });
  });

  it.each(FAILURE_CODES)("fails with %s when it is told to", async (code) => {
    expect(await decide(load({ decisions: [{ fail: code }] }), "")).toMatchObject({
      ok: false,
      failure: { code, retryable: isRetryable(code) },
    });
  });

  it("takes its time, keeps to the limit, and is over when cancelled", async () => {
    const clock = virtualClock();
    const slow = load({ decisions: [{ input, delayMs: 2000 }] }, "slow-decision.json", clock);
    expect(await slow.decide?.(question(""))).toMatchObject({ ok: true, durationMs: 2000 });
    expect(await slow.decide?.({ ...question(""), settings: { timeoutMs: 500 } })).toMatchObject({
      ok: false,
      failure: { code: "timeout" },
      durationMs: 500,
    });
    expect(await slow.decide?.({ ...question(""), signal: AbortSignal.abort() })).toMatchObject({
      ok: false,
      failure: { code: "aborted" },
    });
  });
});

describe("a script that is not right", () => {
  it.each([
    ["{", /is not JSON: .*\.$/],
    ['{"turns": [{"say": 7}]}', /: turns\.0\.say: expected string or array\.$/],
    ['{"turn": []}', /is not right: there is no key "turn"\.$/],
    ['{"turns": [{"when": {"contain": "x"}, "say": "y"}]}', /: turns\.0\.when: there is no key "contain"\.$/],
    ['{"turns": [{}]}', /turns\.0 says and calls nothing\.$/],
    ['{"turns": [{"fail": "sometimes"}]}', /: turns\.0\.fail: expected "timeout" or "aborted" or /],
    ['{"decisions": [{}]}', /decisions\.0 has no input\.$/],
  ])("%s is refused with a sentence", (text, sentence) => {
    expect(problemOf(() => load(text))).toMatch(sentence);
  });

  it("says so when the file is not there", () => {
    const path = join(directory, "missing.json");
    expect(problemOf(() => createModel(`scripted/${path}`))).toBe(
      `The script ${path} cannot be read: no such file or directory.`,
    );
  });

  it("reads comments and trailing commas, also where strings look like them", async () => {
    const model = load('// a comment\n{ "turns": [ { "say": "http://a // ,] /* b */", /* c */ }, ], }');
    expect((await answer(model, [says("go")])).content).toMatchObject([{ text: "http://a // ,] /* b */" }]);
  });
});

describe("a script that is no file", () => {
  it("leaves out what has a default, as in a file", async () => {
    const input = { needsCorrection: false, message: null, confidence: 1, steps: [] };
    const model = createScriptedModel("scripted/x", { decisions: [{ input }] });
    expect(await decide(model, "")).toMatchObject({ ok: true, value: input });
    expect(
      await answer(createScriptedModel("scripted/x", { turns: [{ say: "Hello." }] }), [says("Hi.")]),
    ).toMatchObject({ content: [{ type: "text", text: "Hello." }], stopReason: "end_turn" });
  });

  it("that is wrong is refused in words, before it is asked", () => {
    expect(problemOf(() => createScriptedModel("scripted/x", { turns: [{}] }))).toBe(
      "The script scripted/x is not right: turns.0 says and calls nothing.",
    );
    const misspelt: object = { turn: [] };
    expect(problemOf(() => createScriptedModel("scripted/x", misspelt))).toContain('there is no key "turn"');
  });
});

function load(script: string | object, name = "script.json", clock?: ReturnType<typeof virtualClock>): Model {
  writeFileSync(join(directory, name), typeof script === "string" ? script : JSON.stringify(script));
  return createModel(`scripted/${name}`, { directory }, { random: () => 1, ...(clock ? { clock } : {}) });
}

function infer(
  model: Model,
  messages: readonly Message[],
  change: { signal?: AbortSignal; settings?: { timeoutMs: number } } = {},
) {
  const events = model.infer?.({ system: "", messages, tools: [readFile], ...change });
  if (!events) throw new Error("cannot infer");
  return events;
}

async function collect(model: Model, messages: readonly Message[]): Promise<InferenceEvent[]> {
  const events: InferenceEvent[] = [];
  for await (const event of infer(model, messages)) events.push(event);
  return events;
}

async function answer(model: Model, messages: readonly Message[]): Promise<AssistantMessage> {
  const last = (await collect(model, messages)).at(-1);
  if (last?.type !== "completed") throw new Error(JSON.stringify(last));
  return last.message;
}

function partialOf(events: readonly InferenceEvent[]): AssistantMessage {
  const last = events.at(-1);
  if (last?.type !== "failed" || !last.partial) throw new Error(JSON.stringify(last));
  return last.partial;
}

function question(prompt: string) {
  return { system: "", prompt, tool: courseCorrect };
}

async function decide(model: Model, prompt: string) {
  const decision = await model.decide?.(question(prompt));
  if (!decision) throw new Error("cannot decide");
  return decision;
}

function says(text: string, type: SourceType = "user"): UserMessage {
  return { role: "user", id: text, source: { type }, content: [{ type: "text", text }] };
}

function result(fields: Omit<ToolResult, "type">): UserMessage {
  return { role: "user", id: "r", source: { type: "tool" }, content: [{ type: "tool_result", ...fields }] };
}

function problemOf(action: () => unknown): string {
  try {
    action();
    return "";
  } catch (error) {
    return describeError(error);
  }
}

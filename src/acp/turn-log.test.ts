import { describe, expect, it } from "vitest";
import type { Delta } from "../thread/delta.ts";
import { fold } from "../thread/reducer.ts";
import { EMPTY_THREAD } from "../thread/thread.ts";
import type { TerminalEnd } from "./tool-call.ts";
import { createTurnLog, createTurnItems } from "./turn-log.ts";
import { wordsOf } from "./bounded-value.ts";

const chunk = (text: string, messageId?: string) => ({
  sessionUpdate: "agent_message_chunk",
  content: { type: "text", text },
  ...(messageId === undefined ? {} : { messageId }),
});
const call = (toolCallId: string, fields: object) => ({ sessionUpdate: "tool_call", toolCallId, ...fields });
const more = (toolCallId: string, fields: object) => ({ sessionUpdate: "tool_call_update", toolCallId, ...fields });

function read(updates: readonly object[], terminals: ReadonlyMap<string, TerminalEnd> = new Map()): Delta[] {
  let ids = 0;
  const log = createTurnLog(
    () => `id-${++ids}`,
    () => new Date(0),
  );
  log.prompt([{ type: "text", text: "Fix it." }]);
  for (const update of updates) log.update({ ...update });
  return log.take("end_turn", terminals);
}

function steps(updates: readonly object[], terminals?: ReadonlyMap<string, TerminalEnd>) {
  const thread = fold(read(updates, terminals), EMPTY_THREAD);
  return (thread.turns[0]?.steps ?? []).map(({ action, result }) => ({ action, result }));
}

describe("what a turn is made of", () => {
  it.each([
    [[{ type: "image", data: "aGVsbG8=", mimeType: "image/png" }], [{ type: "image", mediaType: "image/png" }]],
    [
      [
        { type: "text", text: "Like this." },
        { type: "image", data: "aGVsbG8=", mimeType: "image/png" },
      ],
      [
        { type: "text", text: "Like this." },
        { type: "image", mediaType: "image/png" },
      ],
    ],
    [[{ type: "audio", data: "aGVsbG8=", mimeType: "audio/wav" }], [{ type: "text", text: "" }]],
  ])("is opened by a prompt with words or without: %j", (blocks, content) => {
    const log = createTurnLog(
      () => "id",
      () => new Date(0),
    );
    log.prompt(blocks);
    const thread = fold(log.take("end_turn", new Map()), EMPTY_THREAD);
    expect(thread.turns).toHaveLength(1);
    expect(thread.messages[0]).toMatchObject({ source: { type: "user" }, content });
  });

  it("joins words that come in pieces and parts them from what was called in between", () => {
    const deltas = read([
      chunk("I will ", "a"),
      chunk("look.", "a"),
      call("1", { kind: "read", title: "Read x.ts", locations: [{ path: "/p/x.ts" }], status: "pending" }),
      more("1", { status: "completed" }),
      chunk("Done!", "b"),
      chunk(" All tests pass.", "b"),
    ]);
    expect(deltas).toMatchObject([
      { type: "user:message", message: { content: [{ text: "Fix it." }], source: { type: "user" } } },
      {
        message: {
          content: [{ text: "I will look." }, { type: "tool_use", name: "read_file" }],
          stopReason: "tool_use",
        },
      },
      { type: "tool:data", toolUseId: "1", status: "done" },
      { message: { content: [{ text: "Done! All tests pass." }], stopReason: "end_turn" } },
    ]);
  });

  it("names what the person attached", () => {
    const log = createTurnLog(
      () => "id",
      () => new Date(0),
    );
    log.prompt([
      { type: "text", text: "Look at" },
      { type: "resource_link", name: "x", uri: "file:///p/x.ts" },
      { type: "resource", resource: { uri: "file:///p/y.ts", text: "long text" } },
    ]);
    expect(log.take("end_turn", new Map())[0]).toMatchObject({
      message: { content: [{ text: "Look at\n@file:///p/x.ts\n@file:///p/y.ts" }] },
    });
  });

  it("parts words by the messages they belong to, and takes a whole one for its pieces", () => {
    const whole = (text: string, messageId: string) => ({
      sessionUpdate: "agent_message",
      content: [{ type: "text", text }, {}],
      messageId,
    });
    const said = (...updates: object[]) =>
      read(updates).flatMap((delta) => (delta.type === "inference:completed" ? delta.message.content : []));
    const texts = (...words: string[]) => words.map((text) => ({ type: "text", text }));
    expect(said(chunk("a", "1"), chunk("b", "2"), chunk("c"))).toEqual(texts("a", "bc"));
    expect(said(chunk("a", "1"), chunk("b", "1"), whole("ab!", "1"), whole("c", "2"))).toEqual(texts("ab!", "c"));
    expect(said(chunk("", "1"))).toEqual([]);
  });

  it("tells the calls of a turn that was steered before what the person said", () => {
    const log = createTurnLog(
      () => "id",
      () => new Date(0),
    );
    log.update({ ...call("1", { kind: "read", status: "completed" }) });
    log.update({ ...call("2", { kind: "read", status: "completed" }) });
    log.update({ ...chunk("I look.") });
    expect([log.isEmpty, log.calls]).toEqual([false, 2]);
    log.prompt([{ type: "text", text: "Wait." }]);
    const told = log.take("end_turn", new Map());
    expect(told.map(({ type }) => type)).toEqual([
      "inference:completed",
      "tool:data",
      "tool:data",
      "inference:completed",
      "user:message",
      "inference:completed",
    ]);
    expect(told.flatMap((delta) => (delta.type === "inference:completed" ? [delta.message.stopReason] : []))).toEqual([
      "tool_use",
      "end_turn",
      "end_turn",
    ]);
    expect([log.isEmpty, log.calls]).toEqual([true, 0]);
  });

  it("says so when a turn ends without a word", () => {
    expect(read([]).at(-1)).toMatchObject({ type: "inference:completed", message: { content: [] } });
  });
});

describe("a call", () => {
  it("by a tool we know is read by its own input, which may come late", () => {
    expect(
      steps([
        call("1", { name: "Bash", kind: "execute", title: "Terminal", rawInput: {}, status: "pending" }),
        more("1", { title: "npm test", rawInput: { command: "npm test" } }),
        more("1", { status: "failed", rawOutput: "Exit code 1\n1 failing" }),
      ]),
    ).toMatchObject([
      {
        action: { kind: "execute", command: "npm test" },
        result: { status: "error", exitCode: 1, output: "Exit code 1\n1 failing" },
      },
    ]);
  });

  it("that creates a file is known by a diff from nothing", () => {
    const diff = { type: "diff", path: "/p/new.ts", oldText: null, newText: "a\n" };
    expect(
      steps([call("1", { kind: "edit", title: "Editing files", content: [diff], status: "completed" })]),
    ).toMatchObject([{ action: { kind: "create", changes: [{ type: "create", path: "/p/new.ts", newText: "a\n" }] } }]);
  });

  it("that edits several files is known by its diffs", () => {
    const content = [
      { type: "diff", path: "/p/a.ts", oldText: "1", newText: "2" },
      { type: "diff", path: "/p/b.ts", oldText: "3", newText: "4" },
    ];
    const [step] = steps([call("1", { kind: "edit", title: "Editing files", content, status: "completed" })]);
    expect(step?.action.changes).toMatchObject([
      { path: "/p/a.ts", oldText: "1", newText: "2" },
      { path: "/p/b.ts", oldText: "3", newText: "4" },
    ]);
  });

  it("of a command that is shown by its title alone is still a command", () => {
    expect(steps([call("1", { kind: "execute", title: "`npm test`", status: "completed" })])).toMatchObject([
      { action: { kind: "execute", command: "npm test" }, result: { status: "done" } },
    ]);
  });

  it("has its output and exit code where the agent streams them", () => {
    const meta = { terminal_output_delta: { data: "1 failing\n" }, terminal_exit: { exit_code: 2 } };
    expect(
      steps([
        call("1", { kind: "execute", title: "make", rawInput: { command: "make" }, status: "in_progress" }),
        more("1", { _meta: { terminal_output_delta: { data: "running\n" } } }),
        more("1", { status: "completed", _meta: meta }),
      ]),
    ).toMatchObject([{ result: { status: "error", exitCode: 2, output: "running\n1 failing\n" } }]);
  });

  it("has its output and exit code where the editor ran the command", () => {
    const terminals = new Map([["t", { output: "12 passing", exitCode: 0 }]]);
    const content = [{ type: "terminal", terminalId: "t" }];
    expect(
      steps([call("1", { kind: "execute", title: "npm test", content, status: "completed" })], terminals),
    ).toMatchObject([{ result: { status: "done", exitCode: 0, output: "12 passing" } }]);
  });

  it("that has not ended with the turn runs on in the background", () => {
    expect(steps([call("1", { kind: "execute", title: "npm start", status: "in_progress" })])).toMatchObject([
      { result: { status: "background" } },
    ]);
  });

  it("of any shape is met without a complaint", () => {
    for (const odd of [{}, { toolCallId: 5 }, { content: "x", locations: {}, rawInput: [], kind: 3, title: null }]) {
      expect(() =>
        read([{ sessionUpdate: "tool_call", toolCallId: "1", ...odd }, more("1", { content: null })]),
      ).not.toThrow();
    }
  });
});

type TurnItems = ReturnType<typeof createTurnItems>;

const sizeOf = (items: TurnItems) => items.all.reduce((sum, { size }) => sum + size, 0);
const texts = (items: TurnItems) => items.all.flatMap((item) => (item.type === "text" ? [wordsOf(item.text)] : []));

describe("of what an agent sends in one turn, only so much is kept", () => {
  it("of words without end, their beginning and their end", () => {
    const items = createTurnItems();
    const piece = "x".repeat(64_000);
    items.say("m", "It begins.", false);
    for (let count = 0; count < 3000; count += 1) items.say("m", piece, false);
    items.say("m", "All tests pass.", false);
    expect(sizeOf(items)).toBeLessThan(2_000_000);
    expect(texts(items)[0]).toMatch(/^It begins\.x[^]*left out[^]*xAll tests pass\.$/);
  });

  it("of many outputs, how each began and ended", () => {
    const items = createTurnItems();
    items.prompt([{ type: "text", text: "Fix it." }]);
    for (let id = 0; id < 300; id += 1) {
      items.call(`c${id}`, { kind: "execute", rawInput: { command: `npm test ${id}` } });
      items.call(`c${id}`, { status: "failed", rawOutput: `${"x".repeat(300_000)} ${id} failed` });
    }
    expect(sizeOf(items)).toBeLessThan(33_000_000);
    expect(items.calls).toBe(300);
    expect(items.all[0]).toMatchObject({ type: "user", content: [{ text: "Fix it." }] });
    expect(items.all[1]).toMatchObject({
      call: {
        fields: {
          status: "failed",
          rawInput: { command: "npm test 0" },
          rawOutput: expect.stringMatching(/^x+\n… \[\d+ characters left out\] …\nx+ 0 failed$/),
        },
      },
    });
  });

  it("of more calls than anybody makes, the newest", () => {
    const items = createTurnItems();
    items.prompt([{ type: "text", text: "Fix it." }]);
    for (let id = 0; id < 200_000; id += 1) items.call(`c${id}`, { kind: "read", title: "Read" });
    expect(sizeOf(items)).toBeLessThan(33_000_000);
    expect(items.all[0]).toMatchObject({ type: "user" });
    expect(items.all.at(-1)).toMatchObject({ call: { id: "c199999" } });
  });

  it("but nothing is lost by an output that is told again and again", () => {
    const items = createTurnItems();
    const output = "x".repeat(400_000);
    for (let count = 0; count < 300; count += 1) items.call("c", { rawOutput: output });
    items.say("m", "Done.", false);
    expect(items.all[0]).toMatchObject({ call: { fields: { rawOutput: output } } });
  });
});

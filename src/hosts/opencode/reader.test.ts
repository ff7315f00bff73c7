import { expect, it } from "vitest";
import type { Delta } from "../../thread/delta.ts";
import { createReader, callIn } from "./opencode.ts";

function read(...records: readonly object[]): Delta[] {
  const reader = createReader();
  return records.flatMap((record) => {
    const reading = reader.read(Buffer.from(JSON.stringify(record)));
    return reading.type === "deltas" ? reading.deltas.filter(({ type }) => type !== "thread:started") : [];
  });
}
const user = (id: string, ...parts: object[]) => ({ info: { id, role: "user" }, parts });
const answer = (info: object, ...parts: object[]) => ({ info: { id: "a", role: "assistant", ...info }, parts });
const text = (words: string, more: object = {}) => ({ type: "text", text: words, ...more });
const COMPLETED = { time: { created: 0, completed: 1 } };

it.each([
  [[text(" Fix it. ")], [["user", "Fix it."]]],
  [
    [text("Fix it."), text("file read", { synthetic: true })],
    [
      ["user", "Fix it."],
      ["host", "file read"],
    ],
  ],
  [[text("note", { ignored: true }), text(" ")], []],
  [[{ type: "reasoning", text: "hm" }], []],
  [[{ type: "file", mime: "image/png" }], [["user", "image/png"]]],
  [
    [
      { type: "file", mime: "text/plain" },
      { type: "x", mime: "image/png" },
    ],
    [],
  ],
])("opencode: of the parts %j the person wrote", (parts, said) => {
  const told = read(user("u", ...parts)).flatMap((delta) => {
    if (delta.type !== "user:message") return [];
    return [
      [
        delta.message.source.type,
        ...delta.message.content.map((block) =>
          "text" in block ? block.text : "mediaType" in block ? block.mediaType : "",
        ),
      ],
    ];
  });
  expect(told).toEqual(said);
});

it.each([
  [{ error: { name: "MessageAbortedError" } }, "aborted"],
  [{ error: { name: "MessageOutputLengthError" } }, "max_tokens"],
  [{ error: { name: "APIError" }, finish: "stop" }, "error"],
  [{ finish: "length" }, "max_tokens"],
  [{ finish: "content-filter" }, "refusal"],
  [{ finish: "error" }, "error"],
  [{ finish: "tool-calls" }, "tool_use"],
  [{ finish: "stop" }, "end_turn"],
  [{}, "end_turn"],
])("opencode: an answer that ended with %j", (info, stopReason) => {
  expect(read(answer(info, text("Done."))).at(-1)).toMatchObject({ message: { stopReason } });
});

it("opencode: of an answer its words and thoughts, not what a plugin added to it", () => {
  const parts = [
    text("a"),
    { type: "reasoning", text: "b" },
    text("c", { synthetic: true }),
    text(" "),
    { type: "step-start", text: "d" },
  ];
  expect(read(answer({}, ...parts))).toMatchObject([
    {
      message: {
        content: [
          { type: "text", text: "a" },
          { type: "thinking", text: "b" },
        ],
      },
    },
  ]);
});

it("opencode: what the person ran themselves is no step of the agent", () => {
  const shell = user("u", text("The following tool was executed by the user", { synthetic: true }));
  const ran = {
    type: "tool",
    tool: "bash",
    callID: "c",
    state: { status: "completed", input: { command: "ls" }, output: "a\n" },
  };
  const told = (first: object, ...parts: object[]) => read(first, answer({ parentID: "u" }, ...parts)).slice(1);
  expect(told(shell, ran)).toMatchObject([
    { type: "user:message", message: { source: { type: "host" }, content: [{ text: "$ ls\na" }] } },
  ]);
  expect(told(shell, { ...ran, state: { status: "running", input: { command: "ls" } } })).toEqual([]);
  expect(told(user("u", text("Do it.")), ran)[0]?.type).toBe("inference:completed");
  expect(told(user("u", text("Do it."), ...shell.parts), ran)[1]?.type).toBe("inference:completed");
});

it("opencode: a summary is told once, when it is whole", () => {
  const summary = (info: object) =>
    answer({ summary: true, ...info }, text("So far."), { type: "reasoning", text: "hm" });
  expect(read(summary({ time: { created: 0 } }))).toEqual([]);
  expect(read(summary(COMPLETED), summary(COMPLETED))).toMatchObject([{ type: "compacted", summary: "So far." }]);
});

it("opencode: tokens are counted when the message is done, with what the cache had", () => {
  const tokens = { input: 1, output: 2, reasoning: 3, cache: { read: 10, write: 100 } };
  const [open] = read(answer({ tokens }, text("a")));
  const [done] = read(answer({ tokens, ...COMPLETED }, text("a")));
  expect(open).not.toHaveProperty("message.usage");
  expect(done).toMatchObject({
    at: "1970-01-01T00:00:00.000Z",
    message: { usage: { inputTokens: 111, outputTokens: 2, cachedInputTokens: 10, cacheWriteTokens: 100 } },
  });
  expect(read(answer({ time: { created: 9e15 } }, text("a")))[0]).not.toHaveProperty("at");
});

it("takes off what the shell tool added, and not what a command printed in the same words", () => {
  const printed = "if (late) note = '<bash_metadata>exceeded timeout</bash_metadata>'\n3 passed";
  expect(outcomeOf(`${printed}\n\n<bash_metadata>\noutput was cut\n</bash_metadata>`)).toEqual({
    status: "done",
    output: printed,
    exitCode: 0,
  });
});

it("says that a command was ended where the shell tool says so", () => {
  const note = "bash tool terminated command after exceeding timeout 60000 ms";
  expect(outcomeOf(`1 passed\n\n<bash_metadata>\n${note}\n</bash_metadata>`)).toEqual({
    status: "timed-out",
    output: "1 passed",
  });
});

it.each([
  [
    { status: "completed", output: "a" },
    { status: "done", output: "a" },
  ],
  [
    { status: "completed", output: "a", metadata: { exit: 2 } },
    { status: "error", output: "a", exitCode: 2 },
  ],
  [
    { status: "completed", output: "a\n\n<shell_metadata>\nUser aborted the command\n</shell_metadata>\n" },
    { status: "interrupted", output: "a" },
  ],
  [
    { status: "completed", output: "a</bash_metadata>" },
    { status: "done", output: "a</bash_metadata>" },
  ],
  [{ status: "error", error: "The user rejected permission to use this tool" }, { status: "rejected" }],
  [{ status: "error", error: "A rule prevents you from using this" }, { status: "rejected" }],
  [{ status: "error", error: "Tool execution aborted" }, { status: "interrupted" }],
  [{ status: "error", error: "Tool execution was interrupted" }, { status: "interrupted" }],
  [
    { status: "error", error: "boom" },
    { status: "error", output: "boom" },
  ],
  [{ status: "error" }, { status: "error", output: "" }],
])("reads the state %j", (state, outcome) => {
  expect(callIn({ type: "tool", callID: "c", tool: "bash", state })?.[0]?.outcome).toMatchObject(outcome);
});

it("knows no call without an id or a name, and no end of one that runs", () => {
  expect(callIn({ type: "tool", tool: "bash" })).toBeUndefined();
  expect(callIn({ type: "tool", callID: "c" })).toBeUndefined();
  expect(callIn({ type: "text", callID: "c", tool: "bash" })).toBeUndefined();
  expect(
    callIn({ type: "tool", callID: "c", tool: "bash", state: { status: "running" } })?.[0]?.outcome,
  ).toBeUndefined();
});

function outcomeOf(output: string) {
  const state = { status: "completed", input: { command: "npm test" }, output, metadata: { exit: 0 } };
  return callIn({ type: "tool", callID: "c1", tool: "bash", state })?.[0]?.outcome;
}

import { expect, it } from "vitest";
import type { Delta } from "../../thread/delta.ts";
import { aiSdk } from "./ai-sdk.ts";

function read(...records: readonly object[]): Delta[] {
  const reader = aiSdk.createReader();
  return records.flatMap((record) => {
    const reading = reader.read(Buffer.from(JSON.stringify(record)));
    return reading.type === "deltas" ? reading.deltas.filter(({ type }) => type !== "thread:started") : [];
  });
}
const called = {
  role: "assistant",
  content: [{ type: "tool-call", toolCallId: "c", toolName: "bash", input: { command: "a" } }],
};
const result = (more: object) => ({
  role: "tool",
  content: [{ type: "tool-result", toolCallId: "c", toolName: "bash", ...more }],
});
const shown = (more: object) => ({
  role: "assistant",
  parts: [{ type: "tool-bash", toolCallId: "c", input: {}, ...more }],
});

it.each([
  [{ output: { type: "text", value: "a" } }, { status: "done", output: "a" }],
  [{ output: { type: "json", value: { exitCode: 1, stdout: "a" } } }, { status: "error", output: "a", exitCode: 1 }],
  [{ output: { type: "content", value: [{ type: "text", text: "a" }] } }, { status: "done", output: "a" }],
  [{ output: { type: "error-text", value: "a" } }, { status: "error", output: "a" }],
  [{ output: { type: "error-json", value: { b: 1 } } }, { status: "error", output: '{"b":1}' }],
  [{ output: { type: "execution-denied", reason: "no" } }, { status: "rejected", output: "no" }],
  [{ output: { type: "execution-denied" } }, { status: "rejected", output: "" }],
  [{ result: "a" }, { status: "done", output: "a" }],
  [
    { result: "a", isError: true },
    { status: "error", output: "a" },
  ],
])("ai-sdk: the result %j for a model", (more, outcome) => {
  expect(read(called, result(more)).at(-1)).toMatchObject({ type: "tool:data", toolUseId: "c", ...outcome });
});

it.each([
  [
    { state: "output-available", output: "a" },
    { status: "done", output: "a" },
  ],
  [
    { state: "output-error", errorText: "a" },
    { status: "error", output: "a" },
  ],
  [
    { state: "output-denied", approval: { reason: "no" } },
    { status: "rejected", output: "no" },
  ],
])("ai-sdk: the call %j as it is shown", (more, outcome) => {
  expect(read(shown(more)).at(-1)).toMatchObject({ type: "tool:data", ...outcome });
});

it.each([{ state: "input-available" }, { state: "output-available", preliminary: true, output: "a" }])(
  "ai-sdk: the call %j has not ended",
  (more) => {
    expect(read(shown(more)).map(({ type }) => type)).toEqual(["inference:completed"]);
  },
);

it("ai-sdk: each step of a message is a message, and the last words are the last step's", () => {
  const call = { type: "tool-bash", toolCallId: "c", input: {}, state: "output-available", output: "a" };
  const parts = [
    { type: "step-start" },
    { type: "text", text: "I look" },
    call,
    { type: "text", text: "Done." },
    { type: "reasoning", text: "hm" },
    { type: "step-start" },
  ];
  const said = read({ id: "m", role: "assistant", parts }).flatMap((delta) =>
    delta.type === "inference:completed" ? [delta.message] : [],
  );
  expect(said).toMatchObject([
    { id: "message-0", stopReason: "tool_use", content: [{ text: "I look" }, { type: "tool_use", id: "c" }] },
    {
      id: "message-0:1",
      stopReason: "end_turn",
      content: [
        { type: "text", text: "Done." },
        { type: "thinking", text: "hm" },
      ],
    },
  ]);
});

it("ai-sdk: words and images of the person, and nothing else", () => {
  const parts = [
    { type: "text", text: " Fix it. " },
    { type: "file", mediaType: "image/png" },
    { type: "image", mimeType: "image/gif" },
    { type: "image" },
    { type: "file", mediaType: "text/plain" },
    { type: "text", text: " " },
  ];
  expect(read({ role: "user", parts })).toMatchObject([
    {
      message: {
        content: [
          { text: "Fix it." },
          { mediaType: "image/png" },
          { mediaType: "image/gif" },
          { mediaType: "image/unknown" },
        ],
      },
    },
  ]);
});

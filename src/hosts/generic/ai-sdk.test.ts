import { expect, it } from "vitest";
import type { Delta } from "../../thread/delta.ts";
import { storyOf } from "../../../test/support/story.ts";
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
  expect(read(shown(more))[1]).toMatchObject({ type: "tool:data", ...outcome });
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
    { type: "file", mediaType: "image" },
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
          { mediaType: "image" },
        ],
      },
    },
  ]);
});

const asked = (more: object = {}) => ({
  ...called,
  content: [...called.content, { type: "tool-approval-request", approvalId: "q", toolCallId: "c", ...more }],
});
const replied = (more: object) => ({ type: "tool-approval-response", approvalId: "q", approved: false, ...more });
const denied = (reason?: string) => ({
  type: "tool-result",
  toolCallId: "c",
  output: { type: "execution-denied", reason },
});
const told = (...content: object[]) => ({ role: "tool", content });
const responded = (approval: object) => shown({ state: "approval-responded", approval: { id: "q", ...approval } });
const refused = (approval: object) => shown({ state: "output-denied", approval: { id: "q", ...approval } });
const no = "Skip it, I run it.";
const REFUSED = [`c rejected: "${no}"`, `queue: "${no}"`];

it.each([
  ["for a model", [asked(), told(replied({ reason: no }))], REFUSED],
  ["for a model, with its result", [asked(), told(replied({ reason: no }), denied(no))], REFUSED],
  ["for a model, after its result", [asked(), told(denied(no), replied({ reason: no }))], REFUSED],
  ["for a model, without a reason", [asked(), told(replied({}), denied())], ['c rejected: ""']],
  [
    "for a model, by a rule",
    [asked({ isAutomatic: true }), told(replied({ reason: no }), denied(no))],
    REFUSED.slice(0, 1),
  ],
  ["for a model, of nothing that was asked", [called, told(replied({ reason: no }))], []],
  ["for a model, with an approval", [asked(), told(replied({ approved: true, reason: no }))], []],
  ["as it is shown", [responded({ approved: false, reason: no })], REFUSED],
  ["as it is shown once the agent knows", [refused({ approved: false, reason: no })], REFUSED],
  ["as it is shown, by a rule", [refused({ approved: false, reason: no, isAutomatic: true })], REFUSED.slice(0, 1)],
  ["as it is shown, with an approval", [responded({ approved: true, reason: no })], []],
])("ai-sdk: a refusal %s", (_, records, story) => {
  expect(storyOf(read(...records)).slice(1)).toEqual(story);
});

it("ai-sdk: a refusal is told once, however often the messages are read", () => {
  const reader = aiSdk.createReader();
  const tell = (index: number, record: object) => {
    const reading = reader.readRecord?.(record, index);
    return reading?.type === "deltas" ? storyOf(reading.deltas).slice(-2) : [];
  };
  expect(tell(0, responded({ approved: false, reason: no }))).toEqual(REFUSED);
  expect(tell(0, refused({ approved: false, reason: no }))).toEqual([]);
});

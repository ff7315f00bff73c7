import { expect, test } from "vitest";
import { readAssistantLine } from "./assistant-line.ts";
import { restoreState } from "./state.ts";

const read = (message: unknown, more: object = {}) =>
  readAssistantLine({ record: { message, ...more }, id: "line-1", at: undefined }, restoreState(undefined));
const text = (words: string) => [{ type: "text", text: words }];

test.each([
  ["end_turn", "end_turn"],
  ["stop_sequence", "end_turn"],
  ["tool_use", "tool_use"],
  ["pause_turn", "tool_use"],
  ["max_tokens", "max_tokens"],
  ["model_context_window_exceeded", "max_tokens"],
  ["refusal", "refusal"],
  [null, "end_turn"],
])("claude-code: a message that stopped for %j", (stated, stopReason) => {
  expect(read({ id: "m", content: text("Done."), stop_reason: stated })).toMatchObject([{ message: { stopReason } }]);
});

test.each([
  [
    "a failure of the API is no answer",
    { content: text("API Error") },
    { isApiErrorMessage: true },
    { stopReason: "error", synthetic: true },
  ],
  [
    "what the program says itself",
    { model: "<synthetic>", content: text("Limit reached") },
    {},
    { stopReason: "end_turn", synthetic: true },
  ],
  ["a text that is no list", { content: "Done." }, {}, { id: "line-1", content: text("Done.") }],
  ["a call without a name", { content: [{ type: "tool_use", id: "c" }] }, {}, { content: [] }],
  ["a call without an id", { content: [{ type: "tool_use", name: "Bash" }] }, {}, { content: [] }],
  [
    "blocks of other kinds",
    { content: [{ type: "x", text: "a", thinking: "b", id: "c", name: "d" }] },
    {},
    { content: [] },
  ],
  [
    "empty blocks",
    {
      content: [
        { type: "text", text: " " },
        { type: "thinking", thinking: "\n" },
      ],
    },
    {},
    { content: [] },
  ],
])("claude-code: %s", (_what, message, more, expected) => {
  expect(read(message, more)).toMatchObject([{ message: expected }]);
});

test("claude-code: nothing was said where nothing was asked, unless the model said so itself", () => {
  const content = text("No response requested.");
  expect(read({ model: "<synthetic>", content })).toEqual([]);
  expect(read({ model: "claude", content })).toHaveLength(1);
  expect(read({ model: "<synthetic>", content: [...content, ...text("more")] })).toEqual([]);
  expect(read("words")).toEqual([]);
});

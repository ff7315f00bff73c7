import { expect, it, test } from "vitest";
import { readMessage, readToolResult } from "./messages.ts";

const read = (message: object) => readMessage("m", { ...message }, { calls: new Map(), left: new Map() }, undefined);
const text = (words: string) => ({ type: "text", text: words });

it.each([
  [{ role: "user", content: " Fix it. " }, "user", "Fix it."],
  [{ role: "user", content: [text("Fix it."), text(" "), { type: "x", text: "y" }] }, "user", "Fix it."],
  [{ role: "user", content: "Seen.", provenance: { kind: "inter_session" } }, "host", "Seen."],
  [{ role: "user", content: "It is nine.", provenance: { kind: "internal_system" } }, "user", "It is nine."],
  [{ role: "custom", content: " Go on. " }, "hook", "Go on."],
  [{ role: "hookMessage", content: [text("Go on.")] }, "hook", "Go on."],
  [{ role: "branchSummary", summary: "So far." }, "host", "So far."],
  [{ role: "bashExecution", command: "ls", output: "a\n", exitCode: 0 }, "host", "$ ls\na"],
  [{ role: "bashExecution", command: "ls", output: "a", exitCode: 2 }, "host", "$ ls\na\n(exit code 2)"],
  [{ role: "bashExecution", command: "ls", output: "a" }, "host", "$ ls\na"],
])("pi: %j", (message, source, words) => {
  expect(read(message)).toMatchObject([
    { message: { source: { type: source }, content: [{ type: "text", text: words }] } },
  ]);
});

it.each([
  { role: "user", content: " " },
  { role: "custom", content: " " },
  { role: "bashExecution", command: "ls", excludeFromContext: true },
  { role: "toolResult", content: "a" },
  { role: "unheard-of", content: "a" },
])("pi: %j says nothing", (message) => {
  expect(read(message)).toEqual([]);
});

it.each([
  ["stop", "end_turn"],
  ["toolUse", "tool_use"],
  ["length", "max_tokens"],
  ["aborted", "aborted"],
  ["error", "error"],
  ["refusal", "refusal"],
  ["sensitive", "refusal"],
  [undefined, "end_turn"],
])("pi: an answer that stopped for %j", (stated, stopReason) => {
  expect(read({ role: "assistant", content: [text("Done.")], stopReason: stated })).toMatchObject([
    { message: { stopReason } },
  ]);
});

it("pi: of an answer what is whole, and tokens where there was one", () => {
  const content = [
    text("a"),
    text(" "),
    { type: "thinking", thinking: "b" },
    { type: "thinking", thinking: "" },
    { type: "toolCall", id: "c" },
    { type: "toolCall", name: "bash" },
    { type: "toolCall", id: "c", name: "bash", arguments: {} },
  ];
  expect(read({ role: "assistant", content })).toMatchObject([
    {
      message: {
        content: [
          { type: "text", text: "a" },
          { type: "thinking", text: "b" },
          { type: "tool_use", id: "c", name: "bash" },
        ],
      },
    },
  ]);
  const spent = (usage: object) => read({ role: "assistant", content: [text("a")], usage })[0];
  expect(spent({ input: 1, output: 2, cacheRead: 10, cacheWrite: 100 })).toMatchObject({
    message: { usage: { inputTokens: 111, outputTokens: 2 } },
  });
  expect(spent({ input: 0, output: 0 })).not.toHaveProperty("message.usage");
  expect(spent({ input: 0, output: 1 })).toHaveProperty("message.usage");
});

it("pi: a compaction, a result by the name it brings, and guidance that the system prompt quotes", () => {
  expect(read({ role: "compactionSummary", summary: "So far." })).toMatchObject([
    { type: "compacted", summary: "So far." },
  ]);
  expect(read({ role: "toolResult", toolCallId: "c", toolName: "bash", content: "a", isError: false })).toMatchObject([
    { exitCode: 0 },
  ]);
  const context = "# /w/AGENTS.md\n\nUse tabs.\n\n## /w/notes.md\n\nNo rule.\n";
  const found = read({ role: "system", sections: { context, other: 7 } });
  expect(JSON.stringify(found)).toContain("Use tabs.");
  expect(JSON.stringify(found)).not.toContain("No rule.");
});

it("openclaw: a call that a tool made stands with its result in an entry of its own", () => {
  const nested = (details: object) =>
    read({ role: "custom", customType: "openclaw.nested-tool.v1", content: "", details });
  const result = { content: [text("1 failed")], details: { status: "completed", exitCode: 1 } };
  const details = { toolCallId: "t:exec:1", toolName: "exec", input: { command: "npm test" }, result, isError: false };
  expect(nested(details)).toMatchObject([
    {
      message: { content: [{ id: "t:exec:1", name: "exec", input: { command: "npm test" } }], stopReason: "tool_use" },
    },
    { toolUseId: "t:exec:1", status: "error", exitCode: 1 },
  ]);
  expect(nested({ ...details, toolName: "message", isError: true })).toMatchObject([{}, { status: "error" }]);
  expect(nested({ ...details, toolCallId: 7 })).toEqual([]);
});

it("openclaw: a list of what runs in the background tells how a command ended", () => {
  const calls = new Map();
  const left = new Map([["calm-reef", "c1"]]);
  const sessions = [{ sessionId: "calm-reef", tail: "1 failed", exitCode: 1 }, { sessionId: "old-tide", tail: "" }, 7];
  const details = { status: "completed", sessions };
  const list = { role: "toolResult", toolCallId: "c2", toolName: "process", content: "calm-reef completed", details };
  expect(readMessage("m", list, { calls, left }, undefined)).toMatchObject([
    { toolUseId: "c1", later: true, status: "error", exitCode: 1, output: "1 failed" },
    { toolUseId: "c2", status: "done" },
  ]);
});

test.each([
  ["bash", "ok", false, { status: "done", output: "ok", exitCode: 0 }],
  // Nobody said that it succeeded.
  ["bash", "ok", undefined, { status: "done", output: "ok" }],
  ["bash", "Command aborted", "true", { status: "done", output: "Command aborted" }],
  ["read", "ok", false, { status: "done", output: "ok" }],
  ["bash", "1 failed\n\nCommand exited with code 1", true, { status: "error", output: "1 failed", exitCode: 1 }],
  ["bash", "Command exited with code -2\n", true, { status: "error", output: "", exitCode: -2 }],
  ["bash", "Command exited with code 1 and went on", true, { status: "error" }],
  ["bash", "half\n\nCommand timed out after 1.5 seconds", true, { status: "timed-out" }],
  ["edit", "half\n\nCommand timed out after 1.5 seconds", true, { status: "error" }],
  ["bash", "half\nCommand aborted", true, { status: "interrupted" }],
  ["edit", "Operation aborted", true, { status: "interrupted" }],
  ["codemode", "Execution aborted", true, { status: "interrupted" }],
])("pi: %s that says %j, failed: %j", (tool, text, isError, outcome) => {
  const read = readToolResult(tool, text, isError);
  expect(read).toMatchObject(outcome);
  expect("exitCode" in read).toBe("exitCode" in outcome);
});

test("openclaw: a command that took too long is an error of its own kind, whatever it advises at the end", () => {
  const text = `Command timed out after 2 seconds.\n\n${"Start it in the background. ".repeat(20)}`;
  const details = { status: "failed", exitCode: null, timedOut: true };
  expect(readToolResult("exec", text, true, details)).toMatchObject({ status: "timed-out" });
});

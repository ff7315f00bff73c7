import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { describeHost } from "../../../test/contracts/host.ts";
import { codex, createReader } from "./codex.ts";
import type { Delta } from "../../thread/delta.ts";
import { fold } from "../../thread/reducer.ts";

const fixtures = fileURLToPath(new URL("../../../test/fixtures/codex", import.meta.url));
describeHost({ host: codex, fixtures });

test("codex: a command that prints what a refusal says was not refused", () => {
  const output = 'Exit code: 0\nWall time: 0 seconds\nOutput:\n12: Rejected("rejected by user")\n';
  const payload = { type: "function_call_output", call_id: "c9", output };
  const reading = createReader().read(Buffer.from(JSON.stringify({ timestamp: "t", type: "response_item", payload })));
  expect(reading).toMatchObject({ deltas: [{}, { type: "tool:data", status: "done", exitCode: 0 }] });
});

const META = { type: "session_meta", payload: { id: "s-1", cwd: "/w" } };
const item = (payload: object) => ({ type: "response_item", payload });
const event = (payload: object) => ({ type: "event_msg", payload });
const asked = (text: string) => item({ type: "message", role: "user", content: [{ type: "input_text", text }] });
const said = (text: string) => item({ type: "message", role: "assistant", content: [{ type: "output_text", text }] });
const counted = (total: number, output = 3) =>
  event({
    type: "token_count",
    info: { total_token_usage: { total_tokens: total }, last_token_usage: { input_tokens: 5, output_tokens: output } },
  });

function read(...records: readonly object[]): Delta[] {
  const reader = createReader();
  return records.flatMap((record) => {
    const reading = reader.read(Buffer.from(JSON.stringify({ timestamp: "2026-01-01T00:00:00.000Z", ...record })));
    return reading.type === "deltas" ? reading.deltas : [];
  });
}

test.each([
  ["an item", item({ type: "agent_message", content: [{ type: "text", text: " Done here. " }] })],
  ["a line", { type: "inter_agent_communication", payload: { content: [{ type: "text", text: " Done here. " }] } }],
])("codex: what follows the words of another agent, told by %s, is another message", (_how, words) => {
  const { messages } = fold(read(META, asked("Do it."), said("A"), words, said("B")));
  expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant"]);
  expect(messages[2]).toMatchObject({ source: { type: "host" }, content: [{ type: "text", text: "Done here." }] });
  expect(new Set(messages.map(({ id }) => id)).size).toBe(4);
  expect(read(META, { ...words, payload: { type: "agent_message", content: [] } })).toHaveLength(1);
});

test("codex: a count of tokens is one response's, and counts once", () => {
  const usages = (...records: object[]) =>
    read(META, asked("Do it."), ...records).flatMap((delta) =>
      delta.type === "inference:completed" ? (delta.message.usage?.outputTokens ?? []) : [],
    );
  expect(usages(said("A"), counted(8), counted(8), counted(9))).toEqual([3]);
  expect(usages(said("A"), counted(8), said("B"), counted(8))).toEqual([3]);
  expect(usages(said("A"), counted(8), said("B"), counted(16, 4))).toEqual([3, 4]);
  expect(usages(said("A"), asked("And?"), counted(8))).toEqual([]);
  expect(usages(said("A"), event({ type: "thread_rolled_back", num_turns: 1 }), counted(8))).toEqual([]);
  expect(usages(said("A"), event({ type: "token_count", info: null }))).toEqual([]);
});

test("codex: going back takes as many requests as it says", () => {
  const turns = (count: unknown) =>
    fold(
      read(
        META,
        asked("One."),
        said("1"),
        asked("Two."),
        said("2"),
        event({ type: "thread_rolled_back", num_turns: count }),
      ),
    ).turns.length;
  expect([0, 1, 2, 9, "1"].map(turns)).toEqual([2, 1, 0, 0, 2]);
});

test.each([
  [{ id: "a", session_id: "b" }, { threadId: "a" }],
  [{ session_id: "b" }, { threadId: "b" }],
  [{ id: "a", thread_source: "subagent" }, { mode: "subagent" }],
  [{ id: "a", source: { subagent: "review" } }, { mode: "subagent" }],
])("codex: a session that begins with %j", (payload, started) => {
  expect(read({ type: "session_meta", payload }, asked("Do it."))[0]).toMatchObject(started);
});

test.each([
  [{ type: "turn_aborted" }, { type: "cancelled", reason: "interrupted by the user" }],
  [
    { type: "turn_aborted", reason: "interrupted" },
    { type: "cancelled", reason: "interrupted by the user" },
  ],
  [
    { type: "turn_aborted", reason: "review_ended" },
    { type: "cancelled", reason: "review ended" },
  ],
])("codex: the event %j", (payload, delta) => {
  expect(read(META, event(payload))[1]).toMatchObject(delta);
});

test("codex: a script counts the commands and changes that succeeded inside it, not other calls", () => {
  const ended = (...items: object[]) =>
    read(
      META,
      item({ type: "custom_tool_call", name: "exec", input: "await tools.exec_command({})", call_id: "c1" }),
      ...items.map((each) => event({ type: "item_completed", item: each })),
      item({ type: "custom_tool_call_output", call_id: "c1", output: "Script completed\nOutput:\nprinted" }),
    ).at(-1);
  const ran = { type: "CommandExecution", id: "n1", exit_code: 1, aggregated_output: "1 failing" };
  expect(ended(ran)).toMatchObject({ status: "error", exitCode: 1, output: "1 failing" });
  expect(ended({ ...ran, id: "c1" })).toMatchObject({ status: "done", output: "printed" });
  expect(ended({ ...ran, exit_code: null })).toMatchObject({ status: "done", output: "printed" });
  expect(ended({ ...ran, type: "McpToolCall" })).toMatchObject({ status: "done", output: "printed" });
  expect(ended(ran, { type: "FileChange", status: "completed" })).toMatchObject({ status: "done", exitCode: 1 });
  expect(ended(ran, { type: "FileChange", status: "failed" })).toMatchObject({ status: "error" });
});

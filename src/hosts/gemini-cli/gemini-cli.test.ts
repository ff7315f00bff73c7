import { fileURLToPath } from "node:url";
import { describeHost } from "../../../test/contracts/host.ts";
import { geminiCli, createReader } from "./gemini-cli.ts";
import { expect, test } from "vitest";
import type { Delta } from "../../thread/delta.ts";

const fixtures = fileURLToPath(new URL("../../../test/fixtures/gemini-cli", import.meta.url));

describeHost({ host: geminiCli, fixtures });

const HEADER = { sessionId: "s", projectHash: "p", directories: ["/w"] };

function read(...records: readonly object[]): Delta[] {
  const reader = createReader();
  return [HEADER, ...records].flatMap((record) => {
    const reading = reader.read(Buffer.from(JSON.stringify(record)));
    return reading.type === "deltas" ? reading.deltas : [];
  });
}
const user = (id: string, content: unknown, more: object = {}) => ({ id, type: "user", content, ...more });
const answer = (id: string, more: object) => ({ id, type: "gemini", content: "", ...more });
const response = (id: string, more: object, name = "read_file") => ({ functionResponse: { id, name, response: more } });

test("gemini-cli: calls and results that stand in the messages alone are told as well", () => {
  const deltas = read(
    user("u1", "Do it."),
    answer("g1", {
      content: [
        { functionCall: { id: "c1", name: "run_shell_command", args: { command: "ls" } } },
        { functionCall: { id: "c2" } },
        { functionCall: { name: "x" } },
      ],
    }),
    user("u2", [response("c1", { output: "Output: a\nExit Code: 3" }, "run_shell_command")]),
  );
  expect(deltas.at(-2)).toMatchObject({
    message: { stopReason: "tool_use", content: [{ type: "tool_use", id: "c1", input: { command: "ls" } }] },
  });
  expect(deltas.at(-1)).toMatchObject({
    type: "tool:data",
    toolUseId: "c1",
    status: "error",
    exitCode: 3,
    output: "a",
  });
});

test.each([
  ["a failure", response("c1", { error: "gone" }), { status: "error", output: "gone" }],
  ["an answer", response("c1", { output: "text" }), { status: "done", output: "text" }],
  ["an answer under its other name", response("c1", { content: "text" }), { status: "done", output: "text" }],
  ["an answer of another shape", response("c1", { a: 1 }), { status: "done", output: '{"a":1}' }],
])("gemini-cli: %s beside the person's words", (_what, part, outcome) => {
  const call = answer("g1", {
    toolCalls: [{ id: "c1", name: "read_file", args: {}, status: "executing" }, { id: "c2" }, { name: "x" }],
  });
  const told = read(user("u1", "Do it."), call, user("u2", [part, { text: "And?" }])).slice(-2);
  expect(told[0]).toMatchObject({ type: "tool:data", toolUseId: "c1", ...outcome });
  expect(told[1]).toMatchObject({ type: "user:message", message: { content: [{ type: "text", text: "And?" }] } });
  expect(read(call, user("u2", [response(undefined as unknown as string, { output: "a" })])).at(-1)?.type).not.toBe(
    "tool:data",
  );
});

test.each([
  [user("u", "Fix it.\n--- Content from referenced files ---\nnever use tabs"), "Fix it."],
  [user("u", "Fix @a.ts with all of it", { displayContent: "Fix @a.ts" }), "Fix @a.ts"],
])("gemini-cli: the person typed, in %j", (record, text) => {
  expect(read(record).at(-1)).toMatchObject({
    message: { source: { type: "user" }, content: [{ type: "text", text }] },
  });
});

test.each([
  ["<session_context>\nToday is Friday", []],
  ["This is the Gemini CLI. We are setting up the context", []],
  ["Here is the user's editor context as JSON", []],
  ["<state_snapshot>all so far</state_snapshot>", ["compacted"]],
])("gemini-cli: nobody asked %j", (text, types) => {
  expect(
    read(user("u", text))
      .slice(1)
      .map(({ type }) => type),
  ).toEqual(types);
});

test("gemini-cli: what the model answers to its context is no answer, and thoughts are counted with what was said", () => {
  expect(read(answer("g", { content: "Got it. Thanks for the context!" }))).toHaveLength(1);
  expect(read(answer("g", { content: "Got it. Thanks for the context, done." }))).toHaveLength(2);
  const spent = (tokens: object) => {
    const [, told] = read(answer("g", { content: "Done.", tokens }));
    return told?.type === "inference:completed" ? told.message.usage : undefined;
  };
  expect(spent({ input: 9, output: 3, thoughts: 4 })).toMatchObject({ outputTokens: 7, reasoningTokens: 4 });
  expect(spent({ input: 9, output: 3 })).toMatchObject({ outputTokens: 3, reasoningTokens: 0 });
});

test("gemini-cli: guidance is what was read well, not what could not be read", () => {
  const call = (status: string) => ({
    id: status,
    name: "read_file",
    args: { file_path: "/w/GEMINI.md" },
    status,
    result: [response(status, { output: "Use tabs." })],
  });
  const found = (...statuses: string[]) =>
    read(answer("g", { toolCalls: statuses.map(call) })).filter(({ type }) => type === "guidance:discovered").length;
  expect([found("success"), found("error"), found("error", "success")]).toEqual([1, 0, 1]);
});

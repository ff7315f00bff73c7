import { fileURLToPath } from "node:url";
import { describeHost } from "../../../test/contracts/host.ts";
import { cursor, createReader } from "./cursor.ts";
import { expect, it } from "vitest";
import type { Delta } from "../../thread/delta.ts";

const fixtures = fileURLToPath(new URL("../../../test/fixtures/cursor", import.meta.url));

describeHost({ host: cursor, fixtures });

function read(...records: readonly object[]): Delta[] {
  const reader = createReader();
  return records.flatMap((record) => {
    const reading = reader.read(Buffer.from(JSON.stringify(record)));
    return reading.type === "deltas" ? reading.deltas.filter(({ type }) => type !== "thread:started") : [];
  });
}
const line = (role: string, content: unknown, more: object = {}) => ({ role, message: { content }, ...more });
const called = (name: string, input: object = {}, id?: string) => ({
  type: "tool_use",
  name,
  input,
  ...(id ? { id } : {}),
});
const user = (text: string) => line("user", [{ type: "text", text }]);

it.each([
  ["<user_query>\nFix it.\n</user_query>", ["Fix it."]],
  ["<user_info>\nOS\n</user_info>\n<user_query>Fix <b>it</b>.</user_query>", ["Fix <b>it</b>."]],
  ["<user_query>a </user_query> b</user_query>", ["a </user_query> b"]],
  ["Fix it.", ["Fix it."]],
  ["<timestamp>now</timestamp>Fix it.<git_status>M a</git_status>", ["Fix it."]],
  ["<open_and_recently_viewed_files>a</open_and_recently_viewed_files><system_reminder>b</system_reminder>", []],
  ["<rules>\nnever use tabs\n</rules>", []],
  ["<rules>a</rules> Fix it.", ["<rules>a</rules> Fix it."]],
  ["</user_query>Fix it.<user_query>", ["</user_query>Fix it.<user_query>"]],
])("cursor: the person asked, in %j", (text, asked) => {
  const said = read(user(text)).flatMap((delta) => (delta.type === "user:message" ? delta.message.content : []));
  expect(said).toEqual(asked.map((words) => ({ type: "text", text: words })));
});

it.each([
  ["Read", ["done"]],
  ["Write", ["done"]],
  ["Shell", []],
  ["Task", []],
  ["UnheardOf", []],
])("cursor: %s without a result ended when something follows: %j", (name, statuses) => {
  for (const follows of [user("And?"), line("assistant", "Done."), { type: "turn_ended", status: "completed" }]) {
    const told = read(user("Do it."), line("assistant", [called(name)]), follows);
    expect(told.flatMap((delta) => (delta.type === "tool:data" ? [delta.status] : []))).toEqual(statuses);
  }
  expect(read(line("assistant", [called(name)])).map(({ type }) => type)).toEqual(["inference:completed"]);
});

it.each([
  [{ content: "a" }, { status: "done", output: "a" }],
  [
    { content: [{ type: "text", text: "a" }], is_error: true },
    { status: "error", output: "a" },
  ],
  [{ content: "Exit code: 2\nb" }, { status: "error", exitCode: 2 }],
  [{ content: "a\nCommand exited with code 0" }, { status: "done", exitCode: 0 }],
  [{ content: "it says Exit code: 2" }, { status: "done" }],
])("cursor: the result %j", (result, outcome) => {
  const told = read(
    line("assistant", [called("Shell", {}, "t1")]),
    line("tool", [{ type: "tool_result", tool_use_id: "t1", ...result }, { type: "tool_result" }]),
    user("And?"),
  ).filter(({ type }) => type === "tool:data");
  expect(told).toHaveLength(1);
  expect(told[0]).toMatchObject({ toolUseId: "t1", ...outcome });
});

it.each([
  [{ status: "aborted" }, { type: "cancelled" }],
  [{ status: "cancelled" }, { type: "cancelled" }],
  [
    { status: "error", error: "boom" },
    { type: "error", message: "boom" },
  ],
  [{ status: "failed" }, { type: "error", message: "" }],
])("cursor: a turn that ended with %j", (end, delta) => {
  expect(read(user("Do it."), { type: "turn_ended", ...end }).at(-1)).toMatchObject(delta);
});

it("cursor: what the editor inserts, subagents and times", () => {
  expect(read(line("user", "a", { isMeta: true }))).toMatchObject([{ message: { source: { type: "host" } } }]);
  expect(read(line("user", "a", { isSidechain: true }))).toEqual([]);
  expect(read(line("user", "a", { timestamp_ms: 0 }))).toMatchObject([{ at: "1970-01-01T00:00:00.000Z" }]);
  expect(read(line("user", "a", { timestamp_ms: 9e15, timestamp: "t" }))).toMatchObject([{ at: "t" }]);
  expect(
    read(
      line("assistant", [
        { type: "text", text: "Done. [REDACTED]" },
        { type: "thinking", thinking: "hm" },
        { type: "x", text: "y" },
      ]),
    ),
  ).toMatchObject([
    {
      message: {
        content: [
          { type: "text", text: "Done. " },
          { type: "thinking", text: "hm" },
        ],
      },
    },
  ]);
});

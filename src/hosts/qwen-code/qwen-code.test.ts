import { fileURLToPath } from "node:url";
import { describeHost } from "../../../test/contracts/host.ts";
import { qwenCode, createReader } from "./qwen-code.ts";
import { expect, it } from "vitest";
import type { Delta } from "../../thread/delta.ts";

const fixtures = fileURLToPath(new URL("../../../test/fixtures/qwen-code", import.meta.url));

describeHost({ host: qwenCode, fixtures });

let count = 0;
const record = (type: string, more: object) => ({ type, uuid: `u${(count += 1)}`, sessionId: "s", cwd: "/w", ...more });
const user = (text: string, more: object = {}) => record("user", { message: { parts: [{ text }] }, ...more });
const called = record("assistant", {
  message: {
    parts: [
      { functionCall: { id: "c1", name: "run_shell_command", args: { command: "npm test" } } },
      { functionCall: { id: "c2" } },
    ],
  },
});
const result = (response: object, toolCallResult?: object) =>
  record("tool_result", {
    message: { parts: [{ functionResponse: { id: "c1", name: "run_shell_command", response } }] },
    toolCallResult,
  });

function read(...records: readonly object[]): Delta[] {
  const reader = createReader();
  return records.flatMap((each) => {
    const reading = reader.read(Buffer.from(JSON.stringify(each)));
    return reading.type === "deltas" ? reading.deltas.filter(({ type }) => type !== "thread:started") : [];
  });
}

it.each([
  [user("Fix it."), "user", "Fix it."],
  [user("Fix it.", { provenance: "real_user" }), "user", "Fix it."],
  [user("Fix it.", { provenance: "hook" }), "host", "Fix it."],
  [user("Fix @a.ts and more", { systemPayload: { displayText: " Fix @a.ts " } }), "user", "Fix @a.ts"],
  [user("Fix it.<qwen:user-prompt-submit-context>x</qwen:user-prompt-submit-context>"), "user", "Fix it."],
  [
    user("\n[User message received during tool execution]: And?", { subtype: "mid_turn_user_message" }),
    "queue",
    "And?",
  ],
  [
    user("I ran the following shell command:\n```sh\nls\n```"),
    "host",
    "I ran the following shell command:\n```sh\nls\n```",
  ],
  ...["notification", "cron", "goal_runtime", "background_task_completed", "realtime_message"].map(
    (subtype) => [user("Go on.", { subtype }), "host", "Go on."] as const,
  ),
] satisfies readonly (readonly [object, string, string])[])("qwen-code: of %j", (line, source, text) => {
  expect(read(line)).toMatchObject([{ message: { source: { type: source }, content: [{ type: "text", text }] } }]);
});

const shell = (more: object) => ({
  status: "success",
  resultDisplay: { type: "shell_result", output: "out", ...more },
});

it.each([
  [{ output: "Output: a\nExit Code: 1" }, undefined, { status: "error", output: "a", exitCode: 1 }],
  [{ error: "gone" }, undefined, { status: "error", output: "gone" }],
  [{ output: "a" }, { status: "cancelled" }, { status: "interrupted" }],
  [{ output: "denied by the user" }, { status: "cancelled" }, { status: "rejected" }],
  [{ output: "a" }, shell({ exitCode: 0 }), { status: "done", output: "out", exitCode: 0 }],
  [{ output: "a" }, shell({ exitCode: 3 }), { status: "error", output: "out", exitCode: 3 }],
  [{ output: "a" }, shell({ exitCode: null }), { status: "done", output: "out" }],
  [{ output: "a" }, shell({ exitCode: 0, output: undefined }), { status: "done", output: "a", exitCode: 0 }],
  ...["timed_out", "timeout"].map(
    (outcome) => [{ output: "a" }, shell({ outcome }), { status: "timed-out", output: "out" }] as const,
  ),
  ...["cancelled", "aborted"].map(
    (outcome) => [{ output: "a" }, shell({ outcome }), { status: "interrupted" }] as const,
  ),
  ...["background", "backgrounded", "promoted"].map(
    (outcome) => [{ output: "a" }, shell({ outcome }), { status: "background" }] as const,
  ),
  [
    { output: "a" },
    { status: "success", resultDisplay: { type: "diff", outcome: "timeout" } },
    { status: "done", output: "a" },
  ],
] satisfies readonly (readonly [object, object | undefined, object])[])(
  "qwen-code: the result %j with %j",
  (response, details, outcome) => {
    const [said, told] = read(called, result(response, details));
    expect(said).toMatchObject({ message: { content: [{ type: "tool_use", id: "c1" }] } });
    expect(told).toMatchObject({ type: "tool:data", toolUseId: "c1", ...outcome });
  },
);

it.each([
  [{ status: "cancelled" }, 1],
  [{ stopReason: "aborted" }, 1],
  [{ status: "completed", stopReason: "aborted" }, 0],
  [{}, 0],
])("qwen-code: a turn that ended with %j was cancelled: %j", (systemPayload, cancelled) => {
  expect(read(user("a"), record("system", { subtype: "turn_result", systemPayload })).slice(1)).toHaveLength(cancelled);
});

import { expect, test } from "vitest";
import { readOutput, scriptOf } from "./tool-output.ts";

test.each([
  ["a refusal of a command", "exec command rejected by user", { status: "rejected" }],
  ["a refusal of a patch", "patch rejected by user", { status: "rejected" }],
  ["a refusal of the tool", "apply_patch rejected by user", { status: "rejected" }],
  ["the person's refusal", "user rejected(no)", { status: "rejected" }],
  [
    "a refusal of a session",
    'exec_command failed for `rm a`: CreateProcess { message: "Rejected(\\"rejected by user\\")" }',
    { status: "rejected" },
  ],
  [
    "a command that prints a refusal",
    'Process exited with code 1\nOutput:\nRejected("rejected by user")',
    { exitCode: 1 },
  ],
  [
    "a running command that prints a refusal",
    'Process running with session ID 7\nOutput:\nRejected("rejected by user")',
    { status: "background" },
  ],
  ["an end by the person", "aborted by user after 3.1s", { status: "interrupted" }],
  ["an end of a script", "Script terminated\nOutput:\nx", { status: "interrupted" }],
  ["a limit of time", "command timed out after 1000 milliseconds", { status: "timed-out" }],
  [
    "the old report",
    '{"output":"1 failed","metadata":{"exit_code":1}}',
    { status: "error", exitCode: 1, output: "1 failed" },
  ],
  [
    "the old report of a limit of time",
    '{"output":"command timed out after 9 ms","metadata":{"exit_code":124}}',
    { status: "timed-out", exitCode: 124 },
  ],
  ["an old report without a code", '{"output":"1 failed"}', { status: "done", output: '{"output":"1 failed"}' }],
  ["an old report without words", '{"output":null,"metadata":{"exit_code":1}}', { status: "done" }],
  ["what a tool says of itself", { success: false, content: "no rule" }, { status: "error", output: "no rule" }],
  ["the same under its other name", { success: true, output: "a rule" }, { status: "done", output: "a rule" }],
  [
    "a running command",
    "Chunk ID: a1\nWall time: 1 s\nProcess running with session ID 42\nOutput:\nlistening",
    { status: "background", output: "Process running with session ID 42\nlistening" },
  ],
])("codex: %s", (_what, output, outcome) => {
  expect(readOutput("exec_command", output, undefined)).toMatchObject(outcome);
});

test("codex: a patch that does not say that it was applied was not", () => {
  expect(readOutput("apply_patch", "Success. Updated the following files:\nM a.ts", undefined).status).toBe("done");
  expect(readOutput("apply_patch", "No such line", undefined).status).toBe("error");
  expect(readOutput("list_mcp_resources", "No such line", undefined).status).toBe("done");
  expect(readOutput("exec_command", "exec_command failed for `a`: No such file", undefined).status).toBe("error");
});

const SCRIPT = { edits: false, output: "" };
const RAN = { edits: false, output: "1 failing\n", exitCode: 1 };

test.each([
  ["Script completed\nOutput:\nok", SCRIPT, { status: "done", output: "ok" }],
  ["Script completed\nOutput:\nok", RAN, { status: "error", output: "1 failing\n", exitCode: 1 }],
  ["Script completed\nOutput:\nok", { ...RAN, edits: true }, { status: "done", exitCode: 1 }],
  ['Script completed\nOutput:\n{"output":"a","exit_code":2}', SCRIPT, { status: "error", output: "a", exitCode: 2 }],
  ['Script completed\nOutput:\n{"output":"a"}', SCRIPT, { status: "done", output: '{"output":"a"}' }],
  ["Script failed\nOutput:\nboom", SCRIPT, { status: "error", output: "boom" }],
  ["Script error:\nOutput:\nboom", RAN, { status: "error", output: "1 failing\n" }],
  ["Script error:\nOutput:\nboom", { ...RAN, output: "" }, { status: "error", output: "boom" }],
  ["Script running with cell ID 3\nOutput:\nx", RAN, { status: "background" }],
  ["Script yielded control\nOutput:\nx", RAN, { status: "background" }],
  ["Script still running\nOutput:\nx", RAN, { status: "background" }],
])("codex: a script that says %j", (text, script, outcome) => {
  expect(readOutput("exec", text, script)).toMatchObject(outcome);
});

test.each([
  ["it took less time than it waits", "tools.exec_command({ cmd: 'npx tsc' })", "9.8", undefined],
  ["it gave up waiting", 'tools.exec_command({ "cmd": "npx tsc", "yield_time_ms": 1000 })', "1.0", true],
  ["it asked about another", "tools.write_stdin({ session_id: 7 })", "0.3", true],
])("codex: of a script that tells no exit code: %s", (_what, code, seconds, mayRun) => {
  const report = `Script completed\nWall time ${seconds} seconds\nOutput:\nboiling`;
  const { endUntold, mayRun: told } = readOutput("exec", report, scriptOf(`const r = await ${code}; text(r.output)`));
  expect([endUntold, told]).toEqual([true, mayRun]);
});

test("codex: a script that was waited for may have given up waiting itself", () => {
  const report = "Script completed\nWall time 2.0 seconds\nOutput:\nboiling";
  expect(readOutput("wait", report, undefined)).toMatchObject({ endUntold: true, mayRun: true });
});

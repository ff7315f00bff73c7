import { expect, it } from "vitest";
import { outcomeOf } from "./message-host.ts";

it.each([
  // A file that is shown is no report, whatever its fields are called
  ["read_file", '{"scripts":{},"exit":1}', { status: "done", output: '{"scripts":{},"exit":1}' }],
  ["read_file", { exit: 2 }, { status: "done", output: '{"exit":2}' }],
  ["get_task_output", { exit_code: 2, stdout: "a" }, { status: "error", output: "a", exitCode: 2 }],
  ["bash", '{"exit_code":1}', { status: "error", output: "", exitCode: 1 }],
  ["run_tests", '{"exit_code":1,"output":"a"}', { status: "error", output: "a", exitCode: 1 }],
  ["bash", { exitCode: 0, stdout: "a", stderr: "b" }, { status: "done", output: "a\nb", exitCode: 0 }],
  ["bash", { returncode: 3, stdout: "", stderr: "b" }, { status: "error", output: "b", exitCode: 3 }],
  ["bash", { return_code: 3, output: "a" }, { status: "error", output: "a", exitCode: 3 }],
  ["bash", { output: "a", metadata: { exit_code: 3 } }, { status: "error", output: "a", exitCode: 3 }],
  ["bash", { value: { exitCode: 3, output: "a" } }, { status: "error", output: "a", exitCode: 3 }],
  ["bash", { exitCode: "3", output: "a" }, { status: "done", output: "a" }],
  ["bash", { exitCode: 1, output: "a", timedOut: true }, { status: "timed-out", output: "a", exitCode: 1 }],
  ["bash", { exitCode: 1, output: "a", timed_out: true }, { status: "timed-out", output: "a", exitCode: 1 }],
  ["bash", "Command timed out", { status: "timed-out", output: "Command timed out" }],
  ["bash", "Error: The command has timed out after 5 s", { status: "timed-out" }],
  ["bash", "Exit code: 2\na", { status: "error", exitCode: 2 }],
  ["bash", "<returncode>0</returncode>\n<output>a</output>", { status: "done", exitCode: 0 }],
  ["bash", "a\n[exit code: 2]", { status: "error", exitCode: 2 }],
  ["bash", "a\nexit status 1", { status: "error", exitCode: 1 }],
  ["bash", "Error: a", { status: "done", output: "Error: a" }],
  ["edit_file", "Error: no such line", { status: "error" }],
  ["edit_file", "[ERROR] no such line", { status: "error" }],
  ["edit_file", "Traceback (most recent call last):\n a", { status: "error" }],
  ["edit_file", "Errors are shown below", { status: "done" }],
  ["edit_file", [{ type: "text", text: "a" }], { status: "done", output: "a" }],
  ["edit_file", { content: { text: "a" } }, { status: "done", output: "a" }],
  ["edit_file", null, { status: "done", output: "" }],
])("a result of %s that is %j", (tool, value, outcome) => {
  const read = outcomeOf(tool, value, false);
  expect(read).toMatchObject(outcome);
  expect("exitCode" in read).toBe("exitCode" in outcome);
});

it("a result that is told to be a failure is one, unless the command says how it ended", () => {
  expect(outcomeOf("bash", "a", true)).toEqual({ status: "error", output: "a" });
  expect(outcomeOf("bash", "a\nexit code 0", true)).toMatchObject({ status: "done", exitCode: 0 });
  expect(outcomeOf("edit_file", "a", true)).toEqual({ status: "error", output: "a" });
});

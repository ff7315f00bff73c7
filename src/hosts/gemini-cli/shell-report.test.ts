import { expect, it } from "vitest";
import { readShellReport } from "./shell-report.ts";

it.each([
  ["Output: a\nb", { status: "done", output: "a\nb", exitCode: 0 }],
  ["Output: a\nExit Code: 2", { status: "error", output: "a", exitCode: 2 }],
  ["Output: (empty)\nExit Code: 1\nProcess Group PGID: 7", { status: "error", output: "(empty)", exitCode: 1 }],
  [
    "Command: a\nDirectory: b\nStdout: c\nStderr: (empty)\nError: (none)\nExit Code: 0\nSignal: (none)\nBackground PIDs: (none)",
    { status: "done", exitCode: 0 },
  ],
  ["Command: a\nOutput: b\nExit Code: (none)\nSignal: 15", { status: "error", output: "b" }],
  [
    "Output: > test\nError: no test specified\nExit Code: 1",
    { output: "> test\nError: no test specified", exitCode: 1 },
  ],
  ["Command: a\nStdout: b\nStderr: boom\nError: (none)\nExit Code: 1", { output: "b\nStderr: boom", exitCode: 1 }],
  ["Output: b\nSignal: SIGKILL", { status: "error", output: "b" }],
  ["Output: b\nSignal: 0", { status: "done", exitCode: 0 }],
  ["Output: b\nExit Code: (none)", { status: "error", output: "b" }],
  ["Output: 1\nExit Code: 0\nExit Code: 4", { status: "error", exitCode: 4 }],
  ["Output: Exit Code: 4", { status: "done", output: "Exit Code: 4", exitCode: 0 }],
  ["<untrusted_context>\nOutput: a\nExit Code: 2\n</untrusted_context>", { exitCode: 2 }],
  ["Command timed out after 5 minutes", { status: "timed-out" }],
  ["Command was automatically cancelled because it exceeded the timeout", { status: "timed-out" }],
  ["Command was cancelled by user before it could complete.", { status: "interrupted" }],
  ["Command was cancelled by the user", { status: "interrupted" }],
  ["Command was aborted", { status: "interrupted" }],
  ["Command moved to background (PID: 1)", { status: "background" }],
  ["Command was moved to the background", { status: "background" }],
  ["Command promoted to background", { status: "background" }],
  ["Background command started", { status: "background" }],
  ["Background shell started", { status: "background" }],
  ["Command started in the background", { status: "background" }],
])("gemini-cli: the report %j", (text, outcome) => {
  const read = readShellReport(text);
  expect(read).toMatchObject(outcome);
  expect(read?.exitCode).toBe("exitCode" in outcome ? outcome.exitCode : undefined);
});

it.each(["words", "words\nOutput: a", "Commands: a\nOutput: b"])("gemini-cli: %j is no report", (text) => {
  expect(readShellReport(text)).toBeUndefined();
});

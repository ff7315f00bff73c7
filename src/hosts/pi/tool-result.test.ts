import { expect, test } from "vitest";
import { readToolResult } from "./tool-result.ts";

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

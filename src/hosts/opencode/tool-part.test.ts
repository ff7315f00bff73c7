import { expect, it } from "vitest";
import { callIn } from "./tool-part.ts";

it("takes off what the shell tool added, and not what a command printed in the same words", () => {
  const printed = "if (late) note = '<bash_metadata>exceeded timeout</bash_metadata>'\n3 passed";
  expect(outcomeOf(`${printed}\n\n<bash_metadata>\noutput was cut\n</bash_metadata>`)).toEqual({
    status: "done",
    output: printed,
    exitCode: 0,
  });
});

it("says that a command was ended where the shell tool says so", () => {
  const note = "bash tool terminated command after exceeding timeout 60000 ms";
  expect(outcomeOf(`1 passed\n\n<bash_metadata>\n${note}\n</bash_metadata>`)).toEqual({
    status: "timed-out",
    output: "1 passed",
  });
});

it.each([
  [
    { status: "completed", output: "a" },
    { status: "done", output: "a" },
  ],
  [
    { status: "completed", output: "a", metadata: { exit: 2 } },
    { status: "error", output: "a", exitCode: 2 },
  ],
  [
    { status: "completed", output: "a\n\n<shell_metadata>\nUser aborted the command\n</shell_metadata>\n" },
    { status: "interrupted", output: "a" },
  ],
  [
    { status: "completed", output: "a</bash_metadata>" },
    { status: "done", output: "a</bash_metadata>" },
  ],
  [{ status: "error", error: "The user rejected permission to use this tool" }, { status: "rejected" }],
  [{ status: "error", error: "A rule prevents you from using this" }, { status: "rejected" }],
  [{ status: "error", error: "Tool execution aborted" }, { status: "interrupted" }],
  [{ status: "error", error: "Tool execution was interrupted" }, { status: "interrupted" }],
  [
    { status: "error", error: "boom" },
    { status: "error", output: "boom" },
  ],
  [{ status: "error" }, { status: "error", output: "" }],
])("reads the state %j", (state, outcome) => {
  expect(callIn({ type: "tool", callID: "c", tool: "bash", state })?.[0]?.outcome).toMatchObject(outcome);
});

it("knows no call without an id or a name, and no end of one that runs", () => {
  expect(callIn({ type: "tool", tool: "bash" })).toBeUndefined();
  expect(callIn({ type: "tool", callID: "c" })).toBeUndefined();
  expect(callIn({ type: "text", callID: "c", tool: "bash" })).toBeUndefined();
  expect(
    callIn({ type: "tool", callID: "c", tool: "bash", state: { status: "running" } })?.[0]?.outcome,
  ).toBeUndefined();
});

function outcomeOf(output: string) {
  const state = { status: "completed", input: { command: "npm test" }, output, metadata: { exit: 0 } };
  return callIn({ type: "tool", callID: "c1", tool: "bash", state })?.[0]?.outcome;
}

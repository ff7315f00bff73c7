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

function outcomeOf(output: string) {
  const state = { status: "completed", input: { command: "npm test" }, output, metadata: { exit: 0 } };
  return callIn({ type: "tool", callID: "c1", tool: "bash", state })?.[0]?.outcome;
}

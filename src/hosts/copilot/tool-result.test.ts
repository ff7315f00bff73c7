import { expect, it } from "vitest";
import { readCompletion } from "./tool-result.ts";

const done = (content: string, more: object = {}) => ({ success: true, result: { content }, ...more });
const failed = (code: string, message: string) => ({
  success: false,
  error: { code, message },
  result: { content: "half" },
});

it.each([
  [done("a"), { status: "done", output: "a" }],
  [
    { success: true, result: { detailedContent: "a" } },
    { status: "done", output: "a" },
  ],
  [{ success: true }, { status: "done", output: "" }],
  [done("a\n<exited with exit code 0>"), { status: "done", output: "a", exitCode: 0 }],
  [done("a\n<shellId: 3 completed with exit code 2>\n"), { status: "error", output: "a", exitCode: 2 }],
  [done("<command completed with exit code -1>"), { status: "error", output: "", exitCode: -1 }],
  [done("a\n<exited with exit code 2> b"), { status: "done", output: "a\n<exited with exit code 2> b" }],
  [done("a", { shellExecution: { exitCode: 3 } }), { status: "error", output: "a", exitCode: 3 }],
  [
    done("a\n<exited with exit code 0>", { shellExecution: { exitCode: 3 } }),
    { status: "error", output: "a", exitCode: 3 },
  ],
  [done("a", { shellExecution: { exitCode: null } }), { status: "done", output: "a" }],
  ...[
    "<command with shellId: 1 is still running after 30 seconds.>",
    "<command with id: 1 is still running>",
    "<command with sessionId: 1 is still running>",
    "<command started in background with shellId: 1>",
    "<command started in the background>",
    "<shellId: 1 is still running>",
  ].map((note) => [done(`a\n${note}`), { status: "background", output: `a\n${note}` }] as const),
  [failed("user_rejected", ""), { status: "rejected", output: "half" }],
  [failed("denied", "no"), { status: "rejected", output: "half\nno" }],
  [failed("failure", "The command was rejected by the user"), { status: "rejected" }],
  [failed("failure", "User declined"), { status: "rejected" }],
  [failed("failure", "denied by a rule"), { status: "rejected" }],
  [failed("failure", "permission denied: /etc/passwd"), { status: "error" }],
  [failed("aborted", ""), { status: "interrupted" }],
  [failed("cancelled", ""), { status: "interrupted" }],
  [failed("interrupted", ""), { status: "interrupted" }],
  [failed("timeout", ""), { status: "timed-out" }],
  [failed("timed_out", ""), { status: "timed-out" }],
  [failed("failure", "boom"), { status: "error", output: "half\nboom" }],
  [{ result: { content: "a" } }, { status: "error", output: "a" }],
] satisfies readonly (readonly [object, object])[])("copilot: %j", (data, outcome) => {
  const read = readCompletion({ ...data });
  expect(read).toMatchObject(outcome);
  expect("exitCode" in read).toBe("exitCode" in outcome);
});

import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { describeHost } from "../../../test/contracts/host.ts";
import { fold } from "../../thread/reducer.ts";
import { closingText } from "../../thread/turns.ts";
import { copilot, createReader } from "./copilot.ts";

const fixtures = fileURLToPath(new URL("../../../test/fixtures/copilot", import.meta.url));
describeHost({ host: copilot, fixtures });

test.each([
  ["sums up", "Done.", { summary: "All tests pass." }, "Done.\n\nAll tests pass."],
  ["says it again", "Done.", { summary: "Done." }, "Done."],
  ["says nothing else", "", { summary: "All tests pass." }, "All tests pass."],
  ["has no words", "Done.", {}, "Done."],
])("copilot: task_complete ends the turn where it %s", (_what, content, input, closing) => {
  const event = (id: string, type: string, data: object) => ({ type, data, id, timestamp: "2026-04-02T08:00:00.000Z" });
  const records = [
    event("s", "session.start", { sessionId: "s", context: { cwd: "/w" } }),
    event("u", "user.message", { content: "Test it." }),
    event("a", "assistant.message", {
      messageId: "m",
      content,
      toolRequests: [{ toolCallId: "c", name: "task_complete", arguments: JSON.stringify(input) }],
    }),
    event("r", "tool.execution_complete", { toolCallId: "c", success: true, result: { content: "Done." } }),
    event("t", "session.task_complete", input),
  ];
  const reader = createReader();
  const thread = fold(
    records.flatMap((record) => {
      const reading = reader.read(Buffer.from(JSON.stringify(record)));
      return reading.type === "deltas" ? reading.deltas : [];
    }),
  );
  expect(thread).toMatchObject({ dropped: 0, stepCount: 0, turns: [{ outcome: "ended" }] });
  expect(closingText(thread, thread.turns[0]!)).toBe(closing);
});

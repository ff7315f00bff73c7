import { expect, test, it } from "vitest";
import type { Delta } from "../../thread/delta.ts";
import { leaveQueue, readQueuedCommand, readQueueLine, endsTold } from "./queue.ts";
import { MAX_QUEUED, restoreState } from "./state.ts";

type Step = readonly ["queue", object] | readonly ["given", object] | readonly ["prompt", string];
const into = (content: string): Step => ["queue", { operation: "enqueue", content }];
const out = (operation: string, more: object = {}): Step => ["queue", { operation, ...more }];
const given = (prompt: string, more: object = {}): Step => ["given", { prompt, ...more }];

/** What becomes of the queue, each in a word or two. */
function told(...steps: readonly Step[]): string[] {
  const state = restoreState(undefined);
  return steps
    .flatMap(([kind, value], index): Delta[] => {
      const line = (record: object) => ({ record: { ...record }, id: `line-${index}`, at: undefined });
      if (kind === "queue") return readQueueLine(line(value), state);
      return kind === "given"
        ? readQueuedCommand(line({ attachment: value }), state)
        : leaveQueue(line({}), state, value);
    })
    .map((delta) => {
      if (delta.type === "user:message") return `${delta.message.source.type} says`;
      return (
        delta.type.replace("user:message-queue:", "") + ("id" in delta ? ` ${delta.id.replace("queued-", "")}` : "")
      );
    });
}

test.each([
  ["sent after the turn", [into("a"), out("dequeue"), ["prompt", "a"]], ["enqueue 1", "remove 1"]],
  ["another prompt than what waited", [into("a"), ["prompt", "b"]], ["enqueue 1"]],
  [
    "two sent as one",
    [into("a"), into("b"), out("dequeue"), out("dequeue"), ["prompt", "a\nb"]],
    ["enqueue 1", "enqueue 2", "remove 1", "remove 2"],
  ],
  [
    "one of two sent",
    [into("a"), into("b"), out("dequeue"), ["prompt", "a b"], ["prompt", "b"]],
    ["enqueue 1", "enqueue 2", "remove 1"],
  ],
  [
    "taken back into the editor",
    [into("a"), into("b"), out("popAll"), out("popAll")],
    ["enqueue 1", "enqueue 2", "remove 1", "remove 2"],
  ],
  ["handed over inside the turn", [into("a"), out("remove")], ["enqueue 1", "dequeue 1"]],
  [
    "handed over, and said so",
    [into("a"), out("remove", { content: "a", reason: "absorbed_mid_turn" })],
    ["enqueue 1", "dequeue 1"],
  ],
  [
    "removed for another reason",
    [into("a"), out("remove", { content: "a", reason: "cancelled" })],
    ["enqueue 1", "remove 1"],
  ],
  ["handed over, then noted", [into("a"), out("remove"), given("a")], ["enqueue 1", "dequeue 1"]],
  ["noted, then handed over", [into("a"), given("a"), out("remove")], ["enqueue 1", "dequeue 1"]],
  [
    "the same words twice",
    [into("a"), given("a"), out("remove", { content: "a" }), into("a"), given("a")],
    ["enqueue 1", "dequeue 1", "enqueue 2", "dequeue 2"],
  ],
  [
    "handed over twice, noted once more",
    [into("a"), out("remove"), given("a"), given("a")],
    ["enqueue 1", "dequeue 1", "queue says"],
  ],
  ["given without having waited", [given("a")], ["queue says"]],
  ["given after others were sent", [into("a"), out("dequeue"), given("b")], ["enqueue 1", "remove 1", "queue says"]],
  ["given by a program", [given("a", { origin: { kind: "channel" } })], ["host says"]],
  ["given by a person", [given("a", { origin: { kind: "human" } })], ["queue says"]],
  ["a notice about a task", [given("a", { commandMode: "task-notification" })], ["host says"]],
  ["a command of the program", [into("/model opus"), out("popAll")], []],
  ["a notice in JSON", [into('{"task_id":"1"}'), into("a"), out("remove")], ["enqueue 2", "dequeue 2"]],
  ["a notice alone", [into('{"task_id":"1"}'), out("remove"), out("remove")], []],
  ["nothing", [into(" "), out("remove"), out("dequeue"), given(" "), out("unheard-of")], []],
] satisfies readonly (readonly [string, readonly Step[], readonly string[]])[])(
  "claude-code: %s",
  (_what, steps, words) => {
    expect(told(...(steps as readonly Step[]))).toEqual(words);
  },
);

test("claude-code: a queue without an end forgets its oldest", () => {
  const many = Array.from({ length: MAX_QUEUED + 1 }, (_, index) => into(`word ${index}`));
  expect(told(...many, out("popAll")).filter((word) => word.startsWith("remove"))).toHaveLength(MAX_QUEUED);
});

const note = (summary: string, id = "<tool-use-id>toolu_1</tool-use-id>\n") =>
  `<task-notification>\n<task-id>b7</task-id>\n${id}<status>completed</status>\n<summary>${summary}</summary>\n</task-notification>`;
const codes = (text: string) =>
  endsTold(text, new Map(), undefined).map((delta) =>
    delta.type === "tool:data" ? [delta.toolUseId, delta.exitCode] : delta,
  );

it.each<[text: string, codes: readonly unknown[]]>([
  [note('Background command "npm test" completed (exit code 0)'), [["toolu_1", 0]]],
  [`${note('Background command "Run tests" failed with exit code 101')}\nRead the output file.`, [["toolu_1", 101]]],
  [
    `${note('Background command "a" failed with exit code 1')}\n${note('Background command "b" completed (exit code 0)', "<tool-use-id>toolu_2</tool-use-id>")}`,
    [
      ["toolu_1", 1],
      ["toolu_2", 0],
    ],
  ],
  // What says no code, of no command, or of nobody knows which.
  [note('Background command "npm test" was stopped'), []],
  [note('Background command "npm test" completed'), []],
  [note('Agent "Run the tests" completed (exit code 0)'), []],
  [note('Background command "npm test" completed (exit code 0)', ""), []],
  [note('Background command "it failed with exit code 1" is still running'), []],
  [`Look: ${note('Background command "npm test" failed with exit code 1')}`, []],
])("%j", (text, expected) => {
  expect(codes(text)).toEqual(expected);
});

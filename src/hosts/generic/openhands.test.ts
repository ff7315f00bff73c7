import { expect, it } from "vitest";
import { storyOf } from "../../../test/support/story.ts";
import type { Delta } from "../../thread/delta.ts";
import { openhands } from "./openhands.ts";

type Reader = ReturnType<typeof openhands.createReader>;

function read(records: readonly object[], reader: Reader = openhands.createReader()): Delta[] {
  return records.flatMap((record, index) => {
    const reading = reader.readRecord?.(record, index);
    return reading?.type === "deltas" ? reading.deltas.filter(({ type }) => type !== "thread:started") : [];
  });
}

const asked = (content: string) => ({ source: "user", action: "message", args: { content } });
const did = (id: number, action: string, args: object = {}) => ({ id, source: "agent", action, args });
const saw = (observation: string, content: string, more: object = {}) => ({
  source: "agent",
  observation,
  content,
  extras: {},
  ...more,
});

const helped = [asked("Fix sum.py."), did(1, "delegate", { agent: "B" }), asked("TASK: Look. Do not touch sum.py.")];
const SENT = [
  'user: "Fix sum.py."',
  'agent: calls delegate event-1 {"agent":"B"} > tool_use',
  'host: "TASK: Look. Do not touch sum.py."',
];

it.each([
  ["is given its task by the agent", [], []],
  ["is spoken to by nobody else", [asked("Go on.")], ['host: "Go on."']],
  [
    "says to the agent what it found",
    [did(2, "finish", { final_thought: "Looked." }), saw("delegate", "It looked."), asked("Thanks.")],
    ['agent: "Looked." > tool_use', 'event-1 done: "It looked."', 'user: "Thanks."'],
  ],
  [
    "may leave a call of its own without an answer",
    [did(2, "run", { command: "a" }), saw("delegate", "It failed."), asked("Go on.")],
    ['agent: calls execute_bash event-2 {"command":"a"} > tool_use', 'event-1 done: "It failed."', 'user: "Go on."'],
  ],
  ["goes on after an error that is of no call", [saw("error", "No such action."), asked("Go on.")], ['host: "Go on."']],
])("openhands: who was asked to help %s", (_, events, story) => {
  expect(storyOf(read([...helped, ...events]))).toEqual([...SENT, ...story]);
});

it("openhands: an answer that names no call answers one call, however often it is read", () => {
  const reader = openhands.createReader();
  const events = [asked("Test."), did(1, "run", { command: "a" }), saw("run", "ok"), did(3, "run", { command: "b" })];
  expect(read(events, reader)).toHaveLength(4);
  expect(read(events, reader)).toEqual([]);
});

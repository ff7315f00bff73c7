import { expect, it } from "vitest";
import { growth, MORE_THAN_ITS_INPUT } from "../../../test/support/growth.ts";
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

const refused = (rejection_reason: string, rejection_source?: string) => [
  { kind: "ActionEvent", source: "agent", tool_name: "terminal", tool_call_id: "c", action: { command: "a" } },
  { kind: "UserRejectObservation", source: "environment", tool_call_id: "c", rejection_reason, rejection_source },
];

it.each([
  ["what a person says with it is said to the agent", "Skip it.", "user", ['queue: "Skip it."']],
  ["what the program says for a person is not", "User rejected the action", "user", []],
  ["nor for several calls", "User rejected the actions", "user", []],
  ["what a hook says is not the person's", "Never push.", "hook", []],
  ["what nobody is named for is not, either", "Never push.", undefined, []],
])("openhands: of a refusal, %s", (_, reason, source, story) => {
  const reader = openhands.createReader();
  const told = storyOf(read(refused(reason, source), reader));
  expect(told.slice(1)).toEqual([`c rejected: "${reason}"`, ...story]);
  expect(read(refused(reason, source), reader)).toEqual([]);
});

it("openhands: an answer that names no call answers one call, however often it is read", () => {
  const reader = openhands.createReader();
  const events = [asked("Test."), did(1, "run", { command: "a" }), saw("run", "ok"), did(3, "run", { command: "b" })];
  expect(read(events, reader)).toHaveLength(4);
  expect(read(events, reader)).toEqual([]);
});

const rules = saw("recall", "", { extras: { repo_instructions: "Never commit." } });
const second = { history: [asked("Name it."), did(1, "finish", { final_thought: "a.py" })] };
const NAMED = ['user: "Name it."', 'agent: "a.py" > end_turn'];

it.each([
  ["in which a helper was at work", [did(1, "delegate")], []],
  ["that had rules", [rules], ['guidance AGENTS.md: ""']],
  [
    "in which rules were read",
    [did(1, "read", { path: "/a/CLAUDE.md" }), saw("read", "Never push."), rules],
    ['guidance /a/CLAUDE.md: ""', 'guidance AGENTS.md: ""'],
  ],
])("openhands: nothing holds of a run before %s", (_, events, emptied) => {
  const reader = openhands.createReader();
  read([{ history: [asked("Look."), ...events] }], reader);
  const goneOn = openhands.createReader(JSON.parse(JSON.stringify(reader.state())));
  const reading = goneOn.readRecord?.(second, 1);
  const story = reading?.type === "deltas" ? storyOf(reading.deltas) : [];
  expect(story).toEqual(["taken back to the beginning", ...emptied, ...NAMED]);
  const third = goneOn.readRecord?.(second, 2);
  expect(third?.type === "deltas" && storyOf(third.deltas)).toEqual(["taken back to the beginning", ...NAMED]);
});

it.each([
  ["the work is handed in without a word", (id: number) => [did(id, "finish")]],
  ["calls have no answer", (id: number) => [did(id, "run", { command: "a" }), saw("null", "")]],
])("openhands: however often %s, reading costs what there is to read", (_, events) => {
  const all = Array.from({ length: 12_000 }, (__, id) => events(id));
  const work = (part: typeof all) => read([asked("Look."), did(-1, "message", { content: "Done." }), ...part.flat()]);
  expect(growth(all, work)).toBeLessThan(MORE_THAN_ITS_INPUT);
});

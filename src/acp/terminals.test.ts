import { expect, it } from "vitest";
import { readMessage, writeMessage } from "./message.ts";
import { createTerminals } from "./tool-call.ts";

it("remembers what the newest terminals came to, and not all that an editor ever ran", () => {
  const terminals = createTerminals();
  for (let number = 0; number < 300; number += 1) {
    const terminalId = `t${number}`;
    terminals.request(message({ id: number, method: "terminal/output", params: { terminalId } }));
    terminals.answer(
      message({ id: number, result: { output: "x".repeat(number * 1000), exitStatus: { exitCode: 1 } } }),
    );
  }
  const { ends } = terminals;
  expect(ends.size).toBe(256);
  expect(ends.get("t0")).toBeUndefined();
  expect(ends.get("t299")?.exitCode).toBe(1);
  expect(ends.get("t299")?.output.length).toBeLessThan(210_000);
});

it("forgets the oldest requests that an editor never answers", () => {
  const terminals = createTerminals();
  const terminalId = (id: number) => `t${id}`;
  for (let id = 0; id < 300; id += 1)
    terminals.request(message({ id, method: "terminal/output", params: { terminalId: terminalId(id) } }));
  for (const id of [0, 299]) terminals.answer(message({ id, result: { output: "a" } }));
  expect([...terminals.ends.keys()]).toEqual([terminalId(299)]);
});

it.each([
  [
    "what it printed and how it ended",
    "terminal/output",
    [{ output: "a", exitStatus: { exitCode: 1 } }],
    { output: "a", exitCode: 1 },
  ],
  ["how it ended", "terminal/wait_for_exit", [{ exitCode: 2 }], { output: "", exitCode: 2 }],
  ["what it printed so far", "terminal/output", [{ output: "a", exitStatus: null }], { output: "a" }],
  [
    "both, one after the other",
    "terminal/output",
    [{ output: "a" }, { exitStatus: { exitCode: 0 } }],
    { output: "a", exitCode: 0 },
  ],
  [
    "the end once and for all",
    "terminal/output",
    [{ output: "a", exitStatus: { exitCode: 3 } }, { output: "ab" }],
    { output: "ab", exitCode: 3 },
  ],
  ["nothing of other questions", "terminal/release", [{ output: "a" }], undefined],
])("learns %s from the answers to %s", (_what, method, results, end) => {
  const terminals = createTerminals();
  for (const [id, result] of results.entries()) {
    terminals.request(message({ id, method, params: { terminalId: "t" } }));
    terminals.answer(message({ id, result }));
    terminals.answer(message({ id, result: { output: "asked by nobody" } }));
    terminals.answer(message({ id: `other ${id}`, result: { output: "asked by nobody" } }));
  }
  expect(terminals.ends.get("t")).toEqual(end);
});

function message(fields: object) {
  const read = readMessage(writeMessage(fields));
  if (!read) throw new Error("no message");
  return read;
}

import { expect, it } from "vitest";
import { readMessage, writeMessage } from "./message.ts";
import { createTerminals } from "./terminals.ts";

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

function message(fields: object) {
  const read = readMessage(writeMessage(fields));
  if (!read) throw new Error("no message");
  return read;
}

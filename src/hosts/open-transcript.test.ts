import { join } from "node:path";
import { expect, it } from "vitest";
import { hostNamed } from "./hosts.ts";
import { readThread } from "./open-transcript.ts";

const sample = join(import.meta.dirname, "../../samples/claude-code-false-done.jsonl");

it("reads a file into the thread that it tells, and says whose it is and how far it came", () => {
  const { host, thread, reading } = readThread(sample);
  expect(host.name).toBe("claude-code");
  expect(thread.turns.length).toBeGreaterThan(0);
  expect(thread.stepCount).toBe(thread.turns.flatMap(({ steps }) => steps).length);
  expect(reading).toMatchObject({ malformedCount: 0, unfinished: false });
});

it("believes whose file it is told to be", () => {
  expect(readThread(sample, hostNamed("codex")).host.name).toBe("codex");
});

it("says what is wrong with a file that is no transcript", () => {
  expect(() => readThread(join(import.meta.dirname, "hosts.ts"))).toThrow("is not in a format that is known here");
});

import { expect, it } from "vitest";
import type { RunProcess } from "../../process/run-process.ts";
import { runCheck } from "./run-check.ts";

const CHECK = { kind: "test", command: ["sh", "-c", "npm test"], line: "npm test", directory: "", source: "" } as const;

/** What npm prints comes through one pipe, what it starts speaks through the other: the first to be read may be either. */
const printing =
  (...chunks: readonly string[]): RunProcess =>
  async ({ onOutput }) => {
    for (const chunk of chunks) onOutput?.(Buffer.from(chunk), "stdout");
    return { type: "exited", exitCode: 127, left: 0 };
  };
const ANNOUNCED = "\n> test\n> no-such-runner run\n\n";
const MISSING = "sh: 1: no-such-runner: not found\n";

it.each([
  ["in its order", [ANNOUNCED, MISSING]],
  ["the other way round", [MISSING, ANNOUNCED]],
])("says what a check missed, not how it was called: %s", async (_, chunks) => {
  const running = { root: "/", environment: { PATH: "/bin:/usr/bin" }, timeoutMs: 1000, run: printing(...chunks) };
  const { reason } = await runCheck(CHECK, { ...running, signal: new AbortController().signal });
  expect(reason).toBe("it checked nothing: sh: 1: no-such-runner: not found");
});

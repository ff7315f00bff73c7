import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import type { HookEvent, HookHost } from "../hosts/hook.ts";
import { EMPTY_THREAD } from "../thread/thread.ts";
import { hasFewCalls } from "./few-calls.ts";
import { encodeMark, markBehind } from "./turn-mark.ts";

// In a process of its own: one that waits for a pipe cannot be ended by anything inside it.
it.skipIf(process.platform === "win32")("does not wait for the writer of a pipe", () => {
  const path = join(temporaryDirectory(), "pipe");
  execFileSync("/usr/bin/env", ["mkfifo", path]);
  const module = pathToFileURL(join(import.meta.dirname, "few-calls.ts")).href;
  const event = { transcript: path, closing: "Done.", session: "s", again: false };
  const script = `const { hasFewCalls } = await import(${JSON.stringify(module)});
    console.log(hasFewCalls(undefined, { name: "claude-code", callMark: "tool_use" }, ${JSON.stringify(event)}, 5));`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    encoding: "utf8",
    timeout: 10_000,
    killSignal: "SIGKILL",
  });
  expect(stdout).toBe("false\n");
});

it("counts from the place that was kept of this transcript, not of another one of the session", () => {
  const path = join(temporaryDirectory(), "session.jsonl");
  writeFileSync(path, "tool_use\n".repeat(3));
  const host = { name: "claude-code", callMark: "tool_use" } as HookHost;
  const event: HookEvent = { kind: "stop", name: "Stop", session: "s", cwd: undefined, transcript: path, closing: "." };
  const position = { offset: 18, line: 2, state: undefined };
  const state = encodeMark({ mark: markBehind(EMPTY_THREAD, position), carried: undefined });
  const keptOf = (kept: string) => ({ host: "claude-code", session: "s", path: kept, identity: "", offset: 18, state });
  expect(hasFewCalls(keptOf(path), host, event, 5)).toBe(true);
  for (const closing of ["All tests pass.", "I created `a.ts`.", "Now I'll write the parser:"])
    expect(hasFewCalls(keptOf(path), host, { ...event, closing }, 5)).toBe(false);
  expect(hasFewCalls(keptOf(`${path}.old`), host, event, 5)).toBe(false);
  expect(hasFewCalls(keptOf(path), host, { ...event, again: true }, 5)).toBe(false);
  expect(hasFewCalls(keptOf(path), host, { ...event, closing: undefined }, 5)).toBe(false);
  expect(hasFewCalls(keptOf(path), { ...host, wakes: ["<woken", "_use"] }, event, 5)).toBe(false);
});

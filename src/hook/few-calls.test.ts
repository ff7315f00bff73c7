import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { temporaryDirectory } from "../../test/support/tool-bench.ts";

// In a process of its own: one that waits for a pipe cannot be ended by anything inside it.
it.skipIf(process.platform === "win32")("does not wait for the writer of a pipe", () => {
  const path = join(temporaryDirectory(), "pipe");
  execFileSync("/usr/bin/env", ["mkfifo", path]);
  const module = pathToFileURL(join(import.meta.dirname, "few-calls.ts")).href;
  const event = { transcript: path, closing: "Done.", session: "s", again: false };
  const script = `const { hasFewCalls } = await import(${JSON.stringify(module)});
    const store = { getCursor: async () => undefined };
    console.log(await hasFewCalls(store, { name: "claude-code", callMark: "tool_use" }, ${JSON.stringify(event)}, 5));`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    encoding: "utf8",
    timeout: 10_000,
    killSignal: "SIGKILL",
  });
  expect(stdout).toBe("false\n");
});

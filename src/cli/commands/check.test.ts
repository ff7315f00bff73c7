import { join } from "node:path";
import { writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { runCommand } from "../../../test/support/run-command.ts";
import { ClaudeSession } from "../../../test/support/claude-session.ts";
import { temporaryDirectory } from "../../../test/support/tool-bench.ts";
import { command as check } from "./check.ts";

it("ends between two files when somebody presses Ctrl-C", async () => {
  const home = temporaryDirectory();
  const path = join(home, "session.jsonl");
  writeFileSync(path, new ClaudeSession().falseTurn().text());
  const interrupt = new AbortController();
  let judged = 0;
  const { code } = await runCommand(check, [path, path, path, "--json"], {
    out: () => {
      judged += 1;
      // As a signal comes: not before the process is at rest.
      setImmediate(() => interrupt.abort());
    },
    env: { HOME: home },
    cwd: home,
    signal: interrupt.signal,
  });
  expect({ code, judged }).toEqual({ code: 130, judged: 1 });
});

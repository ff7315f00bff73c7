import { expect, it } from "vitest";
import { runCommand } from "../../../test/support/run-command.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { command as hook } from "./hook.ts";

it("does not wait for a person at a terminal, and says who calls it", async () => {
  const cwd = temporaryDirectory();
  const typed = runCommand(hook, ["claude-code"], { env: { HOME: cwd }, cwd, ask: async () => undefined });
  // Never 2: agents take that for a hook that blocks them.
  expect(await typed).toEqual({ code: 1, out: "", err: expect.stringContaining("cox hook: agents call this") });
});

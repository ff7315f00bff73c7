import { expect, it } from "vitest";
import { runCommand } from "../../../test/support/run-command.ts";
import { temporaryDirectory } from "../../../test/support/tool-bench.ts";
import { command as hook } from "./hook.ts";

it("does not wait for a person at a terminal, and says who calls it", async () => {
  const cwd = temporaryDirectory();
  const typed = runCommand(hook, ["claude-code"], { env: { HOME: cwd }, cwd, ask: async () => undefined });
  await expect(typed).rejects.toMatchObject({ code: "usage", message: expect.stringContaining("agents call this") });
});

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ClaudeSession } from "../../../test/support/claude-session.ts";
import { runCommand } from "../../../test/support/run-command.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { command as check } from "./check.ts";

it("catches a claim after no call at all: proof does not wait for the gate", async () => {
  const home = temporaryDirectory();
  const path = join(home, "session.jsonl");
  writeFileSync(path, new ClaudeSession().user("Fix the total.").say("All tests pass.").text());
  const { out } = await runCommand(check, [path, "--json"], { env: { HOME: home }, cwd: home });
  expect(JSON.parse(out)).toMatchObject({
    verdict: "correct",
    message: 'You say "All tests pass.", but the tests never ran; run them and tell me what they say.',
    findings: [{ id: "claimed-check-never-ran", steps: [] }],
  });
});

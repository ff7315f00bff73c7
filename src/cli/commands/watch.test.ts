import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ClaudeSession } from "../../../test/support/claude-session.ts";
import { runCommand } from "../../../test/support/run-command.ts";
import { temporaryDirectory } from "../../../test/support/tool-bench.ts";
import { command as watch } from "./watch.ts";

it("says what is proven also where nothing can be kept, and says that", async () => {
  const home = temporaryDirectory();
  const folder = join(home, ".claude", "projects", "p");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(home, "store.db"), "no database".repeat(1000));
  const cancel = new AbortController();
  let shown = "";
  let said = "";
  const { code } = await runCommand(watch, ["--every", "0.1"], {
    env: { HOME: home, COX_STORE_PATH: join(home, "store.db") },
    cwd: home,
    signal: cancel.signal,
    out(text) {
      shown += text;
      cancel.abort();
    },
    err(text) {
      said += text;
      if (text.includes("Watching")) writeFileSync(join(folder, "a.jsonl"), new ClaudeSession().falseTurn().text());
    },
  });
  expect(code).toBe(0);
  expect(said).toMatch(/^cox watch: Nothing is kept, so cox why cannot explain it later: The store \S+ is damaged/);
  expect(shown).toContain("✗ correct");
  expect(shown).not.toContain("cox why");
});

it.each(["0", "soon", "99999999", ""])("does not look every %j seconds", async (every) => {
  const home = temporaryDirectory();
  await expect(runCommand(watch, ["--every", every], { env: { HOME: home }, cwd: home })).rejects.toThrow(
    "--every takes a number of seconds from 0.1 to 86400",
  );
});

import { expect, it } from "vitest";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { loadConfig } from "../config.ts";
import { createMemoryStore } from "../store/memory.ts";
import { EMPTY_THREAD } from "../thread/thread.ts";
import { composeHandoff } from "./handoff.ts";

it("writes a handoff by whom and within what the settings say", async () => {
  const cwd = temporaryDirectory();
  const overrides = {
    "handoff.model": "ollama/writer",
    "handoff.maxFiles": 3,
    "handoff.budgetCharacters": 700,
    "handoff.timeoutSeconds": 9,
  };
  const { config } = loadConfig({ cwd, env: {}, home: cwd, overrides });
  const parts = await composeHandoff({ config, env: {}, cwd }, createMemoryStore(), EMPTY_THREAD);
  expect(parts).toMatchObject({ maxFiles: 3, budget: 700, timeoutMs: 9000, prices: config.prices });
  expect(parts.models.map(({ name }) => name)).toEqual(["ollama/writer"]);
});

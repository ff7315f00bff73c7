import { expect, it } from "vitest";
import { loadConfig } from "../config.ts";
import { createMemoryStore } from "../store/memory.ts";
import type { Delta } from "../thread/delta.ts";
import { composeSupervisor } from "./acp.ts";

it("watches a session again whose record could not be opened the first time", async () => {
  const store = createMemoryStore();
  const { config } = loadConfig({ cwd: "/", env: {}, home: "/home/sam" });
  const troubles: unknown[] = [];
  let isBusy = true;
  const supervisor = composeSupervisor({
    store: { ...store, read: (...args) => (isBusy ? Promise.reject(new Error("busy")) : store.read(...args)) },
    settingsFor: () => ({ config, env: {}, cwd: "/" }),
    report: (trouble) => troubles.push(trouble),
  });
  const session = { id: "s1", cwd: undefined, agent: undefined };
  const cancelled: Delta = { v: 1, type: "cancelled", reason: "Esc" };
  await supervisor.note(session, [cancelled]);
  expect(troubles).toEqual([new Error("busy")]);
  isBusy = false;
  await supervisor.note(session, [cancelled]);
  expect(troubles).toHaveLength(1);
  expect((await store.read("s1")).map(({ delta }) => delta.type)).toEqual(["thread:started", "cancelled"]);
});

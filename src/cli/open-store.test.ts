import { beforeEach, expect, it } from "vitest";
import { createMemoryStore } from "../store/memory.ts";
import type { Store } from "../store/store.ts";
import { findOwnThread, findThread } from "./open-store.ts";

let store: Store;

beforeEach(async () => {
  store = createMemoryStore();
  await started("ours-1", "coxswain", "2026-01-01T00:00:00Z");
  await started("session-1", "acp", "2026-01-02T00:00:00Z");
});

function started(threadId: string, host: string, at: string): Promise<unknown> {
  return store.append(threadId, [{ v: 1, type: "thread:started", threadId, host, at }]);
}

it("takes the last one to be our own agent's, though an editor's session was logged after it", async () => {
  expect(await findThread(store, "last")).toMatchObject({ id: "ours-1" });
  expect(await findOwnThread(store, "last")).toMatchObject({ id: "ours-1" });
});

it("says how to begin where there is no last one", async () => {
  await expect(findThread(createMemoryStore(), "last")).rejects.toMatchObject({
    code: "store.empty",
    message: "There is no thread yet.",
    hint: expect.stringContaining("cox run"),
  });
});

it("goes on with no session of another agent, and finds it by its id for whoever only looks", async () => {
  await expect(findOwnThread(store, "sess")).rejects.toThrow('There is no thread "sess".');
  expect(await findThread(store, "sess")).toMatchObject({ id: "session-1" });
});

it("does not take an empty name for the start of the only id", async () => {
  const alone = createMemoryStore();
  await alone.append("only", [{ v: 1, type: "thread:started", threadId: "only", host: "coxswain" }]);
  await expect(findThread(alone, "")).rejects.toThrow('There is no thread "".');
  await expect(findOwnThread(alone, "")).rejects.toThrow('There is no thread "".');
});

it("takes a whole id for the thread that has it, though it also begins another one", async () => {
  await started("session-10", "acp", "2026-01-03T00:00:00Z");
  await started("ours-10", "coxswain", "2026-01-03T00:00:00Z");
  expect(await findThread(store, "session-1")).toMatchObject({ id: "session-1" });
  expect(await findOwnThread(store, "ours-1")).toMatchObject({ id: "ours-1" });
  await expect(findThread(store, "session-")).rejects.toMatchObject({
    message: 'More than one thread starts with "session-".',
    hint: expect.stringContaining("cox threads --json"),
  });
});

it("goes on with ours that a whole id of another agent begins", async () => {
  await started("ours", "acp", "2026-01-03T00:00:00Z");
  expect(await findOwnThread(store, "ours")).toMatchObject({ id: "ours-1" });
});

import { describe, expect, it } from "vitest";
import { createMemoryStore } from "../store/memory.ts";
import type { Delta } from "../thread/delta.ts";
import { openThreadLog } from "./thread-log.ts";

const started: Delta = { v: 1, type: "thread:started", threadId: "t1", host: "coxswain" };
const handoff: Delta = { v: 1, type: "handoff", relation: "to", threadId: "t2", goal: "go on", usage: [] };
const said = (text: string): Delta => ({
  v: 1,
  type: "user:message",
  message: { role: "user", id: text, source: { type: "user" }, content: [{ type: "text", text }] },
});

describe("a thread's log", () => {
  it("goes on after a handoff that another process wrote meanwhile", async () => {
    const store = createMemoryStore();
    const log = await openThreadLog(store, "t1");
    await log.append([started]);
    await store.append("t1", [handoff]);
    await log.append([said("one")]);
    await log.append([said("two")]);
    expect((await store.read("t1")).map(({ delta }) => delta.type)).toEqual([
      "thread:started",
      "handoff",
      "user:message",
      "user:message",
    ]);
    expect(log.thread.relations).toEqual([{ relation: "to", threadId: "t2", goal: "go on" }]);
    expect(log.thread.messages).toHaveLength(2);
  });

  it("writes how a new thread begins together with what happens first", async () => {
    const store = createMemoryStore();
    const log = await openThreadLog(store, "t1", started);
    expect(log.thread).toMatchObject({ id: "t1", host: "coxswain" });
    await log.append([]);
    expect(await store.listThreads()).toEqual([]);
    await log.append([said("one")]);
    await log.append([said("two")]);
    const types = ["thread:started", "user:message", "user:message"];
    expect((await store.read("t1")).map(({ delta }) => delta.type)).toEqual(types);
    const reopened = await openThreadLog(store, "t1", started);
    await reopened.append([said("three")]);
    expect((await store.read("t1")).map(({ delta }) => delta.type)).toEqual([...types, "user:message"]);
  });

  it("refuses to write when another process works on the thread, and says so every time", async () => {
    const store = createMemoryStore();
    const log = await openThreadLog(store, "t1");
    await log.append([started]);
    await store.append("t1", [handoff, said("elsewhere")]);
    await expect(log.append([said("here")])).rejects.toMatchObject({ code: "store.conflict" });
    await expect(log.append([said("here")])).rejects.toMatchObject({ code: "store.conflict" });
    expect(log.thread.messages).toHaveLength(0);
  });
});

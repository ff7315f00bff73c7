import { spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { openSqliteStore } from "../store/sqlite.ts";
import type { Store } from "../store/store.ts";
import { textOf } from "../thread/message.ts";
import { fold } from "../thread/reducer.ts";
import type { Thread } from "../thread/thread.ts";

const PROGRAM = resolve(import.meta.dirname, "../../test/support/handoff-child.ts");
const ROUNDS = 8;

it("a process killed at any moment leaves no handoff that only one of its threads knows", async () => {
  const path = join(temporaryDirectory(), "store.db");
  const store = await openSqliteStore(path);
  const said: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const names = [`${round}-a`, `${round}-b`];
    for (const threadId of names)
      await store.append(threadId, [{ v: 1, type: "thread:started", threadId, host: "coxswain" }]);
    for (const ids of await Promise.all(names.map((name) => handOffUntilKilled(path, name)))) said.push(...ids);
  }
  const { old, created } = await everyThread(store);
  expect(old).toHaveLength(ROUNDS * 2);
  const told = old.flatMap((thread) => thread.relations.map((relation) => ({ ...relation, from: thread.id })));
  expect(told.length).toBeGreaterThan(ROUNDS);
  expect(told.map((relation) => relation.threadId).toSorted()).toEqual(created.map(({ id }) => id).toSorted());
  for (const { threadId, from, goal } of told) {
    const thread = created.find(({ id }) => id === threadId);
    expect(thread?.relations).toEqual([{ relation: "from", threadId: from, goal }]);
    expect(thread?.messages.map((message) => textOf(message).split(".")[0])).toEqual([
      `This goes on from thread ${from}`,
    ]);
  }
  const ids = new Set(created.map(({ id }) => id));
  expect(said.filter((id) => !ids.has(id))).toEqual([]);
  await store.close();
}, 60_000);

/** The ids it could still say. A line that the kill cut off was not said. */
async function handOffUntilKilled(path: string, from: string): Promise<string[]> {
  const child = spawn(process.execPath, [PROGRAM, path, from], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  let errors = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  const closed = once(child, "close");
  await Promise.race([once(child.stdout, "data"), closed]);
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 40));
  child.kill("SIGKILL");
  await closed;
  expect({ signal: child.signalCode, errors }).toEqual({ signal: "SIGKILL", errors: "" });
  return output.split("\n").slice(0, -1);
}

async function everyThread(store: Store): Promise<{ old: Thread[]; created: Thread[] }> {
  const old: Thread[] = [];
  const created: Thread[] = [];
  for (const { id } of await store.listThreads()) {
    const thread = fold((await store.read(id)).map(({ delta }) => delta));
    (/^\d+-[ab]$/.test(id) ? old : created).push(thread);
  }
  return { old, created };
}

import { createInterface } from "node:readline";
import { openPostgresStore } from "../../src/store/postgres.ts";
import { openSqliteStore } from "../../src/store/sqlite.ts";
import type { Store } from "../../src/store/store.ts";
import { note, usage, verdict } from "./store-samples.ts";

/**
 * The other process in the store's tests: `node store-child.ts BACKEND TASK NAME COUNT LOCATION…`.
 * It says `ready`, waits for a line on stdin, does its task and exits 0; anything on stderr is a failure.
 */
const [backend, task, name = "child", count = "0", ...locations] = process.argv.slice(2);
const times = Number(count);

await startSignal();
for (const location of locations) {
  const store = await open(location);
  await tasks(store);
  await store.close();
}

async function open(location: string): Promise<Store> {
  switch (backend) {
    case "sqlite":
      return openSqliteStore(location);
    case "postgres":
      return openPostgresStore(location);
    default:
      throw new Error(`A child cannot open ${backend}`);
  }
}

async function tasks(store: Store): Promise<void> {
  switch (task) {
    case "share":
      return share(store);
    case "take-turns":
      return takeTurns(store);
    case "until-killed":
      return untilKilled(store);
    case "correct":
      return correct(store);
    case "grow":
      return grow(store);
    default:
      throw new Error(`No task ${task}`);
  }
}

/** Writes to a thread that all write to and to its own, and counts in a guard state that all count in. */
async function share(store: Store): Promise<void> {
  for (let index = 0; index < times; index += 1) {
    await store.append("shared", [note(`${name}/${index}/first`), note(`${name}/${index}/second`)]);
    const last = await store.append(`own-${name}`, [note(`${index}`)], { expectedSeq: index });
    if (last !== index + 1) throw new Error(`own log stands at ${last}`);
    await store.updateGuard("count", (current) => Number(current ?? 0) + 1);
  }
}

/** Appends only to what it has read, and tries again when another was faster. */
async function takeTurns(store: Store): Promise<void> {
  for (let done = 0, lastSeq = 0; done < times;) {
    try {
      lastSeq = await store.append("turns", [note(`${lastSeq}`)], { expectedSeq: lastSeq });
      done += 1;
    } catch (error) {
      if (!(error instanceof Error) || !("code" in error) || error.code !== "store.conflict") throw error;
      lastSeq = (await store.read("turns", { sinceSeq: lastSeq })).at(-1)?.seq ?? 0;
    }
  }
}

/** Writes batches of uneven size to two threads with all that belongs to them, and says each one that was accepted. */
async function untilKilled(store: Store): Promise<void> {
  for (let batch = 1; batch <= 5000; batch += 1) {
    const size = 1 + Math.floor(Math.random() * 30);
    const filling = "x".repeat(Math.floor(Math.random() ** 4 * 10_000));
    const deltas = Array.from({ length: size }, (_, index) => note(`${name}/${batch}/${index + 1}/${size}/${filling}`));
    await store.write({
      appends: [
        { threadId: "shared", deltas },
        { threadId: `own-${name}`, deltas },
      ],
      verdicts: [verdict(`${name}/${batch}`, { threadId: `own-${name}` })],
      usage: [{ threadId: `own-${name}`, usage: usage() }],
      cursors: [{ host: "test", session: name, path: "/t", identity: "1", offset: batch, state: { batch } }],
    });
    await say(`batch ${batch}`);
    await store.updateGuard(`count-${name}`, (current) => Number(current ?? 0) + 1);
    await say(`guard ${batch}`);
  }
}

/** One of several replicas of an agent, whose turns all end in the same conversation and are all objected to. */
async function correct(store: Store): Promise<void> {
  // The other tasks start faster without it.
  const { createWatch, wordsOf } = await import("../../src/adapters/watch.ts");
  const { relentless } = await import("../support/relentless.ts");
  const watch = createWatch({ evidence: relentless(), gate: { minToolCalls: 1 }, store, threadId: "conversation" });
  const request = { role: "user", content: "Fix the rounding in src/page.ts and run the tests." };
  for (let round = 1; round <= times; round += 1) {
    const input = { path: "src/page.ts", oldText: "=> n;", newText: `=> n - ${name}${round};` };
    const call = { toolCallId: `${name}${round}`, toolName: "edit_file", input };
    const decision = await watch.atMessages([
      request,
      { role: "assistant", content: [{ type: "tool-call", ...call }] },
      { role: "tool", content: [{ type: "tool-result", ...call, output: { type: "text", value: "edited" } }] },
      { role: "assistant", content: `Fixed by ${name}. All tests pass.` },
    ]);
    await say(decision ? `looked ${wordsOf(decision) ?? ""}` : "failed");
  }
}

/** Appends until the store refuses, says why, and checks that what was accepted before is still there. */
async function grow(store: Store): Promise<void> {
  let accepted = 0;
  try {
    for (; accepted < times; accepted += 1) await store.append("big", [note("x".repeat(20_000))]);
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    await say(JSON.stringify({ accepted, kept: (await store.read("big")).length, code, message }));
  }
}

async function startSignal(): Promise<void> {
  await say("ready");
  for await (const line of createInterface({ input: process.stdin })) {
    if (line === "go") return;
  }
  process.exit(3);
}

/** Resolves when the line has left this process. */
function say(line: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(`${line}\n`, (error) => (error ? reject(error) : resolve()));
  });
}

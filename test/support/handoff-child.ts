import { flushCompileCache } from "node:module";
import { createHandoff } from "../../src/agent/handoff.ts";
import { openWorkspace } from "../../src/agent/workspace.ts";
import { openSqliteStore } from "../../src/store/sqlite.ts";

/**
 * The process that is killed: `node handoff-child.ts STORE THREAD`. It hands the thread off again and again, and says
 * the id of each new thread when it is told that it was created.
 */
const [path = "", from = ""] = process.argv.slice(2);
// Who is killed keeps nothing of what was compiled at its end.
flushCompileCache();
const store = await openSqliteStore(path);
const workspace = await openWorkspace(".");

for (let round = 0; round < 5000; round += 1) {
  const message = `This goes on from thread ${from}. ${"x".repeat(Math.floor(Math.random() ** 3 * 200_000))}`;
  const draft = { from, goal: `goal ${round}`, message, files: [], dropped: [], model: "none/none", usage: [] };
  const id = await createHandoff({ store, workspace }, draft);
  await new Promise((resolve) => process.stdout.write(`${id}\n`, resolve));
}

/** `node queue-child.ts PLACE LOG SLOTS JOB_MS LEASE_MS`: a worker that writes down which jobs it has done. */
import { appendFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { openRecords } from "../../src/team/open-team.ts";
import { createQueue } from "../../src/team/queue/queue.ts";
import { runWorker } from "../../src/team/queue/worker.ts";

const [place = "", log = "", slots, jobMs, leaseMs] = process.argv.slice(2);
const database = await openRecords(place);
const ended = new AbortController();
process.once("SIGTERM", () => ended.abort());
process.stdout.write("ready\n");
await runWorker({
  queue: createQueue(database),
  slots: Number(slots),
  leaseMs: Number(leaseMs),
  pollMs: 50,
  signal: ended.signal,
  log: ({ event, outcome }) => {
    if (event === "job") appendFileSync(log, `${String(outcome)}\n`);
  },
  async work({ id, kind }) {
    if (kind === "deadly") process.kill(process.pid, "SIGKILL");
    if (kind === "poisonous") throw new Error("cannot be done");
    await wait(Number(jobMs));
    appendFileSync(log, `${id}\n`);
  },
});
await database.close();

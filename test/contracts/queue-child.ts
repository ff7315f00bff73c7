/** `node queue-child.ts PLACE LOG SLOTS JOB_MS LEASE_MS`: a worker that writes down what it begins and what it has noted. */
import { appendFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { openRecords } from "../../src/team/open-team.ts";
import { createQueue, type Job } from "../../src/team/queue/queue.ts";
import { runWorker } from "../../src/team/queue/worker.ts";

const [place = "", log = "", slots, jobMs, leaseMs] = process.argv.slice(2);
const database = await openRecords(place);
const queue = createQueue(database);
const ended = new AbortController();
process.once("SIGTERM", () => ended.abort());
process.stdout.write("ready\n");
const note = (event: string, { id, attempt }: Job) =>
  appendFileSync(log, `${event} ${id} ${process.pid} ${Date.now()} ${attempt}\n`);
await runWorker({
  queue: {
    ...queue,
    async done(job) {
      const isNoted = await queue.done(job);
      if (isNoted) note("noted", job);
      return isNoted;
    },
  },
  slots: Number(slots),
  leaseMs: Number(leaseMs),
  signal: ended.signal,
  log: () => undefined,
  async work(job) {
    note("began", job);
    if (job.kind === "deadly") process.kill(process.pid, "SIGKILL");
    await wait(Number(jobMs));
  },
});
await database.close();

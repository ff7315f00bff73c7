/** `node queue-child.ts own|pg-boss URL SLOTS JOB_MS`: works until it is ended, and tells how many it has done. */
import { setTimeout as wait } from "node:timers/promises";
import { PgBoss } from "pg-boss";
import { openRecords } from "../../src/team/open-team.ts";
import { createQueue } from "../../src/team/queue/queue.ts";
import { runWorker } from "../../src/team/queue/worker.ts";

const [engine, url = "", slotsText, jobMsText] = process.argv.slice(2);
const [slots, jobMs] = [Number(slotsText), Number(jobMsText)];
const ended = new AbortController();
process.once("SIGTERM", () => ended.abort());
const work = async (): Promise<void> => {
  if (jobMs > 0) await wait(jobMs);
};
if (engine === "own") {
  const queue = createQueue(await openRecords(url));
  process.stdout.write("ready\n");
  await runWorker({ queue, slots, work, signal: ended.signal, log: () => undefined });
} else {
  const boss = new PgBoss({ connectionString: url, superviseIntervalSeconds: 1, monitorIntervalSeconds: 1 });
  boss.on("error", () => undefined);
  await boss.start();
  process.stdout.write("ready\n");
  const running = new Set<Promise<void>>();
  while (!ended.signal.aborted) {
    const jobs = running.size < slots ? await boss.fetch("bench", { batchSize: slots - running.size }) : [];
    for (const { id } of jobs) {
      const run: Promise<void> = work()
        .then(async () => void (await boss.complete("bench", id)))
        .finally(() => running.delete(run));
      running.add(run);
    }
    if (running.size >= slots) await Promise.race(running);
    else if (jobs.length === 0) await wait(250);
  }
}
process.exit(0);

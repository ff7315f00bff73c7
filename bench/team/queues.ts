import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { PgBoss } from "pg-boss";
import { withRecords } from "../../src/team/open-team.ts";
import { createQueue } from "../../src/team/queue/queue.ts";
import { startPostgres } from "../../test/support/postgres-server.ts";

const CHILD = resolve(import.meta.dirname, "queue-child.ts");
const WORKERS = 2;
const SLOTS = 20;
const SLOW_MS = 2000;
const SLOW_JOBS = 240;

/** A backlog, then two workers with twenty slots each: jobs that do nothing, and jobs that take two seconds. */
export async function measureQueues(jobs: number): Promise<string[]> {
  const postgres = await startPostgres();
  try {
    const rates: number[] = [];
    for (const [count, jobMs] of [
      [jobs, 0],
      [SLOW_JOBS, SLOW_MS],
    ] as const)
      for (const measure of [own, boss]) rates.push(await measure(postgres.url, count, jobMs));
    const [ownIdle = 0, bossIdle = 1, ownSlow = 0, bossSlow = 0] = rates;
    const ideal = (WORKERS * SLOTS * 1000) / SLOW_MS;
    return [
      `queue: ${jobs} jobs that do nothing: ${ownIdle.toFixed(0)} a second, the same loop on pg-boss ${bossIdle.toFixed(0)} (${(ownIdle / bossIdle).toFixed(2)} of it)`,
      `       ${SLOW_JOBS} jobs of two seconds: ${ownSlow.toFixed(1)} a second (${(ownSlow / ideal).toFixed(2)} of ideal), on pg-boss ${bossSlow.toFixed(1)}`,
    ];
  } finally {
    await postgres.dispose();
  }
}

async function own(url: string, count: number, jobMs: number): Promise<number> {
  return withRecords(url, async (database) => {
    const queue = createQueue(database);
    const id = (index: number) => `${jobMs}-${index}`;
    await queue.push(Array.from({ length: count }, (_, index) => ({ id: id(index), kind: "bench", payload: "{}" })));
    const left = async () => {
      const [row] = await database.query("SELECT COUNT(*) AS count FROM jobs WHERE state = 'open'");
      return Number(row?.["count"]);
    };
    return rateOf("own", url, count, jobMs, left);
  });
}

async function boss(url: string, count: number, jobMs: number): Promise<number> {
  const queue = new PgBoss({ connectionString: url });
  queue.on("error", () => undefined);
  await queue.start();
  await queue.createQueue("bench", { heartbeatSeconds: 10 });
  await queue.insert(
    "bench",
    Array.from({ length: count }, () => ({ data: {} })),
  );
  const { rows } = { rows: async (sql: string) => (await queue.getDb().executeSql(sql)).rows };
  const left = async () => {
    const [row] = await rows(
      "SELECT COUNT(*) AS count FROM pgboss.job WHERE state IN ('created', 'retry', 'active') AND name = 'bench'",
    );
    return Number(Object(row).count);
  };
  const rate = await rateOf("pg-boss", url, count, jobMs, left);
  await queue.stop({ graceful: false });
  return rate;
}

/** From the moment at which the first workers are told to begin, less what starting them took. */
async function rateOf(
  engine: string,
  url: string,
  count: number,
  jobMs: number,
  left: () => Promise<number>,
): Promise<number> {
  const workers = Array.from({ length: WORKERS }, () =>
    spawn(process.execPath, [CHILD, engine, url, String(SLOTS), String(jobMs)], {
      stdio: ["ignore", "pipe", "inherit"],
    }),
  );
  await Promise.all(workers.map((child) => new Promise((done) => child.stdout.once("data", done))));
  const start = performance.now();
  const before = await left();
  while ((await left()) > 0) await wait(100);
  const seconds = (performance.now() - start) / 1000;
  for (const child of workers) child.kill("SIGKILL");
  // What was done before both were ready does not count.
  return Math.min(before, count) / seconds;
}

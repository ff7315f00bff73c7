import type { ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, vi } from "vitest";
import { withRecords } from "../../src/team/open-team.ts";
import { createQueue } from "../../src/team/queue/queue.ts";
import type { Database } from "../../src/team/records/database.ts";
import { end, teamProcesses } from "../support/team-processes.ts";

/** What `queue-child.ts` writes down. */
export function linesOf(log: string) {
  const lines = existsSync(log) ? readFileSync(log, "utf8").split("\n").slice(0, -1) : [];
  return lines.map((line) => {
    const [event = "", id = "", pid = "", at = ""] = line.split(" ");
    return { event, id, pid: Number(pid), at: Number(at) };
  });
}

const WORKERS = 3;
/** As a worker has it unless it is told otherwise. */
const LEASE_MS = 8000;
/** So many wait at any time. */
const WAITING = 8;

/**
 * Kills workers at any moment while jobs come in. Each job is done, and noted once; none is begun by two but where the
 * first was killed. Gives how long the longest took from a kill until another worker had done a job of the killed one.
 */
export async function killWorkers(place: string, kills: number, leaseMs = LEASE_MS) {
  const folder = mkdtempSync(join(tmpdir(), "cox-queue-kills-"));
  const log = join(folder, "log");
  const processes = teamProcesses();
  const killed = new Map<number, number>();
  try {
    return await withRecords(place, async (database) => {
      const feeding = new AbortController();
      const fed = feed(database, feeding.signal);
      const start = () => processes.work(place, log, { slots: 4, jobMs: 80, leaseMs });
      const workers: ChildProcess[] = await Promise.all(Array.from({ length: WORKERS }, start));
      for (let kill = 0; kill < kills; kill += 1) {
        await wait(Math.random() * 300);
        const child = workers[kill % WORKERS];
        if (child?.pid === undefined) continue;
        killed.set(child.pid, Date.now());
        await end(child);
        workers[kill % WORKERS] = await start();
      }
      feeding.abort();
      const jobs = await fed;
      await vi.waitFor(async () => expect(await openJobs(database)).toBe(0), { timeout: 60_000, interval: 100 });
      await Promise.all(workers.map((child) => end(child, "SIGTERM")));
      const lines = linesOf(log);
      expectOnce(lines, killed);
      await expectAllDone(database, jobs);
      return { jobs, worstMs: worstOf(lines, killed) };
    });
  } finally {
    processes.killAll();
    rmSync(folder, { recursive: true });
  }
}

/** As servers do: new jobs come while others are worked on. Gives how many there were. */
async function feed(database: Database, signal: AbortSignal): Promise<number> {
  const queue = createQueue(database);
  let pushed = 0;
  while (!signal.aborted) {
    const { waiting } = await queue.counts();
    const jobs = Array.from({ length: Math.max(0, WAITING - waiting) }, () => {
      pushed += 1;
      return { id: `job-${pushed}`, kind: "plain", payload: "{}" };
    });
    await queue.push(jobs);
    await wait(30);
  }
  return pushed;
}

async function openJobs({ query }: Database): Promise<number> {
  return Number((await query("SELECT COUNT(*) AS count FROM jobs WHERE state = 'open'"))[0]?.["count"]);
}

type Lines = ReturnType<typeof linesOf>;

function expectOnce(lines: Lines, killed: ReadonlyMap<number, number>): void {
  for (const [id, all] of Map.groupBy(lines, (line) => line.id)) {
    expect(all.filter(({ event }) => event === "noted").length, id).toBeLessThanOrEqual(1);
    const survivors = all.filter(({ event, pid }) => event === "began" && !killed.has(pid));
    expect(survivors.length, id).toBeLessThanOrEqual(1);
  }
}

/** A job whose workers were killed three times is kept aside: it may have been the reason. */
async function expectAllDone({ query }: Database, jobs: number): Promise<void> {
  const [row] = await query(
    "SELECT COUNT(*) AS count FROM jobs WHERE state = 'done' OR (state = 'aside' AND attempts = 3)",
  );
  expect(Number(row?.["count"])).toBe(jobs);
}

/** From a kill until another worker had done the job, or had it in hand when that one was killed, too. */
function worstOf(lines: Lines, killed: ReadonlyMap<number, number>): number {
  const waits = [...Map.groupBy(lines, (line) => line.id).values()].flatMap((events) =>
    events.flatMap(({ event, pid }, index) => {
      const killedAt = killed.get(pid);
      const after = events.slice(index + 1);
      const isLost = event === "began" && killedAt !== undefined && after[0]?.event === "began";
      const end = after.find((later) => later.event === "noted" || killed.has(later.pid));
      return isLost && end ? [end.at - killedAt] : [];
    }),
  );
  expect(waits.length).toBeGreaterThan(0);
  return Math.max(...waits);
}

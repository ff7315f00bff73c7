import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openRecords } from "../../src/team/open-team.ts";
import { createQueue, type Queue } from "../../src/team/queue/queue.ts";
import { runWorker } from "../../src/team/queue/worker.ts";
import type { Database } from "../../src/team/records/database.ts";
import { end, teamProcesses } from "../support/team-processes.ts";
import { linesOf } from "./queue-kills.ts";

/** The shortest that a worker on a busy machine surely extends in time. */
const LEASE_MS = 1500;

/** What a queue promises, with workers that are processes and are killed. `placeOf` gives a fresh place. */
export function queueContract(name: string, placeOf: () => Promise<string>): void {
  describe(`the queue on ${name}`, () => {
    let place: string;
    let folder: string;
    let database: Database;
    let queue: Queue;
    const processes = teamProcesses();
    beforeAll(async () => {
      place = await placeOf();
      folder = mkdtempSync(join(tmpdir(), "cox-queue-"));
      database = await openRecords(place);
      queue = createQueue(database);
    });
    beforeEach(() => database.transaction((query) => query("DELETE FROM jobs")));
    afterEach(() => {
      processes.killAll();
      rmSync(join(folder, "log"), { force: true });
    });
    afterAll(async () => {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    });

    const jobs = (count: number, kind = "plain") =>
      Array.from({ length: count }, (_, index) => ({ id: `${kind}-${index}`, kind, payload: "{}" }));
    const states = async () =>
      Object.fromEntries(
        (await database.query("SELECT state, COUNT(*) AS count FROM jobs GROUP BY state")).map(({ state, count }) => [
          state,
          count,
        ]),
      );

    const worker = ({ slots = 5, jobMs = 5 } = {}) =>
      processes.work(place, join(folder, "log"), { slots, jobMs, leaseMs: LEASE_MS });

    it("gives each job to one, until its time is up, and takes a known one in only once", async () => {
      expect(await queue.push(jobs(3))).toBe(3);
      expect(await queue.push([...jobs(4), ...jobs(1)])).toBe(1);
      const claimed = await queue.claim(3, 60_000);
      const [first, ...more] = claimed.toSorted((left, right) => left.id.localeCompare(right.id));
      expect(first).toMatchObject({ id: "plain-0", attempt: 1, payload: "{}" });
      expect(more).toHaveLength(2);
      expect(await queue.claim(9, 20)).toMatchObject([{ id: "plain-3", attempt: 1 }]);
      expect(await queue.counts()).toMatchObject({ aside: 0 });
      expect(first && (await queue.done(first))).toBe(true);
      expect(first && (await queue.done(first))).toBe(false);
      expect(await queue.push(jobs(1))).toBe(0);
      await wait(30);
      const [again] = await queue.claim(9, 60_000);
      expect(again).toMatchObject({ id: "plain-3", attempt: 2 });
      expect(await states()).toEqual({ done: 1, open: 3 });
    });

    it("takes nothing from whoever lost a job", async () => {
      await queue.push(jobs(1));
      const [lost] = await queue.claim(1, 1);
      await wait(20);
      const [ours] = await queue.claim(1, 60_000);
      for (const act of [() => queue.done(lost!), () => queue.fail(lost!, "late"), () => queue.extend(lost!, 1)])
        expect(await act()).toBe(false);
      expect(await queue.extend(ours!, 60_000)).toBe(true);
      expect(await queue.done(ours!)).toBe(true);
    });

    it("tries three times what fails, then keeps it aside with the reason", async () => {
      await queue.push(jobs(1));
      for (const attempt of [1, 2, 3]) {
        await database.transaction((query) => query("UPDATE jobs SET due_at = 0"));
        const [job] = await queue.claim(1, 60_000);
        expect(job).toMatchObject({ attempt });
        expect(await queue.fail(job!, "cannot be read")).toBe(true);
      }
      expect(await queue.counts()).toMatchObject({ waiting: 0, running: 0, aside: 1 });
      expect(await database.query("SELECT why FROM jobs")).toEqual([{ why: "cannot be read" }]);
      expect(await queue.claim(1, 1)).toEqual([]);
    });

    it("has a backlog done by two workers at the same time, each job once", async () => {
      await queue.push(jobs(200));
      const workers = await Promise.all([worker(), worker()]);
      await vi.waitFor(async () => expect(await states()).toEqual({ done: 200 }), { timeout: 30_000, interval: 50 });
      await Promise.all(workers.map((child) => end(child, "SIGTERM")));
      const lines = linesOf(join(folder, "log"));
      for (const event of ["began", "noted"]) {
        const ids = lines.filter((line) => line.event === event).map(({ id }) => id);
        expect(ids.toSorted(), event).toEqual(
          jobs(200)
            .map(({ id }) => id)
            .toSorted(),
        );
      }
    }, 60_000);

    it("keeps aside a job that kills whoever works on it, and does all others", async () => {
      await queue.push([...jobs(1, "deadly"), ...jobs(20)]);
      for (let attempt = 0; attempt < 3; attempt += 1) {
        const child = await worker({ slots: 1 });
        if (child.exitCode === null && child.signalCode === null) await new Promise((done) => child.once("exit", done));
        await database.transaction((query) => query("UPDATE jobs SET due_at = 0 WHERE kind = 'deadly'"));
      }
      await worker();
      await vi.waitFor(async () => expect(await states()).toEqual({ aside: 1, done: 20 }), {
        timeout: 30_000,
        interval: 50,
      });
    }, 60_000);

    it("ends when the jobs at hand are done, and no slow one holds up another", async () => {
      await queue.push(jobs(6));
      const ended = new AbortController();
      const order: string[] = [];
      const slow = Promise.withResolvers<void>();
      const run = runWorker({
        queue,
        slots: 2,
        pollMs: 10,
        signal: ended.signal,
        log: () => undefined,
        async work({ id }) {
          if (id === "plain-0") await slow.promise;
          order.push(id);
        },
      });
      await vi.waitFor(() => expect(order).toHaveLength(5), { timeout: 10_000, interval: 10 });
      ended.abort();
      slow.resolve();
      await run;
      expect(order.at(-1)).toBe("plain-0");
      expect(await states()).toEqual({ done: 6 });
    });

    it("gives back what is not done a while after the end, for the next one at once and as if untried", async () => {
      await queue.push(jobs(1));
      const ended = new AbortController();
      const run = runWorker({
        queue,
        slots: 1,
        pollMs: 10,
        graceMs: 50,
        signal: ended.signal,
        log: () => undefined,
        work: (_, signal) =>
          new Promise((_done, fail) => {
            ended.abort();
            signal.addEventListener("abort", () => fail(new Error("given up")), { once: true });
          }),
      });
      await run;
      expect(await queue.claim(1, 60_000)).toMatchObject([{ id: "plain-0", attempt: 1 }]);
    });
  });
}

import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openRecords } from "../../src/team/open-team.ts";
import { createQueue, type Queue } from "../../src/team/queue/queue.ts";
import { runWorker } from "../../src/team/queue/worker.ts";
import type { Database } from "../../src/team/records/database.ts";
import { BARE_ENVIRONMENT } from "../support/bare-environment.ts";

const CHILD = resolve(import.meta.dirname, "queue-child.ts");
/** The shortest that a worker on a busy machine surely extends in time. */
const LEASE_MS = 1500;

/** What a queue promises, with workers that are processes and are killed. `placeOf` gives a fresh place. */
export function queueContract(name: string, placeOf: () => Promise<string>): void {
  describe(`the queue on ${name}`, () => {
    let place: string;
    let folder: string;
    let database: Database;
    let queue: Queue;
    const children = new Set<ChildProcess>();
    beforeAll(async () => {
      place = await placeOf();
      folder = mkdtempSync(join(tmpdir(), "cox-queue-"));
      database = await openRecords(place);
      queue = createQueue(database);
    });
    beforeEach(() => database.transaction((query) => query("DELETE FROM jobs")));
    afterEach(() => {
      for (const child of children) child.kill("SIGKILL");
      rmSync(join(folder, "log"), { force: true });
    });
    afterAll(async () => {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    });

    const jobs = (count: number, kind = "plain") =>
      Array.from({ length: count }, (_, index) => ({ id: `${kind}-${index}`, kind, payload: "{}" }));
    const logged = () =>
      existsSync(join(folder, "log")) ? readFileSync(join(folder, "log"), "utf8").split("\n").slice(0, -1) : [];
    const states = async () =>
      Object.fromEntries(
        (await database.query("SELECT state, COUNT(*) AS count FROM jobs GROUP BY state")).map(({ state, count }) => [
          state,
          count,
        ]),
      );

    async function worker({ slots = 5, jobMs = 5 } = {}): Promise<ChildProcess> {
      const child = spawn(process.execPath, [CHILD, place, join(folder, "log"), slots, jobMs, LEASE_MS].map(String), {
        env: { ...BARE_ENVIRONMENT, PATH: process.env["PATH"] ?? "" },
        stdio: ["ignore", "pipe", "inherit"],
      });
      children.add(child);
      await new Promise((done) => child.stdout?.once("data", done));
      return child;
    }

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
      for (const child of workers) child.kill("SIGTERM");
      await Promise.all(workers.map((child) => new Promise((done) => child.once("exit", done))));
      expect(
        logged()
          .filter((line) => line.startsWith("plain-"))
          .toSorted(),
      ).toEqual(
        jobs(200)
          .map(({ id }) => id)
          .toSorted(),
      );
    }, 60_000);

    it("has everything done, and noted as done once, where workers are killed at any moment", async () => {
      await queue.push(jobs(120));
      const workers = await Promise.all([worker({ jobMs: 60 }), worker({ jobMs: 60 })]);
      for (let kill = 0; kill < 4; kill += 1) {
        await wait(Math.random() * 200);
        workers[kill % 2]?.kill("SIGKILL");
        workers[kill % 2] = await worker({ jobMs: 60 });
      }
      const killedAt = Date.now();
      await vi.waitFor(async () => expect(await states()).toEqual({ done: 120 }), { timeout: 60_000, interval: 50 });
      expect(Date.now() - killedAt).toBeLessThan(LEASE_MS + 12_000);
      const done = logged().filter((line) => line === "done").length;
      // What was noted just before a kill has no line.
      expect(done).toBeLessThanOrEqual(120);
      expect(new Set(logged().filter((line) => line.startsWith("plain-"))).size).toBe(120);
    }, 120_000);

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

import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { openRecords } from "../../src/team/open-team.ts";
import type { Database } from "../../src/team/records/database.ts";
import { createQueue } from "../../src/team/queue/queue.ts";
import { createToken } from "../../src/team/records/tokens.ts";
import { linesOf } from "../contracts/queue-kills.ts";
import { startServer } from "../../src/team/server.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { report } from "../support/report.ts";
import { end, teamProcesses } from "../support/team-processes.ts";
import { NOTHING_LEFT, reckon } from "../support/team-sums.ts";

/** `COX_OUTAGE=60 npm run test:team` for the minute that is promised. */
const OUTAGE_MS = Number(process.env["COX_OUTAGE"] ?? 6) * 1000;
const MACHINES = 6;
const JOBS = 400;
const JOB_MS = 50;

let postgres: PostgresServer;
let database: Database;
let folder: string;
const processes = teamProcesses();
beforeAll(async () => {
  postgres = await startPostgres();
  database = await openRecords(postgres.url);
  folder = mkdtempSync(join(tmpdir(), "cox-outage-"));
});
afterEach(() => processes.killAll());
afterAll(async () => {
  await database.close();
  await postgres.dispose();
  rmSync(folder, { recursive: true });
});

it(`goes on by itself after its Postgres was gone for ${OUTAGE_MS / 1000} s, and everything arrives`, async () => {
  const wish = { name: "t", team: "t", scopes: ["report"], now: new Date() } as const;
  const { text: token } = await database.transaction((query) => createToken(query, wish));
  const log = join(folder, "log");
  const servers = await Promise.all([processes.serve(postgres.url), processes.serve(postgres.url)]);
  const worker = { slots: 2, jobMs: JOB_MS, leaseMs: 8000 };
  const workers = await Promise.all([1, 2].map(() => processes.work(postgres.url, log, worker)));
  const urls = Array.from({ length: MACHINES }, (_, index) => servers[index % 2]?.url ?? "");
  const { child: machines } = await processes.start("team/machines-child.ts", folder, token, 50, ...urls);
  const queue = createQueue(database);
  const push = (batch: number) =>
    queue.push(Array.from({ length: JOBS }, (_, index) => ({ id: `${batch}-${index}`, kind: "plain", payload: "" })));
  const kept = async () => Number((await database.query("SELECT COUNT(*) AS count FROM reports"))[0]?.["count"]);

  await push(1);
  await vi.waitFor(async () => expect(await kept()).toBeGreaterThan(50), { timeout: 30_000 });
  await postgres.kill();
  const goneAt = Date.now();
  const answers = new Set<string>();
  while (Date.now() - goneAt < OUTAGE_MS) {
    for (const { url } of servers) {
      const headers = { Authorization: `Bearer ${token}` };
      const refused = await fetch(`${url}/v1/reports`, { method: "POST", headers, body: '{"reports":[]}' });
      answers.add(`${refused.status}, again after ${refused.headers.get("Retry-After")} s`);
      answers.add(`${(await fetch(`${url}/healthz`)).status}`);
    }
    await wait(100);
  }
  expect([...answers].toSorted()).toEqual(["503", "503, again after 5 s"]);
  const before = await postgres.start().then(kept);
  const backAt = Date.now();
  for (const { url } of servers)
    await vi.waitFor(async () => expect((await fetch(`${url}/healthz`)).status).toBe(200), { timeout: 10_000 });
  const wellMs = Date.now() - backAt;
  await push(2);
  await vi.waitFor(async () => expect(await kept()).toBeGreaterThan(before), { timeout: 30_000 });
  const arrivingMs = Date.now() - backAt;
  const made = new Promise<string>((done) => machines.stdout?.once("data", (text: Buffer) => done(String(text))));
  machines.kill("SIGTERM");
  const total = (JSON.parse(await made) as number[]).reduce((sum, each) => sum + each, 0);
  const states = () => database.query("SELECT state, COUNT(*) AS count FROM jobs GROUP BY state");
  await vi.waitFor(async () => expect(await states()).toEqual([{ state: "done", count: 2 * JOBS }]), {
    timeout: 90_000,
    interval: 100,
  });
  const arrivedMs = Date.now() - backAt;

  // The same processes as before.
  for (const child of [...servers.map((server) => server.child), ...workers]) expect(child.exitCode).toBe(null);
  // One that was noted as Postgres went has no line: nobody heard the answer.
  const noted = linesOf(log).flatMap(({ event, id }) => (event === "noted" ? [id] : []));
  expect(new Set(noted).size).toBe(noted.length);
  const { ids, ...found } = await reckon(database);
  expect(ids).toHaveLength(total);
  expect(found).toEqual({ twice: 0, left: NOTHING_LEFT });
  await Promise.all(servers.map((server) => end(server.child, "SIGTERM")));
  report(
    `Postgres gone for ${OUTAGE_MS / 1000} s: ${total} reports of ${MACHINES} machines arrived, none lost or twice; ` +
      `servers well again after ${wellMs} ms, reports come after ${arrivingMs} ms, all of it and ${2 * JOBS} jobs done after ${arrivedMs} ms`,
  );
}, 300_000);

it("gives up a Postgres that says nothing any more, and finds it again", async () => {
  const network = await networkTo(Number(new URL(postgres.url).port));
  const reached = await openRecords(`${postgres.url.replace(/:\d+\//, `:${network.port}/`)}?query_timeout=1000`);
  const server = await startServer({
    database: reached,
    host: "127.0.0.1",
    port: 0,
    version: "1",
    log: () => undefined,
  });
  const status = async () => (await fetch(`${server.url}/healthz`)).status;
  expect(await status()).toBe(200);
  network.cut();
  const start = Date.now();
  expect(await Promise.all([status(), status()])).toEqual([503, 503]);
  expect(Date.now() - start).toBeLessThan(20_000);
  network.mend();
  await vi.waitFor(async () => expect(await status()).toBe(200), { timeout: 20_000 });
  await server.stop();
  await reached.close();
  network.close();
});

/** A way to a port of this machine on which nothing may come through for a while, and nobody is told. */
async function networkTo(port: number) {
  const both = new Set<Socket>();
  let isCut = false;
  const proxy = createServer((near) => {
    const far = connect(port, "127.0.0.1");
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      both.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => void (isCut || other.destroy()));
      socket.pipe(other);
      if (isCut) socket.unpipe().pause();
    }
  });
  await new Promise<void>((done) => void proxy.listen(0, "127.0.0.1", done));
  const address = proxy.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    cut() {
      isCut = true;
      for (const socket of both) socket.unpipe().pause();
    },
    /** What was under way is lost, as it would be. */
    mend() {
      isCut = false;
      for (const socket of both) socket.destroy();
    },
    close: () => void proxy.close(),
  };
}

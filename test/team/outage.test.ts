import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { openRecords } from "../../src/team/open-team.ts";
import type { Database } from "../../src/team/records/database.ts";
import { createQueue } from "../../src/team/queue/queue.ts";
import { createToken } from "../../src/team/records/tokens.ts";
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
  const done = () => readFileSync(log, "utf8").match(/^noted .*/gm) ?? [];
  await vi.waitFor(() => expect(done().length).toBeGreaterThanOrEqual(2 * JOBS), { timeout: 60_000 });
  const arrivedMs = Date.now() - backAt;

  // The same processes as before.
  for (const child of [...servers.map((server) => server.child), ...workers]) expect(child.exitCode).toBe(null);
  const idsDone = done().map((line) => line.split(" ")[1]);
  expect(new Set(idsDone).size).toBe(2 * JOBS);
  expect(idsDone).toHaveLength(2 * JOBS);
  const { ids, ...found } = await reckon(database);
  expect(ids).toHaveLength(total);
  expect(found).toEqual({ twice: 0, left: NOTHING_LEFT });
  await Promise.all(servers.map((server) => end(server.child, "SIGTERM")));
  report(
    `Postgres gone for ${OUTAGE_MS / 1000} s: ${total} reports of ${MACHINES} machines arrived, none lost or twice; ` +
      `servers well again after ${wellMs} ms, reports come after ${arrivingMs} ms, all of it and ${2 * JOBS} jobs done after ${arrivedMs} ms`,
  );
}, 300_000);

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { joinTeam } from "../../src/team/client/membership.ts";
import { teamPlace } from "../../src/team/client/place.ts";
import { readStatus, sendOnce } from "../../src/team/client/sender.ts";
import { toTeam } from "../../src/team/client/to-team.ts";
import { spool, spooled } from "../../src/team/client/spool.ts";
import { openRecords, withRecords } from "../../src/team/open-team.ts";
import type { Database } from "../../src/team/records/database.ts";
import { addToTallies } from "../../src/team/records/tallies.ts";
import { createToken } from "../../src/team/records/tokens.ts";
import { startServer } from "../../src/team/server.ts";
import { BARE_ENVIRONMENT } from "../support/bare-environment.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { falseDone, teamReport } from "../support/team-report.ts";

const KILLS = Number(process.env["COX_KILLS"] ?? 25);
const CHILD = resolve(import.meta.dirname, "serve-child.ts");
const AT_ONCE = 8;

let postgres: PostgresServer;
let folder: string;
const children = new Set<ChildProcess>();
beforeAll(async () => {
  postgres = await startPostgres();
  folder = mkdtempSync(join(tmpdir(), "cox-killed-"));
});
afterEach(() => {
  for (const child of children) child.kill("SIGKILL");
});
afterAll(async () => {
  await postgres.dispose();
  rmSync(folder, { recursive: true });
});

async function serve(place: string): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [CHILD, place], {
    env: { ...BARE_ENVIRONMENT, PATH: process.env["PATH"] ?? "" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.add(child);
  const url = await new Promise<string>((done, fail) => {
    child.stdout?.once("data", (text: Buffer) => done(text.toString().trim()));
    child.once("exit", (code) => fail(new Error(`the service ended with ${code}`)));
  });
  return { child, url };
}

async function tokenAt(place: string): Promise<string> {
  const wish = { name: "t", team: "left", scopes: ["report"], now: new Date() } as const;
  return (await withRecords(place, (database) => database.transaction((query) => createToken(query, wish)))).text;
}

describe.each(["sqlite", "Postgres"])("on %s", (name) => {
  const placeOf = () => (name === "sqlite" ? join(folder, "killed.db") : postgres.url);

  it(`loses no report that it took, and counts none twice, where a server is killed ${KILLS} times`, async () => {
    const place = placeOf();
    const token = await tokenAt(place);
    // Two servers share a Postgres; a file has one.
    const servers = await Promise.all(Array.from({ length: name === "sqlite" ? 1 : 2 }, () => serve(place)));
    const taken = new Set<string>();
    const over = new AbortController();
    const senders = Array.from({ length: AT_ONCE }, async (_, index) => {
      while (!over.signal.aborted) {
        const reports = [teamReport({ machine: `m${index}` }), falseDone({ machine: `m${index}` })];
        // The same again until somebody has it, as a machine does.
        while (!over.signal.aborted && !(await send(servers[index % servers.length]?.url ?? "", token, reports)))
          await wait(5);
        if (!over.signal.aborted) for (const { id } of reports) taken.add(id);
      }
    });
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = taken.size;
      // Somewhere between two that are taken.
      while (taken.size < before + 2) await wait(1);
      await wait(Math.random() * 60);
      const index = kill % servers.length;
      const ended = new Promise((done) => servers[index]?.child.once("exit", done));
      servers[index]?.child.kill("SIGKILL");
      await ended;
      servers[index] = await serve(place);
    }
    over.abort();
    await Promise.all(senders);
    for (const { child } of servers) child.kill("SIGKILL");
    const found = await withRecords(place, (database) => compare(database, taken));
    expect(found).toEqual({ lost: [], twice: 0, left: { stops: 0, corrections: 0 } });
  }, 600_000);
});

async function send(url: string, token: string, reports: readonly object[]): Promise<boolean> {
  try {
    const response = await fetch(`${url}/v1/reports`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}` },
      body: JSON.stringify({ reports }),
    });
    return response.ok;
  } catch {
    return false;
  }
}

/** What was taken and is not there, what is there twice, and what is left of the sums without what is there. */
async function compare(database: Database, taken: ReadonlySet<string>) {
  const rows = await database.query("SELECT id, substr(at, 1, 10) AS day, team, body FROM reports");
  const ids = rows.map(({ id }) => String(id));
  const counted = rows.map(({ day, team, body }) => {
    return { day: String(day), team: String(team), mark: null, report: JSON.parse(String(body)) };
  });
  await database.transaction((query) => addToTallies(query, counted, -1));
  const [left] = await database.query("SELECT SUM(stops) AS stops, SUM(corrections) AS corrections FROM daily");
  const known = new Set(ids);
  return { lost: [...taken].filter((id) => !known.has(id)), twice: ids.length - known.size, left };
}

it("answers 503 while its Postgres is gone, and everything arrives when it is back", async () => {
  const token = await tokenAt(postgres.url);
  const database = await openRecords(postgres.url);
  const server = await startServer({ database, host: "127.0.0.1", port: 0, version: "0.1.0", log: () => undefined });
  const machine = teamPlace(join(folder, "machine"));
  joinTeam(machine, { url: server.url, token, content: false }, new Date());
  const ids = Array.from({ length: 20 }, () => {
    const report = teamReport({ machine: "waiting" });
    spool(machine, report, Date.now());
    return report.id;
  });
  await postgres.kill();
  const headers = { Authorization: `Bearer ${token}` };
  const refused = await fetch(`${server.url}/v1/reports`, { method: "POST", headers, body: '{"reports":[]}' });
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(503);
  await sendOnce(toTeam({ place: machine, engine: "0.1.0" }));
  expect(readStatus(machine)).toMatchObject({ ok: false, why: "the service answered 503" });
  expect(spooled(machine)).toHaveLength(20);
  await postgres.start();
  await sendOnce(toTeam({ place: machine, engine: "0.1.0" }));
  expect(spooled(machine)).toEqual([]);
  const rows = await database.query("SELECT id FROM reports WHERE machine = 'waiting' ORDER BY key");
  expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
  await server.stop();
  await database.close();
}, 120_000);

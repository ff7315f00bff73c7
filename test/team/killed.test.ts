import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { withRecords } from "../../src/team/open-team.ts";
import { createToken } from "../../src/team/records/tokens.ts";
import { killWorkers } from "../contracts/queue-kills.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { report } from "../support/report.ts";
import { end, teamProcesses } from "../support/team-processes.ts";
import { falseDone, teamReport } from "../support/team-report.ts";
import { NOTHING_LEFT, reckon } from "../support/team-sums.ts";

/** `COX_KILLS=200 npm run test:team` for as many as are promised. */
const KILLS = Number(process.env["COX_KILLS"] ?? 25);
const AT_ONCE = 8;
const RECOVERY_MS = 12_000;

let postgres: PostgresServer;
let folder: string;
const processes = teamProcesses();
beforeAll(async () => {
  postgres = await startPostgres();
  folder = mkdtempSync(join(tmpdir(), "cox-killed-"));
});
afterEach(() => processes.killAll());
afterAll(async () => {
  await postgres.dispose();
  rmSync(folder, { recursive: true });
});

async function tokenAt(place: string): Promise<string> {
  const wish = { name: "t", team: "left", scopes: ["report"], now: new Date() } as const;
  return (await withRecords(place, (database) => database.transaction((query) => createToken(query, wish)))).text;
}

describe.each(["sqlite", "Postgres"])("on %s", (name) => {
  const placeOf = () => (name === "sqlite" ? join(folder, "killed.db") : postgres.url);
  const seconds = (start: number) => Math.round((performance.now() - start) / 1000);

  it(`loses no report that it took, and counts none twice, where a server is killed ${KILLS} times`, async () => {
    const start = performance.now();
    const place = placeOf();
    const token = await tokenAt(place);
    // Two servers share a Postgres; a file has one.
    const count = name === "sqlite" ? 1 : 2;
    const servers = await Promise.all(Array.from({ length: count }, () => processes.serve(place)));
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
      await wait(Math.random() * 200);
      const server = servers[kill % count];
      if (server) await end(server.child);
      servers[kill % count] = await processes.serve(place);
    }
    over.abort();
    await Promise.all(senders);
    for (const { child } of servers) await end(child);
    const { ids, ...found } = await withRecords(place, reckon);
    const kept = new Set(ids);
    expect([...taken].filter((id) => !kept.has(id))).toEqual([]);
    expect(found).toEqual({ twice: 0, left: NOTHING_LEFT });
    report(
      `${name}: servers killed ${KILLS} times, ${taken.size} reports taken, none lost or twice (${seconds(start)} s)`,
    );
  }, 1_800_000);

  it(`has every job done, and noted as done once, where a worker is killed ${KILLS} times`, async () => {
    const start = performance.now();
    const { jobs, worstMs } = await killWorkers(placeOf(), KILLS);
    report(
      `${name}: workers killed ${KILLS} times, ${jobs} jobs done once; the slowest job of a killed worker was done by ` +
        `another after ${(worstMs / 1000).toFixed(1)} s (${seconds(start)} s)`,
    );
    expect(worstMs).toBeLessThanOrEqual(RECOVERY_MS);
  }, 1_800_000);
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

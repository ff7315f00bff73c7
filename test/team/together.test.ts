import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { firstTokens, openRecords } from "../../src/team/open-team.ts";
import { createQueue } from "../../src/team/queue/queue.ts";
import type { Database } from "../../src/team/records/database.ts";
import { dropOld, forgetReports } from "../../src/team/records/forget.ts";
import { createToken, SCOPES } from "../../src/team/records/tokens.ts";
import { linesOf } from "../contracts/queue-kills.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { end, teamProcesses } from "../support/team-processes.ts";
import { falseDone, teamReport } from "../support/team-report.ts";
import { NOTHING_LEFT, reckon } from "../support/team-sums.ts";

const ROUNDS = 15;
const SENDERS = 6;
const JOBS = 300;
const KEEP_DAYS = 10;

let postgres: PostgresServer;
/** Two, as of two people who give commands at the same time. */
let databases: readonly [Database, Database];
let folder: string;
const processes = teamProcesses();
beforeAll(async () => {
  postgres = await startPostgres();
  databases = [await openRecords(postgres.url), await openRecords(postgres.url)];
  folder = mkdtempSync(join(tmpdir(), "cox-together-"));
});
afterEach(() => processes.killAll());
afterAll(async () => {
  for (const database of databases) await database.close();
  await postgres.dispose();
  rmSync(folder, { recursive: true });
});

it("shows the first tokens once, where two servers start", async () => {
  const shown = await Promise.all(databases.map((database) => firstTokens(database, new Date())));
  expect(shown.filter((tokens) => tokens !== undefined)).toHaveLength(1);
});

it("is one service, with two servers and four workers", async () => {
  const [database] = databases;
  const log = join(folder, "log");
  const tokenFor = async (team: string) =>
    (await database.transaction((query) => createToken(query, { name: "t", team, scopes: SCOPES, now: new Date() })))
      .text;
  const [token, admin] = [await tokenFor("t"), await tokenFor("*")];
  const servers = await Promise.all([processes.serve(postgres.url), processes.serve(postgres.url)]);
  const worker = { slots: 3, jobMs: 10, leaseMs: 8000 };
  const workers = await Promise.all([1, 2, 3, 4].map(() => processes.work(postgres.url, log, worker)));
  const ask = async (server: number, path: string, method = "GET", body?: object, bearer = token) => {
    const init = { method, headers: { Authorization: `Bearer ${bearer}` } };
    const response = await fetch((servers[server % 2]?.url ?? "") + path, { ...init, body: JSON.stringify(body) });
    expect(response.status, `${method} ${path}`).toBe(200);
    return response;
  };
  const post = (server: number, reports: readonly object[]) => ask(server, "/v1/reports", "POST", { reports });
  const over = new AbortController();
  const untilOver = async (work: () => Promise<unknown>) => {
    while (!over.signal.aborted) {
      await work();
      await wait(5);
    }
  };

  const old = new Date(Date.now() - 2 * KEEP_DAYS * 24 * 3600 * 1000).toISOString();
  const kept = new Map<string, "right" | "wrong">();
  const senders = Array.from({ length: SENDERS }, async (_, index) => {
    const machine = `machine-${index}`;
    for (let round = 0; round < ROUNDS; round += 1) {
      const [first, second] = [teamReport({ machine }), falseDone({ machine })];
      const gone = falseDone({ machine, repository: "gone/away" });
      // The same at both servers at the same time; what is too old comes once, since it is dropped at any moment.
      await Promise.all([
        post(0, [first, second, gone]),
        post(1, [gone, second, first]),
        post(index + round, [falseDone({ machine, repository: "old/one", at: old })]),
      ]);
      const mark = (said: "right" | "wrong", at: number) => ({
        v: 1,
        mark: said,
        id: second.id,
        machine,
        at: new Date(at).toISOString(),
      });
      const said = round % 2 === 0 ? "right" : "wrong";
      const now = Date.now();
      await Promise.all([
        post(0, [mark(said === "right" ? "wrong" : "right", now)]),
        post(1, [mark(said, now + 1000)]),
      ]);
      kept.set(first.id, "right").set(second.id, said);
    }
  });
  const policies = [0, 1].map(async (server) => {
    for (let round = 0; round < ROUNDS; round += 1)
      await ask(server, "/v1/policy", "PUT", { content: (round + server) % 2 === 0 });
  });
  const janitors = databases.flatMap((each) => [
    untilOver(() => forgetReports(each, { repository: "gone/away" })),
    untilOver(() => dropOld(each, new Date(), KEEP_DAYS)),
  ]);
  const pushed = databases.map(async (each) => {
    for (let job = 0; job < JOBS; job += 10)
      await createQueue(each).push(
        Array.from({ length: 10 }, (_, index) => ({ id: `job-${job + index}`, kind: "plain", payload: "" })),
      );
  });
  await Promise.all([...senders, ...policies, ...pushed]);
  over.abort();
  await Promise.all(janitors);
  await forgetReports(database, { repository: "gone/away" });
  await dropOld(database, new Date(), KEEP_DAYS);

  const noted = () => linesOf(log).filter(({ event }) => event === "noted");
  await vi.waitFor(() => expect(noted().length).toBeGreaterThanOrEqual(JOBS), { timeout: 30_000 });
  await Promise.all(workers.map((child) => end(child, "SIGTERM")));
  expect(new Set(noted().map(({ id }) => id)).size).toBe(JOBS);
  expect(noted()).toHaveLength(JOBS);
  expect(new Set(noted().map(({ pid }) => pid)).size).toBe(4);
  expect(linesOf(log).filter(({ event }) => event === "began")).toHaveLength(JOBS);

  for (const path of ["/v1/views/summary", "/v1/views/findings", "/v1/views/cases", "/v1/policy"]) {
    const [left, right] = await Promise.all([0, 1].map(async (server) => (await ask(server, path)).text()));
    expect(left, path).toBe(right);
  }
  const changes = (await (await ask(0, "/v1/changes", "GET", undefined, admin)).json()) as { changes: unknown[] };
  expect(changes.changes).toHaveLength(2 * ROUNDS);
  expect(await database.query("SELECT 1 FROM daily WHERE repository = 'gone/away'")).toEqual([]);
  const dropped = await database.query("SELECT SUM(stops) AS stops FROM daily WHERE repository = 'old/one'");
  expect(dropped).toEqual([{ stops: SENDERS * ROUNDS }]);
  const wrong = [...kept.values()].filter((mark) => mark === "wrong").length;
  const [marked] = await database.query("SELECT SUM(marked_wrong) AS wrong FROM daily");
  expect(marked).toEqual({ wrong });
  // What is left are sums without rows, and rows that are in the sums.
  await database.transaction(async (query) => {
    for (const table of ["daily", "daily_findings"]) await query(`DELETE FROM ${table} WHERE repository = 'old/one'`);
  });
  const { ids, ...found } = await reckon(database);
  expect(ids.toSorted()).toEqual([...kept.keys()].toSorted());
  expect(found).toEqual({ twice: 0, left: NOTHING_LEFT });
}, 120_000);

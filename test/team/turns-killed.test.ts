import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { withRecords } from "../../src/team/open-team.ts";
import type { Query } from "../../src/team/records/database.ts";
import { addToTallies } from "../../src/team/records/tallies.ts";
import { createToken } from "../../src/team/records/tokens.ts";
import { BARE_ENVIRONMENT } from "../support/bare-environment.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { sentTurn } from "../support/sent-turn.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const SERVE = resolve(import.meta.dirname, "serve-child.ts");
const COX = resolve(import.meta.dirname, "../../src/cli/main.ts");
const RECOVERY_MS = 12_000;

let postgres: PostgresServer;
const children = new Set<ChildProcess>();
beforeAll(async () => {
  postgres = await startPostgres();
});
afterEach(() => {
  for (const child of children) child.kill("SIGKILL");
});
afterAll(() => postgres.dispose());

async function start(...args: string[]): Promise<{ child: ChildProcess; said: string }> {
  const env = { ...BARE_ENVIRONMENT, PATH: process.env["PATH"] ?? "", HOME: temporaryDirectory() };
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "ignore"] });
  children.add(child);
  const [line] = await once(createInterface(child.stdout), "line");
  return { child, said: String(line) };
}

const worker = async (place: string) => (await start(COX, "worker", "--database", place, "--slots", "2")).child;

it.each(["sqlite", "Postgres"])(
  "judges each turn once, and those of a killed worker within 12 seconds, on %s",
  async (name) => {
    const place = name === "sqlite" ? join(temporaryDirectory(), "turns.db") : postgres.url;
    const count = name === "sqlite" ? { servers: 1, workers: 2 } : { servers: 2, workers: 4 };
    const models = [sentTurn((each) => each.honestTurn()), sentTurn((each) => each.falseTurn())];
    const turnNumber = (number: number) => ({ ...models[number % 2], session: `session-${number}` });
    await withRecords(place, async ({ query, transaction }) => {
      const wish = { name: "t", team: "left", scopes: ["report"], now: new Date() } as const;
      const { text: token } = await transaction((write) => createToken(write, wish));
      const servers = await Promise.all(Array.from({ length: count.servers }, () => start(SERVE, place)));
      const send = async (from: number, to: number) => {
        const numbers = Array.from({ length: to - from }, (_, index) => from + index);
        // Twice, to whichever server: it is one turn all the same.
        for (const [index, turn] of [...numbers, ...numbers].entries()) {
          const response = await fetch(`${servers[index % servers.length]?.said}/v1/turns`, {
            method: "POST",
            headers: { Authorization: `Bearer ${token}` },
            body: JSON.stringify({ turns: [turnNumber(turn)] }),
          });
          expect(response.status).toBe(202);
        }
      };
      const others = await Promise.all(Array.from({ length: count.workers - 1 }, () => worker(place)));
      await send(0, 12);
      await untilDone(query);
      for (const other of others) other.kill("SIGSTOP");
      const doomed = await worker(place);
      await send(12, 18);
      // Its first turn takes it a while: the thread that judges begins with it.
      const held = await vi.waitFor(
        async () => {
          const rows = await query("SELECT id FROM jobs WHERE state = 'open' AND attempts = 1");
          expect(rows.length).toBeGreaterThan(0);
          return rows.map(({ id }) => String(id));
        },
        { timeout: 20_000, interval: 5 },
      );
      doomed.kill("SIGKILL");
      const killed = performance.now();
      for (const other of others) other.kill("SIGCONT");
      await send(18, 40);
      await untilDone(query, held);
      const recovery = performance.now() - killed;
      // Killed at any moment, one after the other, while the rest goes on.
      for (const other of others.slice(1)) other.kill("SIGKILL");
      await worker(place);
      await untilDone(query);
      expect(await leftOver(query, transaction)).toEqual({ judged: 40, twice: 0, left: { stops: 0, corrections: 0 } });
      process.stdout.write(`recovery on ${name}: ${(recovery / 1000).toFixed(1)} s for ${held.length} turns\n`);
      expect(recovery).toBeLessThan(RECOVERY_MS);
    });
  },
  240_000,
);

async function untilDone(query: Query, ids?: readonly string[]): Promise<void> {
  await vi.waitFor(
    async () => {
      const rows = await query("SELECT id FROM jobs WHERE state <> 'done'");
      expect(rows.filter(({ id }) => !ids || ids.includes(String(id)))).toEqual([]);
    },
    { timeout: 90_000, interval: 50 },
  );
}

/** How many reports there are, how many of them twice, and what is left of the sums without them. */
async function leftOver(
  query: Query,
  transaction: <Result>(work: (query: Query) => Promise<Result>) => Promise<Result>,
) {
  const rows = await query("SELECT id, substr(at, 1, 10) AS day, team, body FROM reports");
  const counted = rows.map(({ day, team, body }) => {
    return { day: String(day), team: String(team), mark: null, report: JSON.parse(String(body)) };
  });
  await transaction((write) => addToTallies(write, counted, -1));
  const [left] = await query("SELECT SUM(stops) AS stops, SUM(corrections) AS corrections FROM daily");
  return { judged: rows.length, twice: rows.length - new Set(rows.map(({ id }) => id)).size, left };
}

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from "vitest";
import { firstTokens, isPostgres, openRecords, withRecords } from "../../src/team/open-team.ts";
import { copyRecords, TABLES } from "../../src/team/records/copy.ts";
import type { Database } from "../../src/team/records/database.ts";
import { createIngest } from "../../src/team/ingest.ts";
import { createQueue } from "../../src/team/queue/queue.ts";
import { BARE_ENVIRONMENT } from "../support/bare-environment.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { falseDone, teamReport } from "../support/team-report.ts";

const MAIN = resolve(import.meta.dirname, "../../src/cli/main.ts");
const QUIET = { signal: new AbortController().signal, onProgress: () => undefined };
let postgres: PostgresServer;
let folder: string;
let files = 0;
const newFile = () => join(folder, `${(files += 1)}.db`);
beforeAll(async () => {
  postgres = await startPostgres();
  folder = mkdtempSync(join(tmpdir(), "cox-copy-"));
});
beforeEach(() => withRecords(postgres.url, clear));
afterAll(async () => {
  await postgres.dispose();
  rmSync(folder, { recursive: true });
});

async function clear({ transaction }: Database): Promise<void> {
  await transaction((query) => query(`TRUNCATE ${TABLES.join(", ")} RESTART IDENTITY`));
}

const copy = (from: string, to: string) =>
  withRecords(from, (source) => withRecords(to, (target) => copyRecords(source, target, QUIET)));

/** Every row of every table, whatever order they come in. */
const rowsIn = (place: string) =>
  withRecords(place, async ({ query }) => {
    const tables = await Promise.all(TABLES.map((table) => query(`SELECT * FROM ${table}`)));
    return tables.map((rows) => rows.map(textOf).toSorted());
  });

function textOf(row: object): string {
  const columns = Object.entries(row).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return columns.toSorted().join(", ");
}

async function report(database: Database, count: number): Promise<void> {
  const made = Array.from({ length: count }, (_, index) => (index % 3 === 0 ? falseDone() : teamReport()));
  await createIngest(database, () => new Date()).take(made.map((each) => ({ team: "default", report: each })));
}

it("carries a file to Postgres and back, row for row, and the service goes on there", async () => {
  const [from, back] = [newFile(), newFile()];
  await withRecords(from, async (database) => {
    await report(database, 500);
    await firstTokens(database, new Date());
    await database.transaction((query) => query("DELETE FROM reports WHERE key = 500"));
    await createQueue(database).push([{ id: "j", kind: "k", payload: "{}" }]);
  });
  const rows = await copy(from, postgres.url);
  expect(rows).toMatchObject({ reports: 499, tokens: 2, jobs: 1 });
  expect(await rowsIn(postgres.url)).toEqual(await rowsIn(from));
  await copy(postgres.url, back);
  expect(await rowsIn(back)).toEqual(await rowsIn(from));
  await withRecords(postgres.url, (database) => report(database, 1));
  expect(await withRecords(postgres.url, ({ query }) => query("SELECT MAX(key) AS key FROM reports"))).toEqual([
    { key: 500 },
  ]);
});

it.each(["a file", "Postgres"])("copies one moment out of %s that is reported to meanwhile", async (kind) => {
  const [from, to] = [kind === "Postgres" ? postgres.url : newFile(), newFile()];
  const source = await openRecords(from);
  await report(source, 1000);
  const over = new AbortController();
  let reported = 1000;
  const reporting = (async () => {
    for (; !over.signal.aborted; reported += 20) await report(source, 20);
  })();
  await copy(from, to);
  over.abort();
  await reporting;
  await source.close();
  const [copied] = await withRecords(to, ({ query }) =>
    query(
      "SELECT COUNT(*) AS reports, (SELECT SUM(stops) FROM daily) AS stops, (SELECT SUM(reports) FROM machines) AS told FROM reports",
    ),
  );
  // The sums are of the same moment as what they are sums of.
  expect(copied).toEqual({ reports: copied?.["stops"], stops: copied?.["reports"], told: copied?.["reports"] });
  expect(Number(copied?.["reports"])).toBeGreaterThanOrEqual(1000);
  expect(reported).toBeGreaterThan(Number(copied?.["reports"]));
});

it.each(["a file", "Postgres"])("leaves nothing in %s where it is killed half way", async (kind) => {
  const [from, to] = [newFile(), kind === "Postgres" ? postgres.url : newFile()];
  await withRecords(from, ({ transaction }) =>
    transaction((query) =>
      query(
        `INSERT INTO audit_log (at, token, action, detail)
         WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40000) SELECT '', '', '', hex(zeroblob(200)) FROM n`,
      ),
    ),
  );
  const isUnderWay = await watch(to);
  const child = spawn(process.execPath, [MAIN, "team", "copy", from, to], {
    env: { ...BARE_ENVIRONMENT, HOME: folder },
    stdio: "inherit",
  });
  const gone = new Promise((done) => child.once("exit", (_, signal) => done(signal)));
  while (!(await isUnderWay())) await wait(2);
  child.kill("SIGKILL");
  expect(await gone).toBe("SIGKILL");
  expect((await rowsIn(to)).flat()).toEqual([]);
  expect(await copy(from, to)).toMatchObject({ audit_log: 40_000 });
});

/** Gives a test whether rows are being written to a place. */
async function watch(place: string): Promise<() => Promise<boolean>> {
  if (!isPostgres(place))
    return async () => (statSync(`${place}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 1_000_000;
  const database = await openRecords(place);
  onTestFinished(() => database.close());
  const sql = "SELECT pid FROM pg_stat_activity WHERE query LIKE 'INSERT INTO audit_log%'";
  return async () => (await database.query(sql)).length > 0;
}

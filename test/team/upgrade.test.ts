import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openSqliteDatabase } from "../../src/store/sqlite-database.ts";
import { openRecords, withRecords } from "../../src/team/open-team.ts";
import { createQueue } from "../../src/team/queue/queue.ts";
import type { Database, Row, Value } from "../../src/team/records/database.ts";
import { connectPostgres } from "../../src/team/records/postgres.ts";
import { type Dialect, migrationsFor } from "../../src/team/records/schema.ts";
import { VIEWS } from "../../src/team/views/views.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { teamProcesses } from "../support/team-processes.ts";
import { teamReport } from "../support/team-report.ts";

/** The first step as it was released: whoever changes it makes records of which nobody knows what they hold. */
const FIRST_STEP: Record<Dialect, string> = { sqlite: "89180d7051e2cb12", postgres: "252f5e297fb1a8b5" };

const NOW = new Date();
const AT = NOW.toISOString();
const DAY = AT.slice(0, 10);
const TOKEN = "cox_of-the-first-schema";
const BODY = `{"v":1,"id":"old","machine":"m1","at":"${AT}","engine":"0.1.0","repository":"acme/api","agent":"codex",
"agentModel":"m","session":"s","turn":1,"verdict":"correct","judge":"evidence","injected":true,"category":"x",
"confidence":0.9,"findings":[{"id":"x","confidence":0.9,"spoken":true}],"answered":null,"steps":3,
"claims":{"shown":0,"contradicted":1,"open":0},"asked":{"shown":0,"contradicted":0,"open":0},
"checks":{"passed":0,"failed":1,"unknown":0},"changed":{"files":1,"tests":0,"code":true,"unchecked":false},
"durationMs":7,"usage":[{"model":"o","operationType":"inference","inputTokens":5,"outputTokens":1,"cachedInputTokens":0,"cost":0.5}]}`;
const PLACE = { day: DAY, team: "t", repository: "acme/api", agent: "codex", model: "m" };

/** A row or two of every table, as the program of the first schema wrote them. */
const ROWS: Readonly<Record<string, readonly Readonly<Record<string, Value>>[]>> = {
  reports: [
    {
      ...{ team: "t", machine: "m1", id: "old", at: AT, received_at: AT, repository: "acme/api", agent: "codex" },
      ...{ model: "m", verdict: "correct", judge: "evidence", finding: "x", no_check: 0, mark: "wrong" },
      ...{ marked_at: AT, body: BODY },
    },
  ],
  daily: [
    {
      ...{ ...PLACE, stops: 1, corrections: 1, spoken: 1, shadow: 0, blocked: 0, unchecked: 0, asked_model: 1 },
      ...{ claims_shown: 0, claims_contradicted: 1, claims_open: 0, code_turns: 1, no_check: 0, met: 0, unmet: 0 },
      ...{ marked_right: 0, marked_wrong: 1, duration_ms: 7 },
    },
  ],
  daily_findings: [{ ...PLACE, finding: "x", raised: 1, marked_right: 0, marked_wrong: 1 }],
  daily_usage: [
    {
      ...{ ...PLACE, observer: "o", operation: "inference", calls: 1, input_tokens: 5, output_tokens: 1 },
      ...{ cached_tokens: 0, unpriced: 0, cost: 0.5 },
    },
  ],
  machines: [{ team: "t", machine: "m1", first_at: AT, last_at: AT, reports: 1, engine: "0.1.0" }],
  tokens: [
    {
      ...{ id: "a", hash: createHash("sha256").update(TOKEN).digest("hex"), name: "first", team: "t" },
      ...{ scopes: "report ask read admin", created_at: AT, revoked_at: null },
    },
  ],
  jobs: [
    { id: "job-1", kind: "plain", payload: "{}", state: "open", attempts: 1, due_at: 1, lease: "gone", why: null },
    { id: "job-2", kind: "plain", payload: "", state: "aside", attempts: 3, due_at: 1, lease: "", why: "broken" },
  ],
  policy: [{ team: "t", body: '{"content":true}', changed_at: AT }],
  audit_log: [{ at: AT, token: "a", action: "policy", detail: "t" }],
};

let postgres: PostgresServer;
let folder: string;
const processes = teamProcesses();
beforeAll(async () => {
  postgres = await startPostgres();
  folder = mkdtempSync(join(tmpdir(), "cox-upgrade-"));
});
afterEach(() => processes.killAll());
afterAll(async () => {
  await postgres.dispose();
  rmSync(folder, { recursive: true });
});

interface Old {
  readonly run: (sql: string, values?: readonly Value[]) => Promise<readonly Row[]>;
  readonly close: () => Promise<void>;
}

async function oldSqlite(place: string): Promise<Old> {
  const database = await openSqliteDatabase(place, { migrations: migrationsFor("sqlite").slice(0, 1) });
  return { run: async (sql, values = []) => database.all(sql, ...values), close: async () => database.close() };
}

async function oldPostgres(place: string): Promise<Old> {
  const pool = await connectPostgres(place);
  const run: Old["run"] = async (sql, values) => {
    let count = 0;
    return (
      await pool.query<Row>(
        sql.replaceAll("?", () => `$${(count += 1)}`),
        values && [...values],
      )
    ).rows;
  };
  await run("CREATE SCHEMA coxswain; CREATE TABLE coxswain.schema_version (version BIGINT NOT NULL)");
  await run(`${migrationsFor("postgres")[0]}; INSERT INTO schema_version VALUES (1)`);
  return { run, close: () => pool.end() };
}

describe.each(["sqlite", "postgres"] as const)("records of the first schema on %s", (dialect) => {
  let place: string;
  let before: Map<string, readonly Row[]>;
  let count = 0;
  beforeEach(async () => {
    count += 1;
    if (dialect === "sqlite") place = join(folder, `old-${count}.db`);
    else {
      const pool = await connectPostgres(postgres.url);
      await pool.query(`CREATE DATABASE old_${count}`);
      await pool.end();
      place = postgres.url.replace(/\w+$/, `old_${count}`);
    }
    const old = await (dialect === "sqlite" ? oldSqlite : oldPostgres)(place);
    before = new Map();
    for (const [table, rows] of Object.entries(ROWS)) {
      for (const row of rows) {
        const marks = Object.keys(row).map(() => "?");
        await old.run(
          `INSERT INTO ${table} (${Object.keys(row).join(", ")}) VALUES (${marks.join(", ")})`,
          Object.values(row),
        );
      }
      before.set(table, await old.run(`SELECT * FROM ${table} ORDER BY 1`));
    }
    await old.close();
  });

  const expectAllThere = async (database: Database) => {
    for (const [table, rows] of before)
      expect(await database.query(`SELECT * FROM ${table} ORDER BY 1`), table).toMatchObject(rows);
  };

  it("were made by a step that never changes", () => {
    const [first = ""] = migrationsFor(dialect);
    expect(createHash("sha256").update(first).digest("hex").slice(0, 16)).toBe(FIRST_STEP[dialect]);
  });

  it("are all there with today's program, in every view, and new ones come in", async () => {
    await withRecords(place, expectAllThere);
    const { url } = await processes.serve(place);
    const ask = async (path: string, init: RequestInit = {}) => {
      const response = await fetch(url + path, { ...init, headers: { Authorization: `Bearer ${TOKEN}` } });
      expect(response.status, path).toBe(200);
      return (await response.json()) as Record<string, unknown>;
    };
    for (const view of Object.keys(VIEWS)) expect((await ask(`/v1/views/${view}`))["rows"], view).toHaveLength(1);
    const reports = [
      teamReport({ machine: "m1" }),
      { v: 1, mark: "right", id: "old", machine: "m1", at: new Date().toISOString() },
    ];
    await ask("/v1/reports", { method: "POST", body: JSON.stringify({ reports }) });
    const [summary] = (await ask("/v1/views/summary"))["rows"] as Row[];
    expect(summary).toMatchObject({ stops: 2, corrections: 1, markedRight: 1, markedWrong: 0, costUsd: 0.5 });
    expect(await ask("/v1/policy")).toMatchObject({ content: true });
    await withRecords(place, async (database) => {
      expect(await createQueue(database).claim(9, 1000)).toMatchObject([{ id: "job-1", attempt: 2 }]);
    });
  });

  it("are brought up to date once, by servers that start at the same time", async () => {
    const servers = await Promise.all([1, 2, 3].map(() => processes.serve(place)));
    for (const { url } of servers) expect((await fetch(`${url}/healthz`)).status).toBe(200);
    await withRecords(place, expectAllThere);
  });

  it("are refused by a program that is older than they are, which says so", async () => {
    const newer = migrationsFor(dialect).length + 1;
    await withRecords(place, async () => undefined);
    if (dialect === "sqlite") {
      const file = await openSqliteDatabase(place, { migrations: migrationsFor("sqlite") });
      file.execute(`PRAGMA user_version = ${newer}`);
      file.close();
    } else
      await withRecords(place, (database) =>
        database.transaction((query) => query("UPDATE schema_version SET version = ?", [newer])),
      );
    await expect(openRecords(place)).rejects.toMatchObject({
      code: "store.newer-schema",
      message: expect.stringContaining(`written by a newer coxswain (schema ${newer}; this one knows ${newer - 1})`),
    });
  });
});

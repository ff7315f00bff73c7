import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openPostgres } from "../../src/store/postgres-database.ts";
import { openSqliteDatabase } from "../../src/store/sqlite-database.ts";
import { openRecords, withRecords } from "../../src/team/open-team.ts";
import { createQueue } from "../../src/team/queue/queue.ts";
import type { Database, Row } from "../../src/team/records/database.ts";
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
const HASH = createHash("sha256").update(TOKEN).digest("hex");

/** A row or two of every table, as the program of the first schema wrote them. */
const ROWS = `
INSERT INTO reports (team, machine, id, at, received_at, repository, agent, model, verdict, judge, finding, no_check,
  mark, marked_at, body)
VALUES ('t', 'm1', 'old', '${AT}', '${AT}', 'acme/api', 'codex', 'm', 'correct', 'evidence', 'x', 0,
  'wrong', '${AT}', '${BODY}');
INSERT INTO daily (day, team, repository, agent, model, stops, corrections, spoken, shadow, blocked, unchecked,
  asked_model, claims_shown, claims_contradicted, claims_open, code_turns, no_check, met, unmet, marked_right,
  marked_wrong, duration_ms)
VALUES ('${DAY}', 't', 'acme/api', 'codex', 'm', 1, 1, 1, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 0, 1, 7);
INSERT INTO daily_findings (day, team, repository, agent, model, finding, raised, marked_right, marked_wrong)
VALUES ('${DAY}', 't', 'acme/api', 'codex', 'm', 'x', 1, 0, 1);
INSERT INTO daily_usage (day, team, repository, agent, model, observer, operation, calls, input_tokens, output_tokens,
  cached_tokens, unpriced, cost)
VALUES ('${DAY}', 't', 'acme/api', 'codex', 'm', 'o', 'inference', 1, 5, 1, 0, 0, 0.5);
INSERT INTO machines (team, machine, first_at, last_at, reports, engine) VALUES ('t', 'm1', '${AT}', '${AT}', 1, '0.1.0');
INSERT INTO tokens (id, hash, name, team, scopes, created_at)
VALUES ('a', '${HASH}', 'first', 't', 'report ask read admin', '${AT}');
INSERT INTO jobs (id, kind, payload, state, attempts, due_at, lease, why)
VALUES ('job-1', 'plain', '{}', 'open', 1, 1, 'gone', NULL), ('job-2', 'plain', '', 'aside', 3, 1, '', 'broken');
INSERT INTO policy (team, body, changed_at) VALUES ('t', '{"content":true}', '${AT}');
INSERT INTO audit_log (at, token, action, detail) VALUES ('${AT}', 'a', 'policy', 't')`;
const TABLES = [...ROWS.matchAll(/INSERT INTO (\w+)/g)].map((match) => match[1] ?? "");

/** Of what the first schema did not have, or kept of all teams together. */
const LATER_VIEWS: ReadonlySet<string> = new Set(["sessions", "session-days", "aside"]);

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

type Run = (sql: string) => Promise<readonly Row[]>;

async function inOldSqlite(place: string, write: (run: Run) => Promise<void>): Promise<void> {
  const database = await openSqliteDatabase(place, { migrations: migrationsFor("sqlite").slice(0, 1) });
  await write(async (sql) => database.all(sql));
  database.close();
}

async function inOldPostgres(place: string, write: (run: Run) => Promise<void>): Promise<void> {
  const steps = migrationsFor("postgres").slice(0, 1);
  const database = await openPostgres(place, { name: "coxswain", steps });
  await write(database.query);
  await database.close();
}

describe.each(["sqlite", "postgres"] as const)("records of the first schema on %s", (dialect) => {
  let place: string;
  let before: Map<string, readonly Row[]>;
  let count = 0;
  beforeEach(async () => {
    count += 1;
    if (dialect === "sqlite") place = join(folder, `old-${count}.db`);
    else {
      await withRecords(postgres.url, ({ query }) => query(`CREATE DATABASE old_${count}`));
      place = postgres.url.replace(/\w+$/, `old_${count}`);
    }
    before = new Map();
    await (dialect === "sqlite" ? inOldSqlite : inOldPostgres)(place, async (run) => {
      for (const statement of ROWS.split(";\n")) await run(statement);
      for (const table of TABLES) before.set(table, await run(`SELECT * FROM ${table} ORDER BY 1`));
    });
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
    for (const view of Object.keys(VIEWS)) {
      const { rows } = await ask(`/v1/views/${view}`);
      expect(rows, view).toHaveLength(LATER_VIEWS.has(view) ? 0 : 1);
    }
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

import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeHost } from "../../../test/contracts/host.ts";
import { storyOf } from "../../../test/support/story.ts";
import type { Delta } from "../../thread/delta.ts";
import { openTranscript } from "../open-transcript.ts";
import { readTranscript, type TranscriptPosition } from "../transcript.ts";
import { opencode } from "./opencode.ts";

const fixtures = fileURLToPath(new URL("../../../test/fixtures/opencode", import.meta.url));

describeHost({ host: opencode, fixtures });

interface Message {
  readonly info: { readonly id: string; readonly time: { readonly created: number } };
  readonly parts: readonly { readonly id: string }[];
}

describe("opencode: the database", () => {
  const exported = JSON.parse(readFileSync(join(fixtures, "export", "transcript.json"), "utf8")) as {
    readonly info: { readonly revert: unknown };
    readonly messages: readonly Message[];
  };
  let folder = "";
  let path = "";
  let database: DatabaseSync;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "cox-opencode-"));
    path = join(folder, "opencode.db");
    database = new DatabaseSync(path);
    database.exec(`PRAGMA journal_mode = WAL;
      CREATE TABLE session (id TEXT PRIMARY KEY, project_id TEXT, parent_id TEXT, directory TEXT, title TEXT,
        revert TEXT, time_created INTEGER, time_updated INTEGER);
      CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, data TEXT);
      CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, data TEXT);`);
    addSession("ses_old", null, 1);
    addSession("ses_2", null, 2, JSON.stringify(exported.info.revert));
    addSession("ses_child", "ses_2", 3);
    for (const message of exported.messages) add("ses_2", message);
    add("ses_old", { info: { ...info("msg_o", "user") }, parts: [{ id: "p1", ...text("Older.") }] });
    add("ses_child", { info: { ...info("msg_c", "user") }, parts: [{ id: "p2", ...text("Find it.") }] });
  });
  afterAll(() => {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test("gives the newest session that no agent started, as its export tells it, while the program has it open", () => {
    const { host } = openTranscript(path);
    expect(host.name).toBe("opencode");
    const [, ...story] = readFileSync(join(fixtures, "export", "story.txt"), "utf8")
      .trimEnd()
      .split("\n");
    expect(storyOf(read(path).deltas)).toEqual(["thread ses_2 of opencode in /home/mia/ledger", ...story]);
  });

  test("gives the session that is named behind the file", () => {
    expect(storyOf(read(`${path}#ses_old`).deltas).at(-1)).toBe('user: "Older."');
    expect(storyOf(read(`${path}#ses_child`).deltas)).toEqual([
      "thread ses_child of opencode in /home/mia/ledger (subagent)",
      'user: "Find it."',
    ]);
    expect(() => read(`${path}#ses_9`)).toThrow(`${path} holds no session ses_9.`);
  });

  test("tells only what is new, and what was taken back", () => {
    const first = read(`${path}#ses_old`);
    add("ses_old", { info: info("msg_p", "assistant"), parts: [{ id: "p3", ...text("Answered.") }] });
    const second = read(`${path}#ses_old`, first.position);
    expect(storyOf(second.deltas)).toEqual(['agent: "Answered." > end_turn']);
    database.exec("DELETE FROM message WHERE id = 'msg_p'");
    add("ses_old", { info: info("msg_q", "assistant"), parts: [{ id: "p4", ...text("Otherwise.") }] });
    const third = read(`${path}#ses_old`, second.position);
    expect(storyOf(third.deltas)).toEqual(["taken back to msg_o", 'agent: "Otherwise." > end_turn']);
  });

  test("lists the sessions that a person started", () => {
    const { host } = openTranscript(path);
    const sessions = host.listSessions?.(path) ?? [];
    expect(sessions.map(({ session, changedMs }) => [session, changedMs])).toEqual([
      ["ses_2", 2],
      ["ses_old", 1],
    ]);
    for (const { bytes } of sessions) expect(bytes).toBeGreaterThan(10);
  });

  test("of another program is none of opencode's", () => {
    const other = join(folder, "other.db");
    const strange = new DatabaseSync(other);
    strange.exec("CREATE TABLE notes (text TEXT)");
    strange.close();
    expect(() => read(other)).toThrow(`${other} is a database, but not one of OpenClaw's or opencode's.`);
  });

  test.each([
    [
      "a view without an end",
      `CREATE VIEW session AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
         SELECT 'ses_' || i AS id, NULL AS parent_id, '/repo' AS directory, i AS time_updated FROM n;`,
    ],
    [
      "columns that are computed",
      `CREATE TABLE session (id TEXT, parent_id TEXT, time_updated INTEGER, title AS (hex(zeroblob(200000000))));
       INSERT INTO session VALUES ('ses_1', NULL, 1), ('ses_2', NULL, 2);`,
    ],
  ])("with %s for its sessions is none of opencode's, and is not waited for", (name, made) => {
    const other = join(folder, `${name.replaceAll(" ", "-")}.db`);
    const strange = new DatabaseSync(other);
    strange.exec(`${made} CREATE TABLE message (id, session_id, time_created, data);
      CREATE TABLE part (id, message_id, session_id, data);`);
    strange.close();
    expect(() => opencode.listSessions?.(other)).toThrow(`${other} is a database, but not one of opencode's.`);
    expect(() => read(other)).toThrow(`${other} is a database, but not one of OpenClaw's or opencode's.`);
  });

  test("that cannot be opened says why, in the words of any other file", () => {
    const gone = join(folder, "gone.db");
    expect(() => opencode.listSessions?.(gone)).toThrow(`${gone} does not exist.`);
    expect(() => opencode.readStore?.(gone, undefined)).toThrow(`${gone} does not exist.`);
    expect(() => opencode.listSessions?.(folder)).toThrow(`${folder} is a directory, not a transcript.`);
  });

  test("that somebody else holds is not taken for another program's", () => {
    const held = join(folder, "held.db");
    const holder = new DatabaseSync(held);
    holder.exec("CREATE TABLE session (id TEXT); BEGIN EXCLUSIVE");
    try {
      expect(() => read(held)).toThrow(`${held} cannot be read: database is locked.`);
      expect(() => opencode.listSessions?.(held)).toThrow(`${held} cannot be read: database is locked.`);
    } finally {
      holder.close();
    }
  });

  test("is read as it was at one moment, whatever is written meanwhile", async () => {
    addSession("ses_busy", null, 0);
    const writer = new Worker(WRITER, { eval: true, workerData: path });
    try {
      await once(writer, "message");
      const lonely = Array.from({ length: 200 }, () => opencode.readStore?.(path, "ses_busy") ?? [])
        .flatMap((records) => records.slice(1) as { readonly parts: readonly unknown[] }[])
        .filter(({ parts }) => parts.length === 0);
      expect(lonely).toEqual([]);
    } finally {
      await writer.terminate();
    }
  });

  function addSession(id: string, parent: string | null, updated: number, revert: string | null = null): void {
    database
      .prepare("INSERT INTO session VALUES (?, 'p', ?, '/home/mia/ledger', NULL, ?, 1775116800000, ?)")
      .run(id, parent, revert, updated);
  }

  function add(session: string, { info: { id, ...data }, parts }: Message): void {
    database
      .prepare("INSERT INTO message VALUES (?, ?, ?, ?)")
      .run(id, session, data.time.created, JSON.stringify(data));
    for (const { id: partId, ...part } of parts) {
      database.prepare("INSERT INTO part VALUES (?, ?, ?, ?)").run(partId, id, session, JSON.stringify(part));
    }
  }
});

/** Writes messages as opencode does, each with its part at once. */
const WRITER = `
const { parentPort, workerData } = require("node:worker_threads");
const { DatabaseSync } = require("node:sqlite");
const database = new DatabaseSync(workerData, { timeout: 5000 });
database.exec("PRAGMA synchronous = OFF");
const message = database.prepare("INSERT INTO message VALUES (?, 'ses_busy', ?, '{}')");
const part = database.prepare("INSERT INTO part VALUES (?, ?, 'ses_busy', '{}')");
for (let number = 1; number < 500; number += 1) {
  database.exec("BEGIN");
  message.run("msg_busy_" + number, number);
  part.run("prt_busy_" + number, "msg_busy_" + number);
  database.exec("COMMIT");
  if (number === 1) parentPort.postMessage("begun");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
}
`;

function info(id: string, role: string): Message["info"] & { role: string } {
  return { id, role, time: { created: 1775116800000 + id.charCodeAt(4) } };
}

function text(words: string): { type: string; text: string } {
  return { type: "text", text: words };
}

function read(path: string, from?: TranscriptPosition): { deltas: Delta[]; position: TranscriptPosition } {
  const deltas: Delta[] = [];
  const { host } = openTranscript(path);
  const position = readTranscript(path, host, { from, onDeltas: (more) => deltas.push(...more) });
  return { deltas, position: JSON.parse(JSON.stringify(position)) as TranscriptPosition };
}

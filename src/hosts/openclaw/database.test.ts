import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { OpenClawDatabase } from "../../../test/support/openclaw-database.ts";
import { storyOf } from "../../../test/support/story.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import type { Delta } from "../../thread/delta.ts";
import { openTranscript } from "../open-transcript.ts";
import { readTranscript, type TranscriptPosition } from "../transcript.ts";
import { openclaw } from "./openclaw.ts";

let store: OpenClawDatabase;
beforeEach(() => {
  store = new OpenClawDatabase(join(temporaryDirectory(), "agents", "main", "agent", "openclaw-agent.sqlite"));
});
afterEach(() => store.close());

const of = (session: string) => `${store.path}#${session}`;

function read(path: string, from?: TranscriptPosition) {
  const deltas: Delta[] = [];
  const { host } = openTranscript(path);
  const position = readTranscript(path, host, { from, onDeltas: (more) => deltas.push(...more) });
  return { host: host.name, story: storyOf(deltas), position: JSON.parse(JSON.stringify(position)) as typeof position };
}

describe("the database of OpenClaw", () => {
  it("gives the newest session that no agent started, while the program has it open", () => {
    store.session("s1").user("Older.").say("Yes.");
    store.session("s2").user("Fix it.").exec("npm test", "1 failed", 1).say("Done.");
    store.session("s3", "agent:main:subagent:7d").user("Look.").say("Seen.");
    const { host, story } = read(store.path);
    expect(host).toBe("openclaw");
    expect(story).toEqual([
      "thread s2 of openclaw in /home/sam/shop",
      'user: "Fix it."',
      'agent: calls exec call-2 {"command":"npm test"} > tool_use',
      'call-2 error with 1: "1 failed"',
      'agent: "Done." > end_turn',
    ]);
    expect(read(of("s1")).story).toContain('user: "Older."');
    expect(read(of("s3")).story[0]).toBe("thread s3 of openclaw in /home/sam/shop (subagent)");
    expect(() => read(of("s9"))).toThrow(`${store.path} holds no session s9.`);
    store.database.exec("DELETE FROM transcript_events WHERE session_id <> 's3'");
    expect(read(store.path).story[0]).toContain("thread s3");
    store.database.exec("DELETE FROM transcript_events");
    expect(() => read(store.path)).toThrow(`${store.path} holds no session.`);
  });

  it("lists the sessions that a person started", () => {
    store.session("s2").user("Fix it.");
    store.session("s1").user("Older.".repeat(400));
    store.session("s3", "agent:main:subagent:7d").user("Look.");
    const [first, second, ...more] = openclaw.listSessions?.(store.path) ?? [];
    expect([first?.session, second?.session, more]).toEqual(["s1", "s2", []]);
    expect(first?.bytes).toBeGreaterThan(2400);
    expect(new Date(first?.changedMs ?? 0).getUTCFullYear()).toBe(2026);
  });

  it("is read when its entries are compressed, and where one of them is damaged or too large", () => {
    const words = "the same words again ".repeat(100);
    store.session("s1").user(words).say("One.").user("More.").say(words.trim()).user("Less.").say("Two.");
    expect(read(store.path).story.filter((line) => line.includes("same words"))).toHaveLength(2);
    store.database.exec("UPDATE transcript_events SET event_utf8_bytes = 8 WHERE seq = 2");
    store.database.exec("UPDATE transcript_events SET event_zstd = x'28b52ffd00' WHERE seq = 5");
    const { story, position } = read(store.path);
    expect(story.slice(1)).toEqual([
      'agent: "One." > end_turn',
      'user: "More."',
      'user: "Less."',
      'agent: "Two." > end_turn',
    ]);
    expect(position.skipped).toBe(2);
    store.database.exec("UPDATE transcript_events SET event_utf8_bytes = -999999999 WHERE seq = 2");
    expect(() => read(store.path)).toThrow(`Session s1 in ${store.path} is larger than 256 MB.`);
  });

  it("tells only what is new, and takes back what is gone from its end", () => {
    const session = store.session("s1").user("Fix it.").say("Fixed.");
    const first = read(store.path);
    expect(read(store.path, first.position).story).toEqual([]);
    session.user("Really?");
    const second = read(store.path, first.position);
    expect(second.story).toEqual(['user: "Really?"']);
    store.database.exec("DELETE FROM transcript_events WHERE seq >= 3");
    session.entry({
      parentId: "entry-2",
      type: "message",
      message: { role: "assistant", content: [], stopReason: "stop" },
    });
    const third = read(store.path, second.position);
    expect(third.story[0]).toBe("taken back to entry-2");
    expect(third.story).toHaveLength(2);
    store.database.exec("DELETE FROM transcript_events");
    store.database.exec("DELETE FROM session_windows");
    store.session("s1").user("Anew.");
    store.database.exec(`UPDATE transcript_events SET event_json = replace(event_json, 'entry-', 'other-')`);
    expect(read(store.path, third.position).story).toEqual(["taken back to the beginning", 'user: "Anew."']);
  });

  it("goes back where OpenClaw does, and leaves out its notes beside the conversation", () => {
    const session = store.session("s1").user("Fix it.").say("Fixed.");
    const { newest } = session;
    session.user("Now the other.").say("Done.").entry({ type: "leaf", targetId: newest }).user("This one.").say("Yes.");
    session.entry({ type: "custom_message", customType: "openclaw.note", content: "Aside.", appendMode: "side" });
    session.entry({ type: "reset" }).user("Anew.");
    expect(read(store.path).story.slice(-6)).toEqual([
      'agent: "Done." > end_turn',
      "taken back to entry-3",
      'user: "This one."',
      'agent: "Yes." > end_turn',
      'compacted: ""',
      'user: "Anew."',
    ]);
  });

  it("is read in its first form, and without a list of sessions", () => {
    const path = join(temporaryDirectory(), "early.sqlite");
    const early = new DatabaseSync(path);
    early.exec(`CREATE TABLE sessions (session_id TEXT PRIMARY KEY, session_key TEXT);
      CREATE TABLE transcript_events (session_id TEXT, seq INTEGER, event_json TEXT, created_at INTEGER);
      INSERT INTO sessions VALUES ('s1', 'agent:a:main'), ('s2', 'agent:a:subagent:7d');
      INSERT INTO transcript_events VALUES
        ('s1', 1, '{"type":"message","id":"m","parentId":null,"message":{"role":"user","content":"Hello."}}', 1),
        ('s2', 1, '{"type":"message","id":"m","parentId":null,"message":{"role":"user","content":"Look."}}', 2);`);
    expect(read(path).story).toEqual(["thread s1 of openclaw", 'user: "Hello."']);
    early.exec("DROP TABLE sessions");
    expect(read(path).story).toEqual(["thread s2 of openclaw", 'user: "Look."']);
    early.close();
  });

  it.each([
    [
      "a view without an end",
      `CREATE VIEW transcript_events AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
         SELECT 's' AS session_id, i AS seq, '{}' AS event_json, i AS created_at FROM n;`,
    ],
    [
      "columns that are computed",
      `CREATE TABLE transcript_events (session_id, seq, created_at, event_json AS (hex(zeroblob(2000000))));
       INSERT INTO transcript_events VALUES ('s', 1, 1);`,
    ],
    ["other columns", "CREATE TABLE transcript_events (text TEXT)"],
  ])("with %s for its entries is none of OpenClaw's, and is not waited for", (_, made) => {
    const path = join(temporaryDirectory(), "strange.sqlite");
    const strange = new DatabaseSync(path);
    strange.exec(made);
    strange.close();
    const reason = `${path} is a database, but not one of OpenClaw's`;
    expect(() => openclaw.listSessions?.(path)).toThrow(reason);
    expect(() => read(path)).toThrow(reason);
  });

  it("with entries that are their own parents comes to an end", () => {
    const session = store.session("s1").user("Fix it.");
    session.entry({ id: "a", parentId: "b", type: "custom" }).entry({ id: "b", parentId: "a", type: "custom" });
    session
      .entry({ id: "c", type: "leaf", targetId: "c" })
      .entry({ type: "message", message: { role: "user", content: "Hm." } });
    expect(read(store.path).story.at(-1)).toBe('user: "Hm."');
  });
});

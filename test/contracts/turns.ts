import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createJudgingThreads, type JudgingThreads } from "../../src/compose/judge-threads.ts";
import { ALL_TEAMS } from "../../src/team/access.ts";
import { createMetrics } from "../../src/team/metrics.ts";
import { createAnswering } from "../../src/team/questions.ts";
import { asideJobs, dropAside, dropOldAside, retryAside } from "../../src/team/queue/aside.ts";
import type { Database } from "../../src/team/records/database.ts";
import { createToken, type Scope } from "../../src/team/records/tokens.ts";
import { type Server, startServer } from "../../src/team/server.ts";
import { runJudging } from "../../src/team/turns/judging.ts";
import { sentTurn, WORDS_OF_TURNS } from "../support/sent-turn.ts";
import type { TeamPlace } from "./team-service.ts";

const POISONOUS = new URL("../support/poisonous-judge.ts", import.meta.url);

/** What becomes of transcripts that CI sends, whatever the records lie in. `remains` gives what is left on the disk, where that can be looked at. */
export function turnsContract(name: string, create: () => Promise<TeamPlace & { remains?: () => string }>): void {
  describe(`turns that CI sends to the service on ${name}`, () => {
    let place: Awaited<ReturnType<typeof create>>;
    let database: Database;
    let server: Server;
    let threads: JudgingThreads;
    const logged: object[] = [];
    const log = (event: object) => void logged.push(event);
    beforeAll(async () => {
      place = await create();
      database = await place.open();
      server = await startServer({ database, host: "127.0.0.1", port: 0, version: "0.1.0", log });
      threads = createJudgingThreads({ env: {}, engine: "0.1.0", answering: undefined });
    });
    beforeEach(() => database.transaction((query) => query("DELETE FROM jobs")));
    afterAll(async () => {
      await threads.close();
      await server.stop();
      await database.close();
      expect(JSON.stringify(logged)).not.toMatch(/cart|Fix the total/);
      for (const words of WORDS_OF_TURNS) expect(place.remains?.() ?? "").not.toContain(words);
      await place.dispose();
    });

    const tokenFor = async (team: string, scopes: readonly Scope[] = ["report", "read"]): Promise<string> =>
      (await database.transaction((query) => createToken(query, { name: "test", team, scopes, now: new Date() }))).text;
    const post = (token: string, body: unknown) =>
      fetch(`${server.url}/v1/turns`, {
        method: "POST",
        headers: { Authorization: `Bearer ${token}` },
        body: typeof body === "string" ? body : JSON.stringify(body),
      });
    const send = async (token: string, ...turns: unknown[]) => {
      const response = await post(token, { turns });
      return { status: response.status, ...((await response.json()) as { ids: string[]; refused: object[] }) };
    };
    const rowsOf = async (view: string, token: string): Promise<Record<string, unknown>[]> => {
      const response = await fetch(`${server.url}/v1/views/${view}`, { headers: { Authorization: `Bearer ${token}` } });
      return ((await response.json()) as { rows: Record<string, unknown>[] }).rows;
    };
    const states = async () => (await database.query("SELECT state FROM jobs ORDER BY id")).map(({ state }) => state);
    /** Works until nothing is open; a job that failed is tried again at once. */
    async function judgeAll(judge = threads.judge): Promise<void> {
      const over = new AbortController();
      const working = runJudging({ database, judge, slots: 3, signal: over.signal, log });
      await vi.waitFor(
        async () => {
          await database.transaction((query) =>
            query("UPDATE jobs SET due_at = 0 WHERE state = 'open' AND lease = ''"),
          );
          expect(await states()).not.toContain("open");
        },
        { timeout: 90_000, interval: 100 },
      );
      over.abort();
      await working;
    }
    const falseTurn = (session: string) => sentTurn((each) => each.falseTurn(), session);

    it("judges what is sent, and counts it in the views as what a machine reports", async () => {
      const token = await tokenFor("judged");
      const first = await send(
        token,
        falseTurn("one"),
        sentTurn((each) => each.honestTurn(), "two"),
      );
      expect(first).toMatchObject({ status: 202, refused: [] });
      expect(first.ids).toHaveLength(2);
      await judgeAll();
      expect(await rowsOf("summary", token)).toMatchObject([{ stops: 2, corrections: 1, spoken: 0, codeTurns: 2 }]);
      expect(await rowsOf("repositories", token)).toMatchObject([{ repository: "acme/api", stops: 2 }]);
      expect(await rowsOf("models", token)).toMatchObject([{ model: "claude-opus-4-6", stops: 2 }]);
      const [found] = await rowsOf("cases?verdict=correct", token);
      expect(found).toMatchObject({ agent: "claude-code", finding: "claimed-check-failed" });
      const [one] = await rowsOf(`cases/${String(found?.["case"])}`, token);
      expect(one?.["report"]).toMatchObject({
        id: first.ids[0],
        machine: "ci",
        turn: 1,
        checks: { failed: 1 },
        injected: false,
      });
      expect(one?.["report"]).not.toHaveProperty("content");
      expect(await states()).toEqual(["done", "done"]);
    });

    it("judges a turn once that is sent twice, at once, later, or by somebody who was killed before he could say so", async () => {
      const token = await tokenFor("once");
      const turn = falseTurn("again");
      const [one, two] = await Promise.all([send(token, turn, turn), send(token, turn)]);
      expect(new Set([...one.ids, ...two.ids]).size).toBe(1);
      await judgeAll();
      expect((await send(token, turn)).ids).toEqual(two.ids);
      await database.transaction((query) =>
        query("UPDATE jobs SET state = 'open', attempts = 1, due_at = 0, payload = ?", [
          JSON.stringify({ id: two.ids[0], team: "once", turn }),
        ]),
      );
      await judgeAll();
      expect(await rowsOf("summary", token)).toMatchObject([{ stops: 1, corrections: 1 }]);
      // The same turn, grown.
      await send(
        token,
        sentTurn((each) => each.falseTurn().passing().say("Now they pass."), "again"),
      );
      await judgeAll();
      expect(await rowsOf("summary", token)).toMatchObject([{ stops: 2, corrections: 1 }]);
    });

    it("keeps words only where the team's policy wants them, and a transcript only until it is judged", async () => {
      const token = await tokenFor("words");
      const admin = await tokenFor("words", ["admin"]);
      const tables =
        database.dialect === "sqlite"
          ? "SELECT name FROM sqlite_schema WHERE type = 'table'"
          : "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'coxswain'";
      const everything = async () => {
        const names = (await database.query(tables)).map(({ name: table }) => String(table));
        expect(names).toEqual(expect.arrayContaining(["jobs", "reports", "daily", "audit_log"]));
        return JSON.stringify(await Promise.all(names.map((table) => database.query(`SELECT * FROM ${table}`))));
      };
      await send(token, falseTurn("silent"));
      expect(await everything()).toContain("All tests pass");
      await judgeAll();
      const left = await everything();
      for (const words of WORDS_OF_TURNS) expect(left).not.toContain(words);
      const allow = (content: boolean) =>
        fetch(`${server.url}/v1/policy`, {
          method: "PUT",
          headers: { Authorization: `Bearer ${admin}` },
          body: JSON.stringify({ content }),
        });
      await allow(true);
      await send(token, falseTurn("spoken"));
      await judgeAll();
      const [, words] = await database.query("SELECT body FROM reports WHERE team = 'words' ORDER BY key");
      expect(String(words?.["body"])).toContain("All tests pass");
      await database.transaction((query) => query("DELETE FROM reports WHERE team = 'words'"));
    });

    it("takes nothing that is no turn, is too large, or comes with a token of another scope", async () => {
      const token = await tokenFor("turns-hostile");
      const turn = falseTurn("hostile");
      const deltas = turn["deltas"] as object[];
      const deep: unknown = JSON.parse(`${"[".repeat(400)}${"]".repeat(400)}`);
      const call = { type: "tool_use", id: "1", name: "Bash", input: deep };
      const message = { role: "assistant", id: "m", content: [call], stopReason: "end_turn" };
      const others = [
        { v: 2 },
        { session: "" },
        { session: "'; DROP TABLE jobs; --" },
        { turn: -1 },
        { range: [1] },
        { repository: "a\u0000b" },
        { machine: "<b>" },
        { deltas: [] },
        { deltas: [{ v: 1, type: "unknown" }] },
        { deltas: deep },
        { deltas: Array.from({ length: 20_001 }, () => ({ v: 1, type: "turn:judged" })) },
      ];
      const bad = [null, [], deep, ...others.map((other) => ({ ...turn, ...other }))];
      const { status, ids, refused } = await send(token, ...bad, {
        ...turn,
        team: "turns-victim",
        deltas: [...deltas, { v: 1, type: "inference:completed", message }],
      });
      expect({ status, ids: ids.length, refused: refused.length }).toEqual({
        status: 202,
        ids: 1,
        refused: bad.length,
      });
      for (const body of ["", "{", "[]", '{"turns":{}}', '{"turns":[]}', '{"turns":[1]}', { turns: Array(21).fill(1) }])
        expect((await post(token, body)).status).toBe(400);
      const large = await post(token, { turns: [{ ...turn, more: "x".repeat(2 * 1024 * 1024) }] }).then(
        (answer) => answer.status,
        () => "cut off",
      );
      expect([413, "cut off"]).toContain(large);
      expect((await post(await tokenFor("turns-hostile", ["read", "ask", "admin"]), { turns: [turn] })).status).toBe(
        403,
      );
      // The same names of another team are another turn.
      expect((await send(await tokenFor("turns-victim"), turn)).ids).not.toEqual(ids);
      await judgeAll();
      expect(await rowsOf("summary", token)).toMatchObject([{ stops: 1 }]);
      expect(await rowsOf("summary?team=turns-hostile", await tokenFor("turns-victim"))).toMatchObject([{ stops: 1 }]);
    });

    it("keeps those aside that poison whoever judges them, judges the others, and shows them to their team", async () => {
      const token = await tokenFor("poisoned");
      const memory = { maxOldGenerationSizeMb: 100 };
      // A thread takes seconds to begin on a busy machine, and one that never ends takes them all.
      const poisons = name === "sqlite" ? ["hungry"] : ["endless", "hungry"];
      const parts = { env: {}, engine: "0.1.0", answering: undefined, memory, longestMs: 15_000, program: POISONOUS };
      const poisonous = createJudgingThreads(parts);
      const named = (session: string) => ({ ...falseTurn(session), session });
      await send(token, ...poisons.map(named));
      // Tried twice already.
      await database.transaction((query) => query("UPDATE jobs SET attempts = 2"));
      await send(token, ...["well-1", "well-2", "well-3"].map(named));
      await judgeAll(poisonous.judge);
      await poisonous.close();
      expect(await rowsOf("summary", token)).toMatchObject([{ stops: 3 }]);
      const aside = await rowsOf("aside", token);
      const whys = ["it took longer than 15 seconds", "the thread ended: ERR_WORKER_OUT_OF_MEMORY"];
      expect(aside.map(({ why }) => String(why)).toSorted((left, right) => left.localeCompare(right))).toEqual(
        whys.slice(-poisons.length),
      );
      expect(aside).toMatchObject(poisons.map(() => ({ team: "poisoned", kind: "turn", attempts: 3 })));
      expect(await rowsOf("aside", await tokenFor(ALL_TEAMS, ["read"]))).toHaveLength(poisons.length);
      expect(await rowsOf("aside", await tokenFor("once"))).toEqual([]);
      const [first = "", ...others] = aside.map(({ id }) => String(id));
      for (const id of others) expect(await dropAside(database, id)).toBe(true);
      expect(await retryAside(database, first)).toBe(true);
      expect(await retryAside(database, first)).toBe(false);
      // What was poison to that program is none to ours.
      await judgeAll();
      expect(await rowsOf("summary", token)).toMatchObject([{ stops: 4 }]);
      expect(await asideJobs(database.query)).toEqual([]);
      expect(await dropAside(database, first)).toBe(false);
    }, 120_000);

    it("forgets after a week what nobody looked at", async () => {
      const job = ["odd", "unknown", '{"words":"Fix the total"}', "aside", 3, Date.now() - 8 * 24 * 3600 * 1000, ""];
      await database.transaction(async (query) => {
        const columns = "id, kind, payload, state, attempts, due_at, lease";
        await query(`INSERT INTO jobs (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?)`, job);
        await dropOldAside(query, new Date());
      });
      expect(await database.query("SELECT state, payload FROM jobs")).toEqual([{ state: "done", payload: "" }]);
    });

    it("has the service's observer look where evidence leaves a doubt, within the team's budget, without its key", async () => {
      const token = await tokenFor("observed");
      const asked: string[] = [];
      const asker = {
        models: ["scripted/m"],
        tokensPerDay: 15,
        costPerDay: null,
        ask: async ({ prompt }: { prompt: string }) => {
          asked.push(prompt);
          const value = { needsCorrection: false, message: null, confidence: 0.1, steps: [], wants: [] };
          const usage = { inputTokens: 10, outputTokens: 5 };
          return { ok: true as const, value, usage, spent: { calls: 1, ...usage, cost: 0.01 } };
        },
      };
      const answering = createAnswering({ database, asker, metrics: createMetrics(), now: () => new Date() });
      const observing = createJudgingThreads({ env: {}, engine: "0.1.0", answering });
      await send(
        token,
        sentTurn((each) => each.honestTurn(), "seen"),
      );
      await judgeAll(observing.judge);
      await send(
        token,
        sentTurn((each) => each.honestTurn("basket"), "unseen"),
      );
      await judgeAll(observing.judge);
      await observing.close();
      expect(asked).toHaveLength(1);
      expect(asked[0]).toContain("Fix the total in src/cart.ts");
      expect(await rowsOf("cost", token)).toMatchObject([{ observer: "team", calls: 1, inputTokens: 10 }]);
      expect(await rowsOf("cases", token)).toMatchObject([{ judge: "model" }, { judge: "model" }]);
      expect(await rowsOf("summary", token)).toMatchObject([{ stops: 2, unchecked: 1 }]);
    });
  });
}

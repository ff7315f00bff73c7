import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MOST_RECORDS } from "../../src/team/otlp/log-records.ts";
import type { Database } from "../../src/team/records/database.ts";
import { dropOld, forgetReports } from "../../src/team/records/forget.ts";
import { createToken, type Scope } from "../../src/team/records/tokens.ts";
import { type Server, startServer } from "../../src/team/server.ts";
import { hexFingerprint } from "../../src/text/strings.ts";
import { asJson, asProtobuf, promptAndCall, SECRET_ADDRESS, SECRET_WORDS } from "../support/claude-logs.ts";
import { teamReport } from "../support/team-report.ts";
import type { TeamPlace } from "./team-service.ts";

const JSON_TYPE = "application/json";
const PROTOBUF = "application/x-protobuf";
const DAY_MS = 24 * 3600 * 1000;

/** What the service makes of the logs that agents send it, whatever its records lie in. */
export function teamLogsContract(
  name: string,
  create: () => Promise<TeamPlace & { readonly directory?: string }>,
): void {
  describe(`logs of agents on ${name}`, () => {
    let place: Awaited<ReturnType<typeof create>>;
    let database: Database;
    let server: Server;
    const logged: object[] = [];
    beforeAll(async () => {
      place = await create();
      database = await place.open();
      const log = (event: object) => void logged.push(event);
      server = await startServer({ database, host: "127.0.0.1", port: 0, version: "0.1.0", log });
    });
    afterAll(async () => {
      await server.stop();
      await database.close();
      await place.dispose();
    });

    const tokenFor = async (scopes: readonly Scope[], team: string): Promise<string> =>
      (await database.transaction((query) => createToken(query, { name: "test", team, scopes, now: new Date() }))).text;
    const send = (
      token: string,
      body: string | Uint8Array<ArrayBuffer>,
      type = JSON_TYPE,
      more: Record<string, string> = {},
    ) =>
      fetch(`${server.url}/v1/logs`, {
        method: "POST",
        headers: { Authorization: `Bearer ${token}`, "Content-Type": type, ...more },
        body,
      });
    const bytes = (buffer: Buffer) => new Uint8Array(buffer);
    const rowsOf = async (path: string, token: string): Promise<Record<string, unknown>[]> => {
      const response = await fetch(`${server.url}/v1/views/${path}`, { headers: { Authorization: `Bearer ${token}` } });
      expect(response.status, await response.clone().text()).toBe(200);
      return ((await response.json()) as { rows: Record<string, unknown>[] }).rows;
    };

    const report = (token: string, session: string) =>
      fetch(`${server.url}/v1/reports`, {
        method: "POST",
        headers: { Authorization: `Bearer ${token}` },
        body: JSON.stringify({ reports: [teamReport({ session: hexFingerprint(`claude-code ${session}`) })] }),
      });

    it("counts the same from JSON and from protobuf, packed or not, and answers in kind", async () => {
      for (const [team, type, body, more] of [
        ["json", JSON_TYPE, asJson, {}],
        ["protobuf", PROTOBUF, asProtobuf, {}],
        ["packed-json", `${JSON_TYPE}; charset=utf-8`, asJson, { "Content-Encoding": "gzip" }],
        ["packed-protobuf", PROTOBUF, asProtobuf, { "Content-Encoding": "gzip" }],
      ] as const) {
        const token = await tokenFor(["report"], team);
        const calls = [
          ...promptAndCall({ session: "s-1", sequence: 1 }),
          ...promptAndCall({ session: "s-1", sequence: 3, model: "claude-haiku-5[1m]", cost: 0.000_5 }),
          ...promptAndCall({ session: "s-2", sequence: 1, input: 200_000 }),
        ];
        const plain = Buffer.from(body(calls));
        const answer = await send(token, bytes("Content-Encoding" in more ? gzipSync(plain) : plain), type, more);
        expect(answer.status, team).toBe(200);
        expect(answer.headers.get("content-type"), team).toContain(type === PROTOBUF ? PROTOBUF : JSON_TYPE);
        expect(await answer.text(), team).toBe(type === PROTOBUF ? "" : "{}");
        const told = await rowsOf("sessions", await tokenFor(["read"], team));
        const common = { agent: "claude-code", hookedSessions: 0, hookedCostUsd: 0, unpricedRequests: 0 };
        expect(told, team).toEqual([
          {
            ...common,
            model: "claude-haiku-5-1m-",
            sessions: 1,
            requests: 1,
            inputTokens: 1110,
            outputTokens: 50,
            cachedTokens: 1000,
            costUsd: 0.000_5,
          },
          {
            ...common,
            model: "claude-sonnet-5",
            sessions: 2,
            requests: 2,
            inputTokens: 202_120,
            outputTokens: 100,
            cachedTokens: 2000,
            costUsd: 0.5,
          },
        ]);
      }
    });

    it("counts once what is sent twice, alone, together and at the same time; a session that is resumed goes on", async () => {
      const token = await tokenFor(["report"], "again");
      const reader = await tokenFor(["read"], "again");
      const first = promptAndCall({ session: "s", sequence: 1, at: Date.now() - 60_000 });
      await Promise.all([send(token, asJson([...first, ...first])), send(token, asJson(first))]);
      await send(token, bytes(asProtobuf(first)), PROTOBUF);
      expect(await rowsOf("sessions", reader)).toMatchObject([{ sessions: 1, requests: 1, costUsd: 0.25 }]);
      await send(token, asJson(promptAndCall({ session: "s", sequence: 1 })));
      expect(await rowsOf("sessions", reader)).toMatchObject([{ sessions: 1, requests: 2, costUsd: 0.5 }]);
    });

    it("knows which sessions a hook watches, whichever came first, and of no repository", async () => {
      const token = await tokenFor(["report"], "hooked");
      const reader = await tokenFor(["read"], "hooked");
      await report(token, "before");
      for (const session of ["before", "after", "never"])
        await send(token, asJson(promptAndCall({ session, sequence: 0, at: Date.now() - DAY_MS })));
      await send(token, asJson(promptAndCall({ session: "never", sequence: 9 })));
      await report(token, "after");
      expect(await rowsOf("sessions", reader)).toMatchObject([
        // One of them works on two days.
        { sessions: 4, hookedSessions: 2, requests: 4, costUsd: 1, hookedCostUsd: 0.5 },
      ]);
      const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
      expect(await rowsOf("session-days", reader)).toMatchObject([
        { day: dayOf(Date.now() - DAY_MS), sessions: 3, hookedSessions: 2 },
        { day: dayOf(Date.now()), sessions: 1, hookedSessions: 0 },
      ]);
      expect(await rowsOf("sessions?model=other", reader)).toEqual([]);
      expect(await rowsOf("sessions?repository=acme/api", reader)).toEqual([]);
      expect(await rowsOf("sessions?team=again", await tokenFor(["read"], "another"))).toEqual([]);
    });

    it("says what it does not count, and counts the rest", async () => {
      const token = await tokenFor(["report"], "partly");
      const [prompt, call] = promptAndCall({ session: "s", sequence: 1 });
      if (!prompt || !call) throw new Error("no call");
      const of = (more: object) => ({ ...call, attributes: { ...call.attributes, ...more } });
      const bad = [
        { ...call, body: "other.api_request" },
        of({ model: "" }),
        of({ cost_usd: -0.5 }),
        of({ cost_usd: "0; DROP TABLE heard" }),
        of({ input_tokens: 1e300 }),
        { ...call, at: 9e15 },
      ];
      const good = [
        prompt,
        of({ cost_usd: "0.125", input_tokens: "7" }),
        of({ "event.sequence": 8, "session.id": "" }),
      ];
      const answer = await send(token, asJson([...bad, ...good]));
      expect(await answer.json()).toEqual({
        partialSuccess: {
          rejectedLogRecords: "6",
          errorMessage: expect.stringContaining("only events of Claude Code"),
        },
      });
      const same = Buffer.from(
        await (await send(token, bytes(asProtobuf([...bad.slice(0, 4), ...good])), PROTOBUF)).arrayBuffer(),
      );
      expect([...same.subarray(0, 5)]).toEqual([0x0a, same.length - 2, 0x08, 4, 0x12]);
      const told = await rowsOf("sessions", await tokenFor(["read"], "partly"));
      expect(told).toMatchObject([{ sessions: 1, requests: 2, costUsd: 0.375 }]);
    });

    it("refuses what is no export, too much of it, or somebody else's, and goes on", async () => {
      const token = await tokenFor(["report"], "wrong");
      const gzip = { "Content-Encoding": "gzip" };
      const bomb = gzipSync(Buffer.alloc(16 * 1024 * 1024));
      const many = bytes(
        gzipSync(asProtobuf(Array.from({ length: MOST_RECORDS + 1 }, () => ({ body: "x", at: 1, attributes: {} })))),
      );
      const cases: [number, string, string | Uint8Array<ArrayBuffer>, Record<string, string>?][] = [
        [400, JSON_TYPE, "{"],
        [400, JSON_TYPE, "[]"],
        [400, JSON_TYPE, "[".repeat(100_000)],
        [400, PROTOBUF, "{}"],
        [400, PROTOBUF, bytes(asProtobuf(promptAndCall({ session: "s", sequence: 1 })).subarray(0, -3))],
        [400, PROTOBUF, bytes(Buffer.from("0a".repeat(2000), "hex"))],
        [400, JSON_TYPE, "{}", gzip],
        [400, PROTOBUF, bytes(bomb), gzip],
        [413, PROTOBUF, many, gzip],
        [413, JSON_TYPE, "x".repeat(3 * 1024 * 1024)],
        [415, "text/plain", "{}"],
        [415, JSON_TYPE, "{}", { "Content-Encoding": "br" }],
      ];
      for (const [status, type, body, more] of cases)
        expect([status, "cut off"], `${type} ${String(body).slice(0, 40)}`).toContain(
          await send(token, body, type, more).then(
            (answer) => answer.status,
            () => "cut off",
          ),
        );
      const reader = await tokenFor(["read", "ask", "admin"], "wrong");
      expect((await send(reader, "{}")).status).toBe(403);
      expect((await send("cox_no", "{}")).status).toBe(401);
      expect((await send(token, "{}")).status).toBe(200);
      expect(await rowsOf("sessions", reader)).toEqual([]);
    });

    it("keeps no prompt, no address, no account and no session of a person, and logs none", async () => {
      const token = await tokenFor(["report"], "silent");
      await send(token, asJson(promptAndCall({ session: "5e55-1d", sequence: 1 })));
      await send(token, asJson([{ body: SECRET_WORDS, at: Date.now(), attributes: { prompt: SECRET_WORDS } }]));
      const tables = [
        "daily_sessions",
        "daily_heard",
        "hooked_sessions",
        "heard",
        "reports",
        "machines",
        "audit_log",
        "jobs",
      ];
      const kept = await Promise.all(tables.map((table) => database.query(`SELECT * FROM ${table}`)));
      const files = place.directory === undefined ? [] : readdirSync(place.directory);
      const onDisk = files.map((file) => readFileSync(join(place.directory ?? "", file), "latin1")).join("\n");
      for (const text of [JSON.stringify(kept), JSON.stringify(logged), onDisk])
        for (const word of [SECRET_WORDS, SECRET_ADDRESS, "u".repeat(64), "5e55-1d"]) expect(text).not.toContain(word);
    });

    it("tells sessions apart for some days, keeps their sums, and forgets a team's", async () => {
      const token = await tokenFor(["report"], "settled");
      const reader = await tokenFor(["read"], "settled");
      const tell = (session: string, days: number) =>
        send(token, asJson(promptAndCall({ session, sequence: 1, at: Date.now() - days * DAY_MS })));
      for (const [session, days] of [
        ["watched", 20],
        ["alone", 20],
        ["watched", 0],
      ] as const)
        await tell(session, days);
      await send(token, asJson(promptAndCall({ session: "", sequence: 1, at: Date.now() - 20 * DAY_MS })));
      await report(token, "watched");
      const seen = await rowsOf("session-days", reader);
      expect(seen).toMatchObject([
        { sessions: 2, hookedSessions: 1, requests: 3, costUsd: 0.75, hookedCostUsd: 0.25 },
        { sessions: 1, hookedSessions: 1, requests: 1 },
      ]);
      const left = async () => (await database.query("SELECT * FROM daily_sessions WHERE team = 'settled'")).length;
      await dropOld(database, new Date(), 10);
      expect([await left(), await rowsOf("session-days", reader)]).toEqual([1, seen]);
      await dropOld(database, new Date(Date.now() + 30 * DAY_MS), 60);
      expect([await left(), await rowsOf("session-days", reader)]).toEqual([0, seen]);
      for (const table of ["heard", "hooked_sessions"])
        expect(await database.query(`SELECT * FROM ${table}`)).toEqual([]);
      await forgetReports(database, { team: "settled", repository: "acme/api" });
      expect(await rowsOf("session-days", reader)).toEqual(seen);
      await forgetReports(database, { team: "settled" });
      expect(await rowsOf("session-days", reader)).toEqual([]);
    });
  });
}

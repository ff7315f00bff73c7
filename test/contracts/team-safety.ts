import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAccess } from "../../src/team/access.ts";
import { createApp } from "../../src/team/app.ts";
import { createIngest } from "../../src/team/ingest.ts";
import { createMetrics } from "../../src/team/metrics.ts";
import { createQueue } from "../../src/team/queue/queue.ts";
import type { Database } from "../../src/team/records/database.ts";
import { createToken, SCOPES, type Scope } from "../../src/team/records/tokens.ts";
import { dashboardPages } from "../../src/web/pages.ts";
import { falseDone, teamReport } from "../support/team-report.ts";
import type { TeamPlace } from "./team-service.ts";

/** Every address of the service, and the only scope that opens it. */
const DOORS: readonly (readonly [method: string, route: string, scope: Scope, path?: string])[] = [
  ["POST", "/v1/reports", "report"],
  ["GET", "/v1/membership", "report"],
  ["GET", "/v1/policy", "report"],
  ["PUT", "/v1/policy", "admin"],
  ["GET", "/v1/changes", "admin"],
  ["POST", "/v1/questions", "ask"],
  ["POST", "/v1/turns", "report"],
  ["POST", "/v1/logs", "report"],
  ["GET", "/v1/views/:name{.+}", "read", "/v1/views/summary"],
  ["GET", "/metrics", "read"],
];
/** The session's are opened by what is sent: a token that reads. */
const WITHOUT_TOKEN = [
  "GET /livez",
  "GET /healthz",
  "GET /*",
  "POST /v1/session",
  "GET /v1/session",
  "DELETE /v1/session",
];

/** That nobody gets or changes more than their token allows, whatever they send. */
export function teamSafetyContract(name: string, create: () => Promise<TeamPlace>): void {
  describe(`the safety of the team's service on ${name}`, () => {
    let place: TeamPlace;
    let database: Database;
    let app: ReturnType<typeof createApp>;
    const logged: object[] = [];
    beforeAll(async () => {
      place = await create();
      database = await place.open();
      const now = () => new Date();
      const queue = createQueue(database);
      const facts = async () => ({
        version: "0.1.0",
        startedAt: "",
        database: database.dialect,
        queue: await queue.counts(),
      });
      app = createApp({
        access: createAccess({ query: database.query, wrongPerMinute: 10_000 }),
        ingest: createIngest(database, now),
        queue,
        views: { query: database.query, now, facts },
        pages: dashboardPages(),
        log: (event) => logged.push(event),
        database,
        metrics: createMetrics(),
        version: "0.1.0",
        clock: Date.now,
        now,
        asker: undefined,
        isWell: async () => undefined,
        addressOf: () => "somewhere",
      });
    });
    afterAll(async () => {
      await database.close();
      await place.dispose();
    });

    const tokenFor = async (scopes: readonly Scope[], team: string): Promise<string> =>
      (await database.transaction((query) => createToken(query, { name: "test", team, scopes, now: new Date() }))).text;
    const ask = async (method: string, path: string, token?: string, body?: string) =>
      app.request(path, {
        method,
        headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
        ...(body === undefined ? {} : { body }),
      });
    const rowsOf = async (path: string, token: string) => {
      const response = await ask("GET", `/v1/views/${path}`, token);
      expect(response.status).toBe(200);
      return ((await response.json()) as { rows: Record<string, unknown>[] }).rows;
    };

    it("opens each door for one scope alone, and has no door that is not in the table", async () => {
      const routes = app.routes.filter(({ method }) => method !== "ALL").map(({ method, path }) => `${method} ${path}`);
      const known = [...DOORS.map(([method, route]) => `${method} ${route}`), ...WITHOUT_TOKEN];
      expect([...new Set(routes)].toSorted()).toEqual(known.toSorted());
      const tokens = await Promise.all(SCOPES.map(async (scope) => [scope, await tokenFor([scope], "*")] as const));
      for (const [method, route, scope, path = route] of DOORS) {
        const statusOf = async (token?: string) =>
          (await ask(method, path, token, method === "GET" ? undefined : "{}")).status;
        expect(await statusOf(), path).toBe(401);
        expect(await statusOf("cox_wrong"), path).toBe(401);
        const opened = new Map<Scope, number>();
        for (const [held, token] of tokens) opened.set(held, await statusOf(token));
        expect([200, 400, 404, 415], path).toContain(opened.get(scope));
        opened.delete(scope);
        expect([...opened.values()], path).toEqual([403, 403, 403]);
      }
    });

    it("takes in beside each other what is well and what wants to do harm", async () => {
      const [token, reader] = [await tokenFor(["report"], "harm"), await tokenFor(["read"], "harm")];
      const withKey = (key: string) => JSON.stringify(teamReport()).replace("{", `{${JSON.stringify(key)}:{"v":1},`);
      const numbers = ["1e999", "-0.5", "9007199254740993", '"1"', '"NaN"', "null", "[1]"];
      const names = ["\u001B[2J", "a\nb", "\u202Emoc", "\u0000", "half \uD800", "half \uDC00"];
      const refused = [
        ...numbers.map((number) => JSON.stringify(teamReport()).replace('"steps":5', `"steps":${number}`)),
        ...names.map((repository) => JSON.stringify(teamReport({ repository }))),
        ...names.map((agentModel) => JSON.stringify(teamReport({ agentModel }))),
        ...["0000-00-00T00:00:00Z", "+275760-09-14T00:00:00Z", "2026-11-19"].map((at) =>
          JSON.stringify(teamReport({ at })),
        ),
        '{"__proto__":{"v":1}}',
        JSON.stringify({ v: 1, mark: "__proto__", id: "a", machine: "a", at: new Date().toISOString() }),
      ];
      const accepted = [
        withKey("__proto__"),
        withKey("constructor"),
        JSON.stringify(falseDone({ agent: "__proto__", machine: "constructor", category: "toString" })),
        JSON.stringify(teamReport({ repository: "👩‍💻/ångström" })),
        JSON.stringify(
          falseDone({ content: { message: "\uD800 <b>", reason: "", findings: [], receipt: ["\u001B[2J"] } }),
        ),
      ];
      const body = `{"reports":[${[...accepted, ...refused].join(",")}],"__proto__":{"reports":[]}}`;
      const answer = (await (await ask("POST", "/v1/reports", token, body)).json()) as { refused: { index: number }[] };
      expect(answer).toMatchObject({ accepted: accepted.length });
      expect(answer.refused.map(({ index }) => index)).toEqual(refused.map((_, index) => accepted.length + index));
      expect(await rowsOf("summary", reader)).toMatchObject([{ stops: accepted.length }]);
      expect(await rowsOf("agents?agent=__proto__", reader)).toMatchObject([{ agent: "__proto__", stops: 1 }]);
      for (const text of ["NaN", "Infinity"])
        expect((await ask("POST", "/v1/reports", token, `{"reports":[${text}]}`)).status).toBe(400);
      expect(Object.keys(Object.prototype)).toEqual([]);
    });

    it("opens the dashboard for nobody whom another site sends, and only over TLS where the browser has it", async () => {
      const body = JSON.stringify({ token: await tokenFor(["read"], "site") });
      const open = async (headers: Record<string, string>) =>
        app.request("/v1/session", { method: "POST", body, headers });
      for (const site of ["cross-site", "same-site"])
        expect((await open({ "Sec-Fetch-Site": site })).status, site).toBe(403);
      const cookieFor = async (headers: Record<string, string>) => (await open(headers)).headers.get("Set-Cookie");
      expect(await cookieFor({ "Sec-Fetch-Site": "same-origin" })).toMatch(/HttpOnly; SameSite=Strict/);
      expect(await cookieFor({})).not.toContain("Secure");
      expect(await cookieFor({ Origin: "http://127.0.0.1:4477" })).not.toContain("Secure");
      expect(await cookieFor({ Origin: "https://cox.example.com" })).toContain("Secure");
      expect(await cookieFor({ "X-Forwarded-Proto": "https" })).toContain("Secure");
      const large = await app.request("/v1/session", { method: "POST", body: `${" ".repeat(2000)}${body}` });
      expect(large.status).toBe(413);
    });

    it("logs no more than a plain part of the path", async () => {
      logged.length = 0;
      await ask("GET", "/v1/views/%0A%1B[2J%22event%22?repository=secret/words", "cox_secret");
      await ask("GET", `/${"x".repeat(5000)}`);
      expect(logged).toHaveLength(2);
      for (const event of logged) expect(event).toMatchObject({ path: expect.stringMatching(/^[\w/.?-]{1,100}$/) });
      expect(JSON.stringify(logged)).not.toMatch(/secret/);
    });
  });
}

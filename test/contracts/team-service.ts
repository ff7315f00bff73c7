import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ALL_TEAMS } from "../../src/team/access.ts";
import type { Database } from "../../src/team/records/database.ts";
import { dropOld, forgetReports } from "../../src/team/records/forget.ts";
import { createToken, SCOPES, type Scope } from "../../src/team/records/tokens.ts";
import type { Report } from "../../src/team/report.ts";
import { type Server, startServer } from "../../src/team/server.ts";
import { readPrometheus } from "../support/prometheus.ts";
import { falseDone, teamReport } from "../support/team-report.ts";

export interface TeamPlace {
  open(): Promise<Database>;
  dispose(): Promise<void>;
}

interface Page {
  readonly rows: readonly { readonly case: string }[];
  readonly next?: string;
}

/** What the service promises over HTTP, whatever its records lie in. */
export function teamServiceContract(name: string, create: () => Promise<TeamPlace>): void {
  describe(`the team's service on ${name}`, () => {
    let place: TeamPlace;
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
    const ask = (path: string, token?: string, init: RequestInit = {}) =>
      fetch(server.url + path, {
        ...init,
        headers: {
          "Content-Type": "application/json",
          ...(token ? { Authorization: `Bearer ${token}` } : {}),
          ...init.headers,
        },
      });
    const send = (token: string, reports: readonly unknown[]) =>
      ask("/v1/reports", token, { method: "POST", body: JSON.stringify({ reports }) });
    const jsonOf = async (response: Response) => (await response.json()) as Record<string, unknown>;
    const rowsOf = async (path: string, token: string): Promise<Record<string, unknown>[]> => {
      const response = await ask(`/v1/views/${path}`, token);
      expect(response.status, await response.clone().text()).toBe(200);
      return (await jsonOf(response))["rows"] as Record<string, unknown>[];
    };

    it("counts what is reported, in every view", async () => {
      const token = await tokenFor(SCOPES, "counting");
      const reader = await tokenFor(["read"], "counting");
      const usage: Report["usage"] = [
        {
          model: "anthropic/m",
          operationType: "course-correction",
          inputTokens: 10,
          outputTokens: 2,
          cachedInputTokens: 0,
          cost: 0.5,
        },
      ];
      const reports = [
        teamReport(),
        falseDone({ usage, judge: "model" }),
        falseDone({ repository: "acme/web", answered: "unmet" }),
      ];
      expect(await (await send(token, reports)).json()).toEqual({ accepted: 3, refused: [] });
      const [all] = await rowsOf("summary", reader);
      expect(all).toMatchObject({
        stops: 3,
        corrections: 2,
        spoken: 2,
        withoutCheck: 2,
        codeTurns: 3,
        unmet: 1,
        costUsd: 0.5,
      });
      expect(all).toMatchObject({ correctionRate: 2 / 3, falseAlarmRate: null, beforeStops: 0 });
      expect(await rowsOf("repositories", reader)).toMatchObject([
        { repository: "acme/api", stops: 2, corrections: 1 },
        { repository: "acme/web", stops: 1, corrections: 1 },
      ]);
      for (const view of ["agents", "models", "teams", "weeks", "days"])
        expect(await rowsOf(view, reader), view).toMatchObject([{ stops: 3, corrections: 2, costUsd: 0.5 }]);
      expect(await rowsOf("findings", reader)).toMatchObject([{ finding: "claimed-check-never-ran", raised: 2 }]);
      expect(await rowsOf("cost", reader)).toMatchObject([{ observer: "anthropic/m", calls: 1, inputTokens: 10 }]);
      expect(await rowsOf("machines", reader)).toMatchObject([{ machine: "machine-1", silent: false, reports: 3 }]);
      expect(await rowsOf("health", reader)).toMatchObject([{ stopsToday: 3, machines: 1, silentMachines: 0 }]);
      expect(await rowsOf("summary?repository=acme/web", reader)).toMatchObject([{ stops: 1 }]);
      expect(await rowsOf("summary?from=2001-01-01&to=2001-01-31", reader)).toMatchObject([{ stops: 0, meanMs: null }]);
    });

    it("counts once what is sent twice, alone, together, and at the same time", async () => {
      const token = await tokenFor(SCOPES, "twice");
      const report = falseDone();
      await Promise.all([send(token, [report, report]), send(token, [report]), send(token, [report])]);
      await send(token, [{ ...report, verdict: "ok" }]);
      const reader = await tokenFor(["read"], "twice");
      expect(await rowsOf("summary", reader)).toMatchObject([{ stops: 1, corrections: 1 }]);
      expect(await rowsOf("cases", reader)).toMatchObject([{ verdict: "correct" }]);
    });

    it("gives cases by page, the newest first, each with all that was sent of it", async () => {
      const token = await tokenFor(["report"], "paging");
      const reader = await tokenFor(["read"], "paging");
      const at = (index: number) => new Date(Date.now() - index * 1000).toISOString();
      const reports = Array.from({ length: 7 }, (_, index) => teamReport({ at: at(index % 3), turn: index }));
      await send(token, [...reports, falseDone({ at: at(9) })]);
      const seen: string[] = [];
      for (let after: string | undefined = ""; after !== undefined;) {
        const page = (await (await ask(`/v1/views/cases?limit=3${after && `&after=${after}`}`, reader)).json()) as Page;
        seen.push(...page.rows.map(({ case: name }) => name));
        after = page.next;
      }
      expect(new Set(seen).size).toBe(8);
      expect(seen).toHaveLength(8);
      const [found] = await rowsOf(
        "cases?verdict=correct&finding=claimed-check-never-ran&withoutCheck=1&mark=none",
        reader,
      );
      expect(found).toMatchObject({ case: seen.at(-1), withoutCheck: true, mark: null });
      const [one] = await rowsOf(`cases/${String(found?.["case"])}`, reader);
      expect(one?.["report"]).toMatchObject({ id: expect.any(String), claims: { open: 1 } });
      expect((await ask("/v1/views/cases/99999999", reader)).status).toBe(404);
      expect((await ask("/v1/views/none", reader)).status).toBe(404);
    });

    it("opens no door with a token of another scope or team, and none without one", async () => {
      const reporter = await tokenFor(["report"], "left");
      const [left, right, all] = [
        await tokenFor(["read"], "left"),
        await tokenFor(["read"], "right"),
        await tokenFor(["read"], ALL_TEAMS),
      ];
      await send(reporter, [falseDone({ repository: "only/left" })]);
      expect((await ask("/v1/views/summary", reporter)).status).toBe(403);
      expect((await send(left, [teamReport()])).status).toBe(403);
      for (const token of [undefined, "cox_wrong", `${left}x`, "x".repeat(100_000).slice(0, 8000)]) {
        expect((await ask("/v1/views/summary", token)).status).toBe(401);
        expect((await ask("/v1/reports", token, { method: "POST", body: "{}" })).status).toBe(401);
      }
      const [mine] = await rowsOf("cases", left);
      expect((await ask(`/v1/views/cases/${String(mine?.["case"])}`, right)).status).toBe(404);
      expect(await rowsOf("cases?team=left", right)).toEqual([]);
      expect(await rowsOf("summary?team=left", right)).toMatchObject([{ stops: 0 }]);
      expect(await rowsOf("cases?repository=only/left", all)).toHaveLength(1);
    });

    it("lets hostile reports change nothing but their own row", async () => {
      const victim = await tokenFor(SCOPES, "victim");
      const original = falseDone({ id: "shared", machine: "theirs" });
      await send(victim, [original]);
      const token = await tokenFor(["report"], "hostile");
      const deep = JSON.parse(`${"[".repeat(500)}${"]".repeat(500)}`);
      const words = "'; DROP TABLE reports; -- <img src=x onerror=alert(1)> =1+1";
      const bad = [
        { ...original, team: "victim" },
        { ...teamReport(), content: deep },
        { ...teamReport(), v: 2 },
        { ...teamReport(), steps: -1 },
        { ...teamReport(), steps: 1e300 },
        { ...teamReport(), at: "yesterday" },
        { ...teamReport(), machine: words },
        { ...teamReport(), repository: "r".repeat(201) },
        { ...teamReport(), repository: "a\u0000b" },
        deep,
        null,
        teamReport({ repository: words }),
      ];
      const answer = await jsonOf(await send(token, bad));
      const refused = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((index) => ({ index, why: expect.any(String) }));
      expect(answer).toEqual({ accepted: 2, refused });
      expect(await rowsOf("cases?team=victim", victim)).toMatchObject([{ verdict: "correct", repository: "acme/api" }]);
      const reader = await tokenFor(["read"], "hostile");
      expect(await rowsOf(`repositories?repository=${encodeURIComponent(words)}`, reader)).toMatchObject([
        { stops: 1 },
      ]);
      const csv = await (await ask("/v1/views/repositories?format=csv", reader)).text();
      expect(csv).toContain(`'; DROP TABLE`);
      for (const body of [
        "",
        "{",
        `{"reports":${"[".repeat(100_000)}`,
        "[]",
        '{"reports":{}}',
        JSON.stringify({ reports: Array.from({ length: 101 }, () => 1) }),
      ])
        expect((await ask("/v1/reports", token, { method: "POST", body })).status).toBe(400);
      for (const address of [
        "from=1",
        "to=2026-99-99",
        "limit=0",
        "limit=100000",
        "after=x",
        "mark=maybe",
        "repository=%00",
      ])
        expect((await ask(`/v1/views/cases?${address}`, reader)).status, address).toBe(400);
    });

    it("refuses what is too large, and goes on", async () => {
      const token = await tokenFor(["report"], "large");
      const again = (path: string) => ask(path).catch(() => ask(path));
      // Whoever still sends when it is refused may find the connection closed instead of the answer.
      const body = "x".repeat(3 * 1024 * 1024);
      const large = ask("/v1/reports", token, { method: "POST", body });
      expect([413, "cut off"]).toContain(
        await large.then(
          ({ status }) => status,
          () => "cut off",
        ),
      );
      expect((await again("/healthz")).status).toBe(200);
    });

    it("does not believe a machine's clock beyond what can be", async () => {
      const token = await tokenFor(SCOPES, "clocks");
      await send(token, [teamReport({ at: "2199-01-01T00:00:00Z" }), teamReport({ at: "1970-01-01T00:00:00Z" })]);
      const [today] = await rowsOf("days", await tokenFor(["read"], "clocks"));
      expect(today).toMatchObject({ day: new Date().toISOString().slice(0, 10), stops: 2 });
    });

    it("counts a person's last word on a decision, and takes it back", async () => {
      const token = await tokenFor(SCOPES, "marks");
      const reader = await tokenFor(["read"], "marks");
      const report = falseDone();
      const at = (second: number) => new Date(Date.now() + second * 1000).toISOString();
      const mark = (judgement: "right" | "wrong" | null, second: number, id = report.id) =>
        send(token, [{ v: 1, mark: judgement, id, machine: report.machine, at: at(second) }]);
      await send(token, [report, teamReport()]);
      await mark("wrong", 1);
      expect(await rowsOf("findings", reader)).toMatchObject([{ raised: 1, markedWrong: 1, falseAlarmRate: 1 }]);
      // What was said before arrives later, and again; another team and an unknown decision change nothing.
      await mark("right", 0);
      await mark("wrong", 1);
      await mark("right", 9, "unknown");
      const other = await tokenFor(["report"], "others");
      await send(other, [{ v: 1, mark: "right", id: report.id, machine: report.machine, at: at(5) }]);
      expect(await rowsOf("summary", reader)).toMatchObject([{ stops: 2, markedRight: 0, markedWrong: 1 }]);
      await mark("right", 2);
      expect(await rowsOf("cases?mark=right", reader)).toMatchObject([
        { mark: "right", finding: "claimed-check-never-ran" },
      ]);
      await mark(null, 3);
      expect(await rowsOf("summary", reader)).toMatchObject([{ stops: 2, markedRight: 0, markedWrong: 0 }]);
    });

    it("forgets a repository or a machine, sums included, and drops what is old but for its sums", async () => {
      const token = await tokenFor(SCOPES, "forgotten");
      const reader = await tokenFor(["read"], "forgotten");
      const usage: Report["usage"] = [
        {
          model: "m",
          operationType: "course-correction",
          inputTokens: 1,
          outputTokens: 1,
          cachedInputTokens: 0,
          cost: 0.1,
        },
      ];
      const old = new Date(Date.now() - 20 * 24 * 3600 * 1000).toISOString();
      const kept = teamReport({ machine: "kept", repository: "kept/here", at: old });
      await send(token, [falseDone({ repository: "gone/away", usage }), falseDone({ machine: "gone" }), kept]);
      expect(await forgetReports(database, { team: "forgotten", repository: "gone/away" })).toBe(1);
      expect(await forgetReports(database, { team: "forgotten", machine: "gone" })).toBe(1);
      expect(await rowsOf("summary", reader)).toMatchObject([{ stops: 1, corrections: 0, costUsd: 0 }]);
      expect(await rowsOf("repositories", reader)).toMatchObject([{ repository: "kept/here" }]);
      for (const view of ["findings", "cost"]) expect(await rowsOf(view, reader), view).toEqual([]);
      expect(await rowsOf("machines", reader)).not.toContainEqual(expect.objectContaining({ machine: "gone" }));
      await dropOld(database, new Date(), 10);
      expect(await rowsOf("cases", reader)).toEqual([]);
      expect(await rowsOf("summary", reader)).toMatchObject([{ stops: 1 }]);
    });

    it("serves a policy that only an admin of that team changes, and notes who did", async () => {
      const admin = await tokenFor(["admin", "report"], "policy");
      const all = await tokenFor(["admin"], ALL_TEAMS);
      const put = (token: string, body: object, team?: string) =>
        ask(`/v1/policy${team === undefined ? "" : `?team=${team}`}`, token, {
          method: "PUT",
          body: JSON.stringify(body),
        });
      const first = await ask("/v1/policy", admin);
      expect(await first.json()).toEqual({ content: false });
      const etag = first.headers.get("ETag") ?? "";
      expect((await ask("/v1/policy", admin, { headers: { "If-None-Match": etag } })).status).toBe(304);
      expect((await put(admin, { content: true })).status).toBe(200);
      expect((await put(admin, { content: true }, "default")).status).toBe(403);
      expect((await put(await tokenFor(["report", "read"], "policy"), { content: true })).status).toBe(403);
      expect((await put(admin, { content: "yes" })).status).toBe(400);
      const changed = await ask("/v1/policy", admin, { headers: { "If-None-Match": etag } });
      expect(await changed.json()).toEqual({ content: true });
      const bad = { mode: "off", providers: {}, "observer.when": "always", "no.such": 1, "budgets.costPerDay": 1 };
      const refused = await put(admin, bad);
      expect(refused.status).toBe(400);
      const named = Object.keys(bad)
        .slice(0, 4)
        .map((key) => expect.stringContaining(`"${key}"`));
      expect(await refused.json()).toEqual({ error: named[0], problems: named });
      for (const body of [[], "x", { "gate.skipModes": ["x".repeat(5000)] }])
        expect((await put(admin, body as object)).status).toBe(400);
      const asked = {
        content: false,
        "gate.minToolCalls": 9,
        "observer.when": "suspicious",
        "budgets.costPerDay": 0.5,
      };
      expect((await put(admin, Object.fromEntries(Object.entries(asked).toReversed()))).status).toBe(200);
      const [one, two] = [await ask("/v1/policy", admin), await ask("/v1/policy", admin)];
      expect(await one.json()).toEqual(asked);
      expect(one.headers.get("ETag")).toBe(two.headers.get("ETag"));
      expect(await (await ask("/v1/policy", await tokenFor(["report"], "another"))).json()).toEqual({ content: false });
      expect((await ask("/v1/changes", admin)).status).toBe(403);
      const { changes } = await jsonOf(await ask("/v1/changes", all));
      expect(changes).toContainEqual(expect.objectContaining({ action: "policy", detail: 'policy: {"content":true}' }));
    });

    it("tells its counts in the form of Prometheus, to whoever may read", async () => {
      expect((await ask("/metrics")).status).toBe(401);
      await send(await tokenFor(["report"], "measured"), [teamReport()]);
      const answer = await ask("/metrics", await tokenFor(["read"], ALL_TEAMS));
      expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
      const families = readPrometheus(await answer.text());
      const value = (name: string, sample = name) => families.get(name)?.samples[sample];
      expect(value("coxswain_reports_accepted_total")).toBeGreaterThan(0);
      expect(value("coxswain_requests_total", 'coxswain_requests_total{status="401"}')).toBeGreaterThan(0);
      expect(value("coxswain_jobs", 'coxswain_jobs{state="waiting"}')).toBe(0);
      expect(value("process_resident_memory_bytes")).toBeGreaterThan(10_000_000);
      expect(value("process_start_time_seconds")).toBeGreaterThan(Date.now() / 1000 - 3600);
      expect(Object.keys(families.get("coxswain_build_info")?.samples ?? {})).toEqual([
        `coxswain_build_info{version="0.1.0",database="${database.dialect}"}`,
      ]);
      const took = families.get("coxswain_request_duration_seconds");
      const requests = Object.values(families.get("coxswain_requests_total")?.samples ?? {});
      expect(took?.samples["coxswain_request_duration_seconds_count"]).toBe(
        requests.reduce((sum, count) => sum + count, 0),
      );
      expect(took?.samples["coxswain_request_duration_seconds_sum"]).toBeGreaterThan(0);
    });

    it("gives every view as CSV, which no spreadsheet takes for a formula", async () => {
      const token = await tokenFor(["report", "read"], "csv");
      await send(token, [falseDone({ repository: '=HYPERLINK("x")' })]);
      const response = await ask("/v1/views/repositories?format=csv", token);
      expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
      expect((await response.text()).split("\r\n")[1]).toMatch(/^"'=HYPERLINK\(""x""\)",1,1,1,/);
    });

    it("opens the dashboard by a cookie that only reads", async () => {
      const token = await tokenFor(["report", "read"], "cookie");
      const opened = await ask("/v1/session", undefined, { method: "POST", body: JSON.stringify({ token }) });
      const cookie = opened.headers.get("set-cookie") ?? "";
      expect(cookie).toMatch(/^cox_session=[\w-]+;.*HttpOnly.*SameSite=Strict/);
      const headers = { Cookie: cookie.split(";")[0] ?? "" };
      expect((await ask("/v1/views/summary", undefined, { headers })).status).toBe(200);
      expect(await (await ask("/v1/session", undefined, { headers })).json()).toMatchObject({ team: "cookie" });
      expect((await ask("/v1/reports", undefined, { method: "POST", body: '{"reports":[]}', headers })).status).toBe(
        401,
      );
      expect((await ask("/v1/session", undefined, { method: "POST", body: '{"token":"cox_no"}' })).status).toBe(401);
    });

    it("keeps tokens as hashes, and neither them nor what is sent in its log", async () => {
      const token = await tokenFor(["report"], "hashed");
      await send(token, [teamReport({ repository: "secret/place" })]);
      await ask(`/v1/views/cases?repository=secret/place`, token);
      const kept = JSON.stringify(await database.query("SELECT * FROM tokens"));
      expect(kept).not.toContain(token);
      expect(JSON.stringify(logged)).not.toMatch(/secret|cox_/);
      expect(logged.length).toBeGreaterThan(0);
    });

    it("sends pages and answers that load nothing from elsewhere", async () => {
      for (const path of ["/", "/healthz", "/v1/views/summary", "/none"]) {
        const { headers } = await ask(path);
        expect(headers.get("content-security-policy"), path).toContain("default-src 'none'");
        expect(headers.get("x-content-type-options"), path).toBe("nosniff");
      }
      expect(await (await ask("/healthz")).json()).toEqual({ ok: true });
    });
  });
}

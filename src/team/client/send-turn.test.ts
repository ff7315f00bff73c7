import { createServer } from "node:http";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ClaudeSession } from "../../../test/support/claude-session.ts";
import { runCommand } from "../../../test/support/run-command.ts";
import { sentTurn } from "../../../test/support/sent-turn.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { writeFiles } from "../../../test/support/write-files.ts";
import { command as ci } from "../../cli/commands/ci.ts";
import { teamPlaceOf } from "../../compose/team-place.ts";
import { evidenceOf } from "../../evidence/evidence.ts";
import { createEvidenceJudge } from "../../evidence/judge.ts";
import { createRedactor } from "../../observer/redact.ts";
import type { Delta } from "../../thread/delta.ts";
import { fold } from "../../thread/reducer.ts";
import { lastTurn } from "../../thread/turns.ts";
import { startServer, type Server } from "../server.ts";
import { openSqliteRecords, type Database } from "../records/database.ts";
import { createToken } from "../records/tokens.ts";
import { SentTurn } from "../turns/sent-turn.ts";
import { joinTeam } from "./membership.ts";
import { turnsToSend } from "./send-turn.ts";

const KEY = "ghp_0123456789abcdefghijklmnopqrstuvwxyz";
const PASSWORD = "correct-horse-7";

it("lets no secret out, wherever it stands, nor what a model thought", () => {
  const deltas = new ThreadBuilder()
    .started("/home/sam/shop")
    .user(`Log in with ${KEY}.`)
    .bash(`curl -H "Authorization: Bearer ${KEY}" https://example.com`, { output: `token=${KEY}` })
    .call("Login", { user: "sam", password: PASSWORD, deeper: [{ headers: { "x-api-key": KEY } }] })
    .close(`Done with ${KEY}, as ${PASSWORD} asks.`)
    .deltas();
  const thread = fold(deltas);
  const turns = [lastTurn(thread)!];
  const content = [{ type: "thinking" as const, text: `I use ${KEY} secretly`, providerData: { signature: "s" } }];
  const message = { role: "assistant" as const, id: "t", content, stopReason: "tool_use" as const };
  const all: Delta[] = [...deltas, { v: 1, type: "inference:completed", message }];
  const redact = createRedactor({ home: "/home/sam" });
  const [sent] = turnsToSend({ deltas: all, thread, turns, redact, repository: null, now: new Date() });
  expect(JSON.stringify(sent)).not.toMatch(new RegExp(`${KEY.slice(4, 12)}|${PASSWORD}|secretly|/home/sam|signature`));
  expect(SentTurn.safeParse(sent).success).toBe(true);
});

it.each([
  ["false", (each: ClaudeSession) => each.falseTurn()],
  ["honest", (each: ClaudeSession) => each.honestTurn()],
  ["one after others", (each: ClaudeSession) => each.honestTurn("cart").falseTurn("basket")],
])("is judged there as it would be here: a turn that is %s", async (_, write) => {
  const directory = temporaryDirectory();
  writeFiles(directory, { "session.jsonl": write(new ClaudeSession({ cwd: "/home/sam/shop" })).text() });
  const sent = SentTurn.parse(sentTurn(write));
  const judge = createEvidenceJudge({ threshold: 0.7 });
  const there = fold(sent.deltas);
  const turn = lastTurn(there)!;
  const verdict = judge.assess({ thread: there, turn, trigger: "end-turn" });
  const here = await runCommand(ci, [join(directory, "session.jsonl"), "--json"], {
    cwd: directory,
    env: { HOME: directory },
  });
  const [entry] = (JSON.parse(here.out) as { entries: { issues: { id: string; message: string }[] }[] }).entries;
  expect(verdict.findings.map(({ id, message }) => ({ id, message }))).toEqual(
    entry?.issues.map(({ id, message }) => ({ id, message })),
  );
  expect(evidenceOf(there, turn).turn.steps).toHaveLength(sent.range[1] - sent.range[0] + 1);
  expect(sent.turn).toBe(turn.number);
});

let home: string;
let database: Database;
let server: Server;
beforeEach(async () => {
  home = temporaryDirectory();
  writeFiles(home, {
    "run.jsonl": new ClaudeSession({ cwd: home }).falseTurn().honestTurn("list").text(),
    ".git/config": '[remote "origin"]\n  url = https://github.com/acme/api.git\n',
  });
  database = await openSqliteRecords(join(home, "team.db"));
  server = await startServer({ database, host: "127.0.0.1", port: 0, version: "0.1.0", log: () => undefined });
});
afterEach(async () => {
  await server.stop();
  await database.close();
});

const token = async (scope: "report" | "read" = "report") =>
  (
    await database.transaction((query) =>
      createToken(query, { name: "ci", team: "left", scopes: [scope], now: new Date() }),
    )
  ).text;
const report = async (args: readonly string[], env: Record<string, string> = {}) =>
  runCommand(ci, ["run.jsonl", ...args], { cwd: home, env: { HOME: home, ...env } });
const payloads = async () =>
  (await database.query("SELECT payload FROM jobs ORDER BY id")).map(
    ({ payload }) => (JSON.parse(String(payload)) as { turn: SentTurn }).turn,
  );

it("sends the turns that cox ci judged to the service that was named, or to that of this machine's team", async () => {
  const COX_TEAM_TOKEN = await token();
  const named = await report(["--report", server.url, "--turn", "all"], { COX_TEAM_TOKEN });
  expect(named).toMatchObject({ code: 0, err: `cox ci: Reported 2 turns to ${server.url}.\n` });
  expect(new Set((await payloads()).map(({ turn }) => turn))).toEqual(new Set([1, 2]));
  expect((await payloads())[0]).toMatchObject({ repository: "acme/api", agent: "claude-code", machine: "ci" });
  // The first turn has nothing of the second.
  const first = (await payloads()).find(({ turn }) => turn === 1);
  expect(JSON.stringify(first)).not.toContain("src/list.ts");
  await database.transaction((query) => query("DELETE FROM jobs"));
  expect((await report(["--report"])).err).toContain("this machine is in no team");
  const place = teamPlaceOf({ HOME: home })!;
  const { machine } = joinTeam(place, { url: server.url, token: COX_TEAM_TOKEN, content: false }, new Date());
  expect((await report(["--report", "--json"])).err).toContain(`Reported 1 turn to ${server.url}`);
  expect(await payloads()).toMatchObject([{ machine, turn: 2 }]);
  expect((await report(["--report", server.url])).err).toContain("Reported 1 turn");
});

it("fails no job where the service is dead, refuses, or is none, and says so in one line", async () => {
  const { url } = server;
  const reasons: string[] = [];
  const told = async (address: string, env: Record<string, string>) => {
    const { code, err } = await report(["--turn", "all", "--report", address, "--fail-on", "proof"], env);
    expect([code, err.trim().split("\n").length], err).toEqual([4, 1]);
    reasons.push(err);
  };
  await told(url, {});
  await told("https://", { COX_TEAM_TOKEN: "cox_x" });
  const stranger = createServer((_, response) => response.end("<html>")).listen(0, "127.0.0.1");
  await new Promise((done) => stranger.once("listening", done));
  const address = stranger.address();
  await server.stop();
  await told(url, { COX_TEAM_TOKEN: "cox_x" });
  await report(["--report", `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`], {
    COX_TEAM_TOKEN: "cox_x",
  }).then(({ code, err }) => {
    expect(code).toBe(0);
    reasons.push(err);
  });
  stranger.close();
  expect(reasons).toEqual([
    "cox ci: Nothing was reported: COX_TEAM_TOKEN holds no token.\n",
    "cox ci: Nothing was reported: --report takes the address of a service.\n",
    expect.stringMatching(/run\.jsonl was not reported to \S+: connect ECONNREFUSED/),
    expect.stringContaining("the service answered 200"),
  ]);
});

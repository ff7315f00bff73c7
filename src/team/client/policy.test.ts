import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ClaudeSession } from "../../../test/support/claude-session.ts";
import { HookPlace } from "../../../test/support/hook-place.ts";
import { runCommand } from "../../../test/support/run-command.ts";
import { command as configCommand } from "../../cli/commands/config.ts";
import { command as teamCommand } from "../../cli/commands/team.ts";
import { lookAtTeam } from "../../cli/doctor/look-at-team.ts";
import { loadConfig } from "../../config.ts";
import { type Database, openSqliteRecords } from "../records/database.ts";
import { listChanges } from "../records/policy.ts";
import { createToken } from "../records/tokens.ts";
import { startServer } from "../server.ts";
import { fetchPolicy } from "./fetch-policy.ts";
import { joinTeam, keptPolicy } from "./membership.ts";
import { type TeamPlace, teamPlace } from "./place.ts";
import { runSender } from "./sender.ts";
import { toTeam } from "./to-team.ts";

let machine: HookPlace;
let place: TeamPlace;
let records: string;
const closing: (() => Promise<void>)[] = [];
beforeEach(() => {
  machine = new HookPlace();
  place = teamPlace(join(machine.root, "state", "coxswain"));
  records = join(machine.root, "team.db");
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
  machine.remove();
});

async function service(): Promise<{ url: string; token: string; database: Database }> {
  const database = await openSqliteRecords(records);
  const server = await startServer({ database, host: "127.0.0.1", port: 0, version: "0.1.0", log: () => undefined });
  const wish = { name: "t", team: "left", scopes: ["report"], now: new Date() } as const;
  const { text: token } = await database.transaction((query) => createToken(query, wish));
  closing.push(
    () => database.close(),
    () => server.stop(),
  );
  return { url: server.url, token, database };
}

const cox = (command: typeof teamCommand, ...words: string[]) =>
  runCommand(command, words, { env: machine.env, cwd: machine.root });
const policy = (...words: string[]) => cox(teamCommand, "policy", ...words, "--team", "left", "--database", records);
const hear = () => runSender(toTeam({ place, engine: "0.1.0" }), 0);

const MESSAGE = "The discount was asked for too.";

/** Whether a model that would object is asked about an honest stop. */
async function asks(): Promise<boolean> {
  machine.write(new ClaudeSession().honestTurn().text());
  // Nothing is said twice.
  for (const suffix of ["", "-wal", "-shm"]) rmSync(machine.store + suffix, { force: true });
  const said = await machine.stop("Fixed. All 12 tests pass.");
  return said?.includes(MESSAGE) ?? false;
}

it("has the team's stricter gate hold at the next stop, and no laxer one", async () => {
  const { url, token, database } = await service();
  const input = { needsCorrection: true, message: MESSAGE, confidence: 0.95, steps: [], wants: [] };
  writeFileSync(join(machine.root, "answers.json"), JSON.stringify({ decisions: [{ input }] }));
  machine.settings({ observer: { model: "scripted/answers.json" }, gate: { minToolCalls: 2 } });
  expect((await cox(teamCommand, "join", url, token)).code).toBe(0);
  expect(await asks(), "alone").toBe(true);

  expect((await policy("set", "gate.minToolCalls=9", "budgets.tokensPerDay=100000")).code).toBe(0);
  expect(await asks(), "unheard").toBe(true);
  await hear();
  expect(statSync(place.policy).mode & 0o777).toBe(0o600);
  expect(await asks(), "stricter").toBe(false);
  const shown = await cox(configCommand, "gate.minToolCalls");
  expect(shown.out).toMatch(/value +9\n.*from +team policy/);

  await policy("set", "gate.minToolCalls=0", "observer.when=suspicious");
  await hear();
  expect(await asks(), "suspicious").toBe(false);
  await policy("unset", "observer.when", "budgets.tokensPerDay");
  await hear();
  expect(await asks(), "laxer").toBe(true);
  machine.settings({ observer: { model: "scripted/answers.json" }, gate: { minToolCalls: 7 } });
  expect(await asks(), "own").toBe(false);
  const config = loadConfig({ cwd: machine.root, env: machine.env }).config;
  const said =
    /^The team's policy, since \d{4}-\S+ \d\d:\d\d \(UTC\): content false, gate\.minToolCalls 0\. Stricter here: gate\.minToolCalls 7\.$/m;
  expect((await cox(teamCommand, "status")).out).toMatch(said);
  expect(lookAtTeam(place, config)).toContainEqual(expect.objectContaining({ detail: expect.stringMatching(said) }));
  expect(JSON.parse((await cox(teamCommand, "status", "--json")).out)).toMatchObject({
    policy: { policy: { "gate.minToolCalls": 0 }, stricter: { "gate.minToolCalls": 7 }, own: {} },
  });
  const changes = await listChanges(database.query);
  expect(changes).toHaveLength(3);
  for (const change of changes) expect(change).toMatchObject({ token: "command line", action: "policy" });
});

it("shows and changes a policy by key, and names what may not be in one", async () => {
  await expect(policy("set", "observer.when=suspicious")).rejects.toThrow("no records");
  const { database } = await service();
  expect((await policy()).out).toMatch(/the team "left", nothing was ever set:\ncontent +false/);
  const set = await policy("set", "content=true", "gate.skipModes=plan,free", "budgets.costPerDay=1.5", "--json");
  const values = { content: true, "gate.skipModes": ["plan", "free"], "budgets.costPerDay": 1.5 };
  expect(JSON.parse(set.out)).toEqual({ team: "left", since: expect.any(String), policy: values });
  for (const [word, why] of [
    ["mode=off", "mode"],
    ["checks.commands={}", "checks.commands"],
    ["observer.model=openai/gpt-5", "none or team"],
    ["observer.when=always", "suspicious"],
    ["gate.minToolCalls=many", "whole number"],
    ["gate.minTools=3", "not a key"],
    ["privacy.patterns=x", "privacy.patterns"],
    ["content=maybe", "true or false"],
    ["content", "KEY=VALUE"],
  ] as const)
    await expect(policy("set", word), word).rejects.toThrow(why);
  await expect(policy("unset", "observer.when")).rejects.toThrow("not in the policy");
  await expect(policy("drop")).rejects.toThrow("cox team policy");
  expect(JSON.parse((await policy("--json")).out)).toMatchObject({ policy: values });
  const other = await cox(teamCommand, "policy", "--json", "--database", records);
  expect(JSON.parse(other.out)).toMatchObject({ team: "default", since: null, policy: { content: false } });
  expect(await listChanges(database.query)).toHaveLength(1);
});

it("keeps what it last heard of a service that is dead, lies or says nothing new, and drops another team's", async () => {
  const known = { content: true, "observer.when": "suspicious" };
  let answer: (response: ServerResponse, request: IncomingMessage) => void = (response) =>
    response.setHeader("ETag", '"1"').end(JSON.stringify({ ...known, mode: "off" }));
  const server = createServer((request, response) => answer(response, request));
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
  closing.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const join = (at: string, content = false) => joinTeam(place, { url: at, token: "cox_any", content }, new Date());
  join(url);
  await fetchPolicy(place, () => 0);
  const first = { policy: known, since: "1970-01-01T00:00:00.000Z" };
  expect(keptPolicy(place)).toEqual(first);
  for (const lie of [
    "<html>",
    "null",
    "[true]",
    '{"error":"x"}',
    '{"content":"yes"}',
    JSON.stringify({ content: false, "gate.skipModes": ["x".repeat(5000)] }),
    "{".repeat(5_000_000),
  ]) {
    answer = (response) => response.end(lie);
    await fetchPolicy(place);
    expect(keptPolicy(place), lie.slice(0, 30)).toEqual(first);
  }
  const codes = [304, 307, 401, 500];
  for (const code of codes) {
    let asked: unknown;
    answer = (response, request) => {
      asked = request.headers["if-none-match"];
      response.writeHead(code, { Location: "/elsewhere" }).end();
    };
    await fetchPolicy(place);
    expect([asked, keptPolicy(place)], String(code)).toEqual(['"1"', first]);
  }
  // It joined anew, without words, while it asked.
  answer = (response) => {
    join(url);
    response.end(JSON.stringify({ content: true, "observer.model": "team" }));
  };
  await fetchPolicy(place);
  expect(keptPolicy(place)).toBeUndefined();
  answer = (response) => response.setHeader("ETag", "x".repeat(9000)).end('{"content":false}');
  await fetchPolicy(place);
  expect(JSON.parse(readFileSync(place.policy, "utf8"))).toMatchObject({ etag: null, values: { content: false } });
  await fetchPolicy(place, () => 7);
  join("http://127.0.0.1:1");
  await fetchPolicy(place);
  expect(keptPolicy(place)).toBeUndefined();
});

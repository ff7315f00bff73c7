import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { BARE_ENVIRONMENT } from "../../../test/support/bare-environment.ts";
import { ClaudeSession } from "../../../test/support/claude-session.ts";
import { HookPlace } from "../../../test/support/hook-place.ts";
import { runHookProcess } from "../../../test/support/hook-process.ts";
import { runCommand } from "../../../test/support/run-command.ts";
import { teamReport } from "../../../test/support/team-report.ts";
import { command as feedbackCommand } from "../../cli/commands/feedback.ts";
import { DEFAULTS } from "../../config.ts";
import { lookAtTeam } from "../../cli/doctor/look-at-team.ts";
import { command as teamCommand } from "../../cli/commands/team.ts";
import { type Database, openSqliteRecords } from "../records/database.ts";
import { writePolicy } from "../records/policy.ts";
import { createToken } from "../records/tokens.ts";
import { type Server, startServer } from "../server.ts";
import { joinTeam } from "./membership.ts";
import { type TeamPlace, teamPlace } from "./place.ts";
import { readStatus, runSender } from "./sender.ts";
import { isSenderBusy, keepSenderBusy, readSpooled, spool, spooled, trimSpool } from "./spool.ts";
import { toTeam } from "./to-team.ts";

const PROGRAM = resolve(import.meta.dirname, "../../hook/entry.ts");
const CLOSING = "Done. All tests pass now.";

let machine: HookPlace;
let place: TeamPlace;
const closing: (() => Promise<void>)[] = [];
beforeEach(() => {
  machine = new HookPlace().write(new ClaudeSession().falseTurn().text());
  Object.assign(machine.env, BARE_ENVIRONMENT);
  place = teamPlace(join(machine.root, "state", "coxswain"));
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
  machine.remove();
});

async function service(): Promise<{ server: Server; database: Database; token: string }> {
  const database = await openSqliteRecords(join(machine.root, "team.db"));
  const server = await startServer({ database, host: "127.0.0.1", port: 0, version: "9.9.9", log: () => undefined });
  const wish = { name: "t", team: "left", scopes: ["report"], now: new Date() } as const;
  const { text: token } = await database.transaction((query) => createToken(query, wish));
  closing.push(
    () => database.close(),
    () => server.stop(),
  );
  return { server, database, token };
}

/** Something that listens there and is no service. */
async function impostor(
  answer: (respond: Parameters<Parameters<typeof createServer>[1] & {}>[1]) => void,
): Promise<string> {
  const server: HttpServer = createServer((request, response) => {
    request.resume().on("end", () => answer(response));
  });
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
  closing.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function member(url: string, token = "cox_any"): void {
  joinTeam(place, { url, token, content: false }, new Date());
}

const stop = (at = machine) =>
  runHookProcess(at, { program: PROGRAM, input: at.input({ last_assistant_message: CLOSING }) });

it("reports a decided stop of a machine that joined, and nothing that was said in it", async () => {
  const { server, database, token } = await service();
  const joined = await runCommand(teamCommand, ["join", server.url, token], { env: machine.env, cwd: machine.root });
  expect(joined).toMatchObject({ code: 0, out: expect.stringContaining(`${server.url}, for the team "left"`) });
  expect(statSync(place.membership).mode & 0o777).toBe(0o600);
  mkdirSync(join(machine.root, ".git"));
  const remote = '[remote "origin"]\n\turl = https://somebody:secret@git.example.com/group/acme/cart.git\n';
  writeFileSync(join(machine.root, ".git", "config"), remote);
  expect((await stop()).out).toContain('"decision":"block"');
  const rows = () => database.query("SELECT * FROM reports");
  await vi.waitFor(async () => expect(await rows()).toHaveLength(1), { timeout: 15_000, interval: 50 });
  const [row] = await rows();
  expect(row).toMatchObject({ team: "left", repository: "acme/cart", agent: "claude-code", verdict: "correct" });
  const body = String(row?.["body"]);
  expect(JSON.parse(body)).toMatchObject({ engine: "0.1.0", findings: [{ spoken: true }], changed: { code: true } });
  const transcript = readFileSync(machine.transcript, "utf8");
  const words = new Set(transcript.match(/[A-Za-z]{5,}/g));
  const own = new Set(JSON.stringify(teamReport()).match(/[A-Za-z]+/g));
  const names = /claude|sonnet|opus|never|claimed|check/i;
  const left = [...new Set(body.match(/[A-Za-z]{5,}/g))].filter(
    (each) => words.has(each) && !own.has(each) && !names.test(each),
  );
  expect(left).toEqual([]);
  expect(body).not.toMatch(/secret|somebody|cart\.ts|All tests/);
  await vi.waitFor(() => expect(spooled(place)).toEqual([]), { timeout: 5000 });
  const status = await runCommand(teamCommand, ["status", "--json"], { env: machine.env, cwd: machine.root });
  expect(JSON.parse(status.out)).toMatchObject({ waiting: 0, last: { ok: true, sent: 1 } });
  expect(lookAtTeam(place, DEFAULTS)).toMatchObject([
    { status: "ok", detail: expect.stringContaining("sent so far: 1") },
  ]);
  const leaving = await runCommand(teamCommand, ["leave"], { env: machine.env, cwd: machine.root });
  expect(leaving.code).toBe(0);
  expect(readdirSync(join(place.directory, ".."))).not.toContain("team");
}, 60_000);

it.each([
  ["neither asks for them", false, false, false],
  ["only the team asks for them", true, false, false],
  ["only the machine lets them out", false, true, false],
  ["the team asks for them and the machine lets them out", true, true, true],
])("lets words out, redacted, only where both want it: %s", async (_, asked, allowed, isSent) => {
  joinTeam(place, { url: "http://127.0.0.1:1", token: "cox_any", content: allowed }, new Date());
  writeFileSync(place.policy, JSON.stringify({ values: { content: asked } }));
  await machine.stop(CLOSING);
  const [kept] = spooled(place).map(readSpooled);
  const content = { message: expect.stringContaining("All tests pass now."), receipt: expect.any(Array) };
  expect(kept).toMatchObject(isSent ? { verdict: "correct", content } : { verdict: "correct" });
  expect(JSON.stringify(kept).includes("All tests pass")).toBe(isSent);
});

it("sends a person's mark on a decision, without their words, and takes the team's policy over", async () => {
  const { server, database, token } = await service();
  await database.transaction((query) =>
    writePolicy(query, { team: "left", policy: { content: true }, by: "t", now: new Date() }),
  );
  joinTeam(place, { url: server.url, token, content: false }, new Date());
  await machine.stop(CLOSING);
  const words = ["last", "wrong", "my own words"];
  const ran = await runCommand(feedbackCommand, words, { env: machine.env, cwd: machine.root });
  expect(ran.code).toBe(0);
  expect(JSON.stringify(spooled(place).map(readSpooled))).not.toContain("my own words");
  await runSender(toTeam({ place, engine: "0.1.0" }), 0);
  expect(await database.query("SELECT verdict, mark FROM reports")).toEqual([{ verdict: "correct", mark: "wrong" }]);
  expect(JSON.parse(readFileSync(place.policy, "utf8"))).toMatchObject({ values: { content: true } });
});

it("joins only where a service knows the token", async () => {
  const { server, token } = await service();
  const other = await impostor((response) => response.end("{}"));
  for (const [url, given] of [
    [server.url, "cox_wrong"],
    [other, token],
    ["http://127.0.0.1:1", token],
  ] as const) {
    const ran = await runCommand(teamCommand, ["join", url, given], { env: machine.env, cwd: machine.root });
    expect(ran).toMatchObject({ code: 1, err: expect.stringContaining("Nothing was changed") });
    expect(ran.err + ran.out).not.toContain(token);
  }
  const ran = await runCommand(teamCommand, ["status"], { env: machine.env, cwd: machine.root });
  expect(ran.code).toBe(3);
});

it("answers a stop as without a team where nothing can be kept, and keeps what cannot be sent", async () => {
  const alone = JSON.parse((await stop()).out);
  const dead = memberElsewhere();
  expect(JSON.parse((await stop(dead.machine)).out)).toEqual(alone);
  const [kept] = spooled(dead.place);
  expect(statSync(kept?.path ?? "").mode & 0o777).toBe(0o600);
  // Neither room nor a right to write makes a difference to a file where a directory should be.
  const full = memberElsewhere();
  rmSync(full.place.spool, { recursive: true });
  writeFileSync(full.place.spool, "");
  expect(JSON.parse((await stop(full.machine)).out)).toEqual(alone);
}, 60_000);

function memberElsewhere() {
  const other = new HookPlace().write(new ClaudeSession().falseTurn().text());
  Object.assign(other.env, BARE_ENVIRONMENT);
  closing.push(async () => other.remove());
  const theirs = teamPlace(join(other.root, "state", "coxswain"));
  joinTeam(theirs, { url: "http://127.0.0.1:1", token: "cox_any", content: false }, new Date());
  return { machine: other, place: theirs };
}

it("gives nothing up until a service says that it has it", async () => {
  const answers: [string, Parameters<typeof impostor>[0], boolean][] = [
    ["lies", (response) => response.end('{"accepted":7,"refused":[]}'), false],
    ["is a web page", (response) => response.end("<html>"), false],
    ["never ends its answer", (response) => response.end("x".repeat(5_000_000)), false],
    ["is full", (response) => response.writeHead(503, { "Retry-After": "7" }).end(), false],
    ["sends elsewhere", (response) => response.writeHead(307, { Location: "/v1/other" }).end(), false],
    ["does not know us", (response) => response.writeHead(401).end(), false],
    ["has it", (response) => response.end('{"accepted":1,"refused":[]}'), true],
    ["will never want it", (response) => response.end('{"accepted":0,"refused":[{"index":0,"why":"old"}]}'), true],
  ];
  for (const [what, answer, isGone] of answers) {
    member(await impostor(answer));
    spool(place, teamReport(), Date.now());
    await runSender(toTeam({ place, engine: "0.1.0" }), 0);
    expect(spooled(place), `a service that ${what}`).toHaveLength(isGone ? 0 : 1);
    expect(readStatus(place), what).toMatchObject({ ok: isGone });
    expect(lookAtTeam(place, DEFAULTS), what).toMatchObject([{ status: isGone ? "ok" : "warning" }]);
    expect(isSenderBusy(place, Date.now()), what).toBe(!isGone);
    for (const { path } of spooled(place)) rmSync(path);
  }
});

it("sends what is left, the oldest first, in parts, and drops the oldest where there is no room", async () => {
  const { server, database, token } = await service();
  member(server.url, token);
  for (let index = 0; index < 230; index += 1) spool(place, teamReport({ turn: index }), 1000 + index);
  writeFileSync(join(place.spool, "1-broken.json"), '{"v":1,');
  writeFileSync(join(place.spool, "2-killed.json.00.tmp"), "{");
  const bytes = spooled(place).reduce((sum, file) => sum + file.bytes, 0);
  expect(trimSpool(place, Math.round(bytes / 2))).toBeGreaterThan(100);
  const left = spooled(place).length;
  await runSender(toTeam({ place, engine: "0.1.0" }), 0);
  expect(spooled(place)).toEqual([]);
  const [counted] = await database.query(
    "SELECT COUNT(*) AS count, MAX(turn_of) AS last FROM (SELECT json_extract(body, '$.turn') AS turn_of FROM reports)",
  );
  expect(counted).toEqual({ count: left - 1, last: 229 });
  utimesSync(join(place.spool, "2-killed.json.00.tmp"), 1, 1);
  await runSender(toTeam({ place, engine: "0.1.0" }), 0);
  expect(readdirSync(place.spool)).toEqual([]);
});

it("waits as long as was said and no longer, also where the clock jumps", async () => {
  member("http://127.0.0.1:1");
  const now = Date.now();
  expect(isSenderBusy(place, now)).toBe(false);
  keepSenderBusy(place, now, 20_000);
  expect([now, now + 19_999].map((at) => isSenderBusy(place, at))).toEqual([true, true]);
  expect([now + 20_000, now - 1000, now - DAY, now + DAY].map((at) => isSenderBusy(place, at))).not.toContain(true);
  // A sender that stays a little ends, whichever way the clock goes.
  for (const jump of [-DAY, DAY]) {
    let clock = now;
    await runSender({ ...toTeam({ place, engine: "0.1.0" }), now: () => (clock += jump) }, 1000);
    expect(isSenderBusy(place, clock), String(jump)).toBe(false);
  }
  spool(place, teamReport(), now);
  const failing = { ...toTeam({ place, engine: "0.1.0" }), now: () => now + 100 * DAY };
  await runSender(failing, 0);
  expect(isSenderBusy(place, now + 100 * DAY + 59_000)).toBe(true);
  expect(isSenderBusy(place, now)).toBe(false);
});

it("rests longer after each failure, so that few stops start a sender for nobody", async () => {
  member("http://127.0.0.1:1");
  spool(place, teamReport(), Date.now());
  let clock = Date.now();
  for (const minutes of [1, 2, 4, 8, 10, 10]) {
    await runSender({ ...toTeam({ place, engine: "0.1.0" }), now: () => clock }, 0);
    const end = clock + minutes * 60_000;
    expect([end - 1000, end + 1000].map((at) => isSenderBusy(place, at))).toEqual([true, false]);
    clock = end + 1000;
  }
});

it("keeps the order in which reports came, whatever the clock says", () => {
  member("http://127.0.0.1:1");
  const now = Date.now();
  const clocks = [now, now + 5, now - DAY, now - DAY, 0, now + 1000 * DAY, now, Date.UTC(9999, 0), now, -1, Number.NaN];
  const ids = clocks.map((clock) => {
    const report = teamReport();
    spool(place, report, clock);
    return report.id;
  });
  const idsIn = () => spooled(place).map((file) => Object(readSpooled(file)).id);
  expect(idsIn()).toEqual(ids);
  const bytes = spooled(place).reduce((sum, file) => sum + file.bytes, 0);
  const dropped = trimSpool(place, bytes / 2);
  expect(idsIn()).toEqual(ids.slice(dropped));
});

const DAY = 24 * 3600 * 1000;

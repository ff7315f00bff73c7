import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ClaudeSession } from "../../test/support/claude-session.ts";
import { HookPlace } from "../../test/support/hook-place.ts";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { composeAsker } from "../compose/asking.ts";
import type { ScriptInput } from "../models/scripted/script-file.ts";
import { joinTeam } from "./client/membership.ts";
import { teamPlace } from "./client/place.ts";
import { spentOn } from "./records/asked.ts";
import { type Database, openSqliteRecords } from "./records/database.ts";
import { createToken, type Scope } from "./records/tokens.ts";
import { type Asker, QUESTION_TOOL } from "./questions.ts";
import { startServer } from "./server.ts";

const MESSAGE = "The retry was asked for and is not there.";
const usage = { inputTokens: 900, outputTokens: 100 };
const OBJECTS = { input: { needsCorrection: true, message: MESSAGE, confidence: 0.95, steps: [], wants: [] }, usage };
const SILENT = { input: { needsCorrection: false, message: null, confidence: 0.1, steps: [], wants: [] }, usage };

let home: string;
let database: Database;
const closing: (() => Promise<void>)[] = [];
beforeEach(async () => {
  home = temporaryDirectory();
  database = await openSqliteRecords(join(home, "team.db"));
  closing.push(() => database.close());
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** A service with a model of its own, as `cox serve` makes it from its settings. */
async function service(decisions: ScriptInput["decisions"] | undefined, more: Partial<Asker> = {}) {
  const logged: object[] = [];
  const env = { HOME: home, ...(decisions ? { COX_OBSERVER_MODEL: "scripted/answers.json" } : {}) };
  if (decisions) writeFileSync(join(home, "answers.json"), JSON.stringify({ decisions }));
  const composed = composeAsker(env, home);
  const server = await startServer({
    database,
    host: "127.0.0.1",
    port: 0,
    version: "0.1.0",
    log: (event) => void logged.push(event),
    asker: composed && { ...composed, ...more },
  });
  closing.push(() => server.stop());
  return { url: server.url, logged };
}

const tokenFor = async (scopes: readonly Scope[], team = "left") =>
  (await database.transaction((query) => createToken(query, { name: "t", team, scopes, now: new Date() }))).text;

const question = (prompt: string) => ({ system: "Judge.", prompt, tool: QUESTION_TOOL, withinMs: 5000 });
const ask = (url: string, token: string, body: object) =>
  fetch(`${url}/v1/questions`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
const today = () => new Date().toISOString().slice(0, 10);

function machine(url: string | undefined, token: string): HookPlace {
  const session = new ClaudeSession().user("Add a retry to the cart.").edit("src/cart.ts", "a", "b").say("I added it.");
  const place = new HookPlace().write(session.text());
  closing.push(async () => place.remove());
  place.settings({ observer: { model: "team", timeoutSeconds: 2 }, gate: { minToolCalls: 1 } });
  const membership = { url: url ?? "", token, content: false };
  if (url !== undefined) joinTeam(teamPlace(join(place.root, "state", "coxswain")), membership, new Date());
  return place;
}

it("asks the service's model at a stop, with a key that only the service has", async () => {
  const { url, logged } = await service([OBJECTS]);
  const place = machine(url, await tokenFor(["report", "ask"]));
  expect(await place.stop("I added it.")).toContain(MESSAGE);
  expect(await place.verdicts()).toMatchObject([
    { verdict: { verdict: "correct", judge: "model", usage: [{ model: "team", inputTokens: 900 }] } },
  ]);
  expect(await spentOn(database.query, "left", today())).toMatchObject({
    calls: 1,
    inputTokens: 900,
    outputTokens: 100,
  });
  expect(JSON.stringify(logged)).not.toMatch(/retry|cart/);
});

it.each([
  ["has no scope for it", ["report"], [OBJECTS], /no scope "ask"/],
  ["is of a service without a model", ["ask"], undefined, /asks no model/],
  ["is of a service whose model fails", ["ask"], [{ fail: "auth" }], /did not answer the question/],
  ["is of a service whose model is too slow", ["ask"], [{ ...OBJECTS, delayMs: 60_000 }], /did not answer|time limit/],
  ["is of a service whose model answers badly", ["ask"], [{ input: { all: "well" } }], /did not answer the question/],
] as const)("lets evidence decide alone, and says so, where the token %s", async (_, scopes, decisions, why) => {
  const { url } = await service(decisions as ScriptInput["decisions"] | undefined);
  const place = machine(url, await tokenFor(scopes));
  await place.stop("I added it.");
  expect(await place.verdicts()).toMatchObject([
    { verdict: { verdict: "unchecked", reason: expect.stringMatching(why) } },
  ]);
});

it("lets evidence decide alone where the service is dead, lies, or was never joined", async () => {
  const liar = createServer((request, response) => void request.resume().on("end", () => response.end("<html>")));
  await new Promise<void>((done) => void liar.listen(0, "127.0.0.1", done));
  closing.push(async () => void liar.close());
  for (const url of ["http://127.0.0.1:1", `http://127.0.0.1:${(liar.address() as AddressInfo).port}`, undefined]) {
    const place = machine(url, "cox_any");
    expect(await place.stop("I added it."), url).toBeUndefined();
    expect(await place.verdicts(), url).toMatchObject([{ verdict: { verdict: "unchecked" } }]);
  }
});

it("answers the same question of one team once, and another team's anew", async () => {
  const { url } = await service([{ ...SILENT, times: 1 }, OBJECTS]);
  const [left, right] = [await tokenFor(["ask"]), await tokenFor(["ask"], "right")];
  const first = await (await ask(url, left, question("a"))).json();
  expect(first).toMatchObject({ value: { needsCorrection: false }, usage });
  expect(await (await ask(url, left, question("a"))).json()).toEqual({ value: SILENT.input, cached: true });
  expect(await (await ask(url, right, question("a"))).json()).toMatchObject({ value: { needsCorrection: true } });
  expect(await spentOn(database.query, "left", today())).toMatchObject({ calls: 1 });
});

it("stops at a team's budget of a day, and asks on for others", async () => {
  const { url } = await service([SILENT], { tokensPerDay: 1500 });
  const [left, right] = [await tokenFor(["ask"]), await tokenFor(["ask"], "right")];
  const statuses: number[] = [];
  for (const prompt of ["a", "b", "c"]) statuses.push((await ask(url, left, question(prompt))).status);
  expect(statuses).toEqual([200, 200, 429]);
  const refused = await ask(url, left, question("d"));
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({ error: expect.stringContaining("budget") });
  // What is known already costs nothing.
  expect((await ask(url, left, question("a"))).status).toBe(200);
  expect((await ask(url, right, question("d"))).status).toBe(200);
});

it("takes so many questions a minute with one token, and none that is no question", async () => {
  const { url } = await service([SILENT], { perMinute: 6 });
  const token = await tokenFor(["ask"]);
  const bad = [
    {},
    { ...question("a"), tool: "shell" },
    { ...question("a"), withinMs: -1 },
    { ...question("a"), prompt: 7 },
  ];
  for (const body of bad) expect((await ask(url, token, body)).status).toBe(400);
  expect((await ask(url, token, question("a"))).status).toBe(200);
  expect((await ask(url, token, question("b"))).status).toBe(200);
  expect((await ask(url, token, question("c"))).status).toBe(429);
  expect((await ask(url, await tokenFor(["ask"]), question("c"))).status).toBe(200);
});

it("asks nobody for a service that would ask a service", () => {
  expect(() => composeAsker({ HOME: home, COX_OBSERVER_MODEL: "team" }, home)).toThrow("cannot ask a team's service");
  expect(composeAsker({ HOME: home }, home)).toBeUndefined();
});

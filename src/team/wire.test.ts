import { mkdtempSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { teamReport } from "../../test/support/team-report.ts";
import { type Database, openSqliteRecords } from "./records/database.ts";
import { createToken } from "./records/tokens.ts";
import { type Server, startServer } from "./server.ts";

const PATIENCE = { headMs: 400, requestMs: 800, stopMs: 500 };

const folder = mkdtempSync(join(tmpdir(), "cox-wire-"));
let database: Database;
let server: Server;
let token: string;
const sockets = new Set<Socket>();
const start = () =>
  startServer({ database, host: "127.0.0.1", port: 0, version: "0.1.0", log: () => undefined, patience: PATIENCE });
beforeAll(async () => {
  database = await openSqliteRecords(join(folder, "team.db"));
  server = await start();
  const wish = { name: "t", team: "t", scopes: ["report"], now: new Date() } as const;
  token = (await database.transaction((query) => createToken(query, wish))).text;
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
});
afterAll(async () => {
  await server.stop();
  await database.close();
  rmSync(folder, { recursive: true });
});

/** A connection on which nothing is done for the client. */
async function open(url = server.url) {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  sockets.add(socket);
  let said = "";
  socket.setEncoding("utf8").on("data", (text) => (said += String(text)));
  socket.on("error", () => undefined);
  const closed = new Promise<string>((done) => socket.once("close", () => done(said)));
  await new Promise((done) => void socket.once("connect", done));
  return { socket, closed };
}

const head = (...lines: readonly string[]) =>
  ["POST /v1/reports HTTP/1.1", "Host: cox", `Authorization: Bearer ${token}`, ...lines, "", ""].join("\r\n");
const isWell = async () => (await fetch(`${server.url}/healthz`)).status === 200;

it.each(["head", "body"])("is held by nobody who sends the %s of a request a byte at a time", async (part) => {
  const { socket, closed } = await open();
  const text = part === "head" ? head() : "x".repeat(1000);
  if (part === "body") socket.write(head("Content-Length: 1000"));
  const sending = new AbortController();
  const sent = (async () => {
    for (let index = 0; index < text.length && !sending.signal.aborted; index += 1) {
      socket.write(text[index] ?? "");
      await wait(100);
    }
  })();
  expect(await isWell()).toBe(true);
  const said = await closed;
  sending.abort();
  await sent;
  expect(said).toMatch(/^HTTP\/1\.1 408 /);
});

it("answers others while a thousand connections ask nothing, and closes these", async () => {
  const idle = await Promise.all(Array.from({ length: 1000 }, () => open()));
  expect(await isWell()).toBe(true);
  await Promise.all(idle.map(({ closed }) => closed));
  expect(await isWell()).toBe(true);
});

it.each([
  ["two lengths", ["Content-Length: 4", "Content-Length: 30"]],
  ["a length and parts", ["Content-Length: 4", "Transfer-Encoding: chunked"]],
  ["parts by another name", ["Transfer-Encoding: xchunked"]],
  ["a length that is none", ["Content-Length: +4"]],
  ["a space before the colon", ["Content-Length : 4"]],
  ["a folded line", ["X: a", " b", "Content-Length: 4"]],
])("takes no request with %s for two", async (_, lines) => {
  const { socket, closed } = await open();
  socket.write(`${head(...lines)}0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: cox\r\n\r\n`);
  const answers = (await closed).match(/HTTP\/1\.1 \d+/g);
  expect(answers).toHaveLength(1);
  expect(answers?.[0]).toMatch(/ (?:400|408)$/);
});

it("takes a body that does not say how long it is, up to what it takes of others", async () => {
  const parts = (count: number) =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        const bytes = new TextEncoder().encode(JSON.stringify({ reports: [teamReport()] }));
        controller.enqueue(bytes);
        for (let part = 1; part < count; part += 1) controller.enqueue(new Uint8Array(65_536).fill(32));
        controller.close();
      },
    });
  const post = async (count: number, bearer = token) => {
    const init = { method: "POST", headers: { Authorization: `Bearer ${bearer}` }, body: parts(count) };
    return fetch(`${server.url}/v1/reports`, { ...init, duplex: "half" }).then(
      ({ status }) => status,
      () => "cut off",
    );
  };
  expect(await post(10)).toBe(200);
  expect([413, "cut off"]).toContain(await post(40));
  // Whoever has no token is not even listened to: the rest of the body never comes.
  const { socket, closed } = await open();
  socket.write(head("Transfer-Encoding: chunked").replace(token, "cox_wrong"));
  socket.write("5\r\nhello\r\n");
  expect(await Promise.race([closed, new Promise((done) => void socket.once("data", done))])).toMatch(/ 401 /);
});

it("stops though clients go on, and answers what has come", async () => {
  const stopping = await start();
  const [silent, slow, asking] = [await open(stopping.url), await open(stopping.url), await open(stopping.url)];
  slow.socket.write(head("Content-Length: 1000"));
  const body = JSON.stringify({ reports: [teamReport()] });
  asking.socket.write(head(`Content-Length: ${body.length}`) + body);
  // It has come when the service has answered somebody who came later.
  await fetch(`${stopping.url}/healthz`);
  await stopping.stop();
  expect(await asking.closed).toMatch(/^HTTP\/1\.1 200 .*"accepted":1/s);
  await Promise.all([silent.closed, slow.closed]);
  await expect(fetch(`${stopping.url}/healthz`)).rejects.toThrow("fetch failed");
});

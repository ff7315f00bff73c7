import { afterEach, beforeEach, expect, it } from "vitest";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { createAccess } from "./access.ts";
import { type Database, openSqliteRecords } from "./records/database.ts";
import { createToken, revokeToken } from "./records/tokens.ts";
import { startServer } from "./server.ts";

let database: Database;
beforeEach(async () => {
  database = await openSqliteRecords(`${temporaryDirectory()}/team.db`);
});
afterEach(() => database.close());

const tokenOf = (name: string) =>
  database.transaction((query) => createToken(query, { name, team: "t", scopes: ["report"], now: new Date() }));

it("takes so many requests a second with one token, whatever others do, and more in the next", async () => {
  let now = 1_000_000;
  const access = createAccess({ query: database.query, clock: () => now, perSecond: 3 });
  const [one, other] = [await tokenOf("one"), await tokenOf("other")];
  const enter = async (text: string) => {
    const entry = await access.enter(text, "report", "10.0.0.1");
    return entry.type === "open" ? 200 : entry.status;
  };
  const tried = async (count: number) => {
    const statuses: number[] = [];
    for (let index = 0; index < count; index += 1) statuses.push(await enter(one.text));
    return statuses;
  };
  expect(await tried(5)).toEqual([200, 200, 200, 429, 429]);
  expect(await enter(other.text)).toBe(200);
  now += 999;
  expect(await enter(one.text)).toBe(429);
  now += 1;
  expect(await tried(4)).toEqual([200, 200, 200, 429]);
  // A clock that was put back locks nobody out.
  now -= 3_600_000;
  expect(await enter(one.text)).toBe(200);
});

it("refuses a token that was taken back within seconds", async () => {
  let now = 1_000_000;
  const access = createAccess({ query: database.query, clock: () => now });
  const { id, text } = await tokenOf("gone");
  expect(await access.enter(text, "report", "a")).toMatchObject({ type: "open" });
  await database.transaction((query) => revokeToken(query, id, new Date()));
  now += 5001;
  expect(await access.enter(text, "report", "a")).toMatchObject({ type: "closed", status: 401 });
});

it("stops listening to an address that guesses, while right tokens pass from there", async () => {
  const log = () => undefined;
  const server = await startServer({ database, host: "127.0.0.1", port: 0, version: "0.1.0", log });
  const { text } = await tokenOf("right");
  const ask = (token: string) =>
    fetch(`${server.url}/v1/membership`, { headers: { Authorization: `Bearer ${token}` } });
  try {
    const statuses: number[] = [];
    for (let index = 0; index < 30; index += 1) statuses.push((await ask(`cox_${index}`)).status);
    expect(new Set(statuses)).toEqual(new Set([401]));
    const refused = await ask("cox_more");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await ask(text)).status).toBe(200);
  } finally {
    await server.stop();
  }
});

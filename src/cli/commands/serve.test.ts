import { join } from "node:path";
import { expect, it } from "vitest";
import { runCommand } from "../../../test/support/run-command.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { loadConfig } from "../../config.ts";
import { command } from "./serve.ts";
import { command as team } from "./team.ts";

/** Runs until it has said where it listens and the work with that is done. */
async function serve<Result>(place: string, port: string, work: (said: Said) => Promise<Result>): Promise<Result> {
  const ended = new AbortController();
  const { promise, resolve } = Promise.withResolvers<Said>();
  const out = (text: string): void => resolve(JSON.parse(text) as Said);
  const io = { env: {}, cwd: place, out, err: () => undefined, signal: ended.signal };
  const args = ["--database", join(place, "team.db"), "--port", port, "--json"];
  const run = runCommand(command, args, io);
  try {
    return await work(await Promise.race([promise, run.then(() => promise)]));
  } finally {
    ended.abort();
    await run;
  }
}

interface Said {
  readonly url: string;
  readonly token: string | null;
  readonly reportToken: string | null;
}

it("shows the first tokens once, and the one for machines opens nothing else", async () => {
  const place = temporaryDirectory();
  const status = async ({ url }: Said, path: string, token: string | null) =>
    (await fetch(url + path, { headers: { Authorization: `Bearer ${token}` } })).status;
  const first = await serve(place, "0", async (said) => {
    expect(await status(said, "/v1/views/summary", said.token)).toBe(200);
    expect(await status(said, "/v1/membership", said.reportToken)).toBe(200);
    expect(await status(said, "/v1/views/summary", said.reportToken)).toBe(403);
    return said;
  });
  await serve(place, "0", async (said) => {
    expect(said).toMatchObject({ token: null, reportToken: null });
    expect(await status(said, "/v1/views/summary", first.token)).toBe(200);
  });
});

it("takes the place of the records from the environment, where an address may hold a password", async () => {
  const place = temporaryDirectory();
  const env = { HOME: place, COX_TEAM_DATABASE: join(place, "named.db") };
  const { out } = await runCommand(team, ["token", "--json"], { env, cwd: place });
  const { out: listed } = await runCommand(team, ["tokens", "--json", "--database", join(place, "named.db")], {
    env: {},
    cwd: place,
  });
  expect(Object(JSON.parse(listed))).toMatchObject([{ id: Object(JSON.parse(out)).id }]);
  expect(loadConfig({ cwd: place, env }).problems).toEqual([]);
});

it("says what is wrong with what it is given", async () => {
  const place = temporaryDirectory();
  const run = (...args: string[]) =>
    runCommand(command, ["--database", join(place, "team.db"), ...args], { env: {}, cwd: place });
  await expect(run("--port", "99999")).rejects.toThrow('--port takes a number from 0 to 65535, not "99999"');
  await expect(run("--host", "example")).rejects.toThrow("--host takes an address");
  await expect(run("--keep", "0")).rejects.toThrow("--keep takes a number from 1");
  await expect(run("--database", "postgres://nobody@127.0.0.1:1/none")).rejects.toThrow("Postgres cannot be used");
  await serve(place, "0", async ({ url }) => {
    await expect(run("--port", new URL(url).port)).rejects.toThrow("cox serve cannot listen at 127.0.0.1");
  });
});

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { afterEach, expect, inject, it, vi } from "vitest";
import { ClaudeSession } from "../support/claude-session.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { writeFiles } from "../support/write-files.ts";
import { packedEnvironment, runCox } from "./run-cox.ts";

const children: ChildProcess[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "close");
  }
});

/** A command of the packed program that goes on until it is told to end; what it said first is JSON. */
async function start(home: string, ...args: string[]): Promise<{ child: ChildProcess; said: Record<string, unknown> }> {
  const program = join(inject("packageDirectory"), "bin", "cox.js");
  const env = { ...packedEnvironment(), HOME: home };
  const child = spawn(process.execPath, [program, ...args, "--json"], {
    cwd: home,
    env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  children.push(child);
  const [line] = await once(createInterface(child.stdout), "line");
  return { child, said: JSON.parse(String(line)) as Record<string, unknown> };
}

it("has what cox ci reports judged by cox serve, and where that has no workers, by cox worker", async () => {
  const home = temporaryDirectory();
  const database = ["--database", join(home, "team.db")];
  const session = (name: string) => new ClaudeSession({ cwd: home, session: name, at: new Date().toISOString() });
  writeFiles(home, { "one.jsonl": session("one").falseTurn().text(), "two.jsonl": session("two").honestTurn().text() });
  let { child, said } = await start(home, "serve", ...database, "--port", "0", "--workers", "0");
  const [COX_TEAM_TOKEN, token] = [String(said["reportToken"]), String(said["token"])];
  const viewed = async (view: string) => {
    const headers = { Authorization: `Bearer ${token}` };
    const response = await fetch(`${String(said["url"])}/v1/views/${view}`, { headers });
    return ((await response.json()) as { rows: Record<string, unknown>[] }).rows;
  };
  const report = async (file: string) => {
    const env = { HOME: home, COX_TEAM_TOKEN };
    const { code, err } = await runCox(["ci", file, "--report", String(said["url"])], { cwd: home, env });
    expect({ code, err }).toEqual({ code: 0, err: `cox ci: Reported 1 turn to ${String(said["url"])}.\n` });
  };
  await report("one.jsonl");
  expect(await viewed("health")).toMatchObject([{ queueWaiting: 1 }]);
  const worker = await start(home, "worker", ...database, "--slots", "1");
  expect(worker.said).toEqual({ database: "sqlite", slots: 1, asks: [] });
  const until = async (stops: object) =>
    vi.waitFor(async () => expect(await viewed("summary")).toMatchObject([stops]), { timeout: 30_000, interval: 200 });
  await until({ stops: 1, corrections: 1 });
  for (const each of [worker.child, child]) {
    each.kill("SIGTERM");
    await once(each, "close");
  }
  ({ child, said } = await start(home, "serve", ...database, "--port", "0"));
  await report("two.jsonl");
  await until({ stops: 2, corrections: 1 });
  const jobs = await runCox(["team", "jobs", ...database], { env: { HOME: home } });
  expect(jobs).toMatchObject({ code: 0, out: "No job is aside.\n" });
  const none = await runCox(["team", "jobs", ...database, "--retry", "x"], { env: { HOME: home } });
  expect(none).toMatchObject({ code: 1, err: 'cox team: no job "x" is aside.\n' });
}, 120_000);

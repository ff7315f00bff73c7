import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { joinTeam } from "../../src/team/client/membership.ts";
import { type TeamPlace, teamPlace } from "../../src/team/client/place.ts";
import { readStatus, runSender } from "../../src/team/client/sender.ts";
import { readSpooled, spool, spooled } from "../../src/team/client/spool.ts";
import { toTeam } from "../../src/team/client/to-team.ts";
import { type Database, openSqliteRecords } from "../../src/team/records/database.ts";
import { createToken } from "../../src/team/records/tokens.ts";
import { Report } from "../../src/team/report.ts";
import { startServer } from "../../src/team/server.ts";
import { BARE_ENVIRONMENT } from "../support/bare-environment.ts";
import { ClaudeSession } from "../support/claude-session.ts";
import { HookPlace } from "../support/hook-place.ts";
import { runHookProcess } from "../support/hook-process.ts";
import { falseDone } from "../support/team-report.ts";

const KILLS = Number(process.env["COX_KILLS"] ?? 25);
const CHILD = resolve(import.meta.dirname, "spool-child.ts");
const HOOK = resolve(import.meta.dirname, "../../src/hook/entry.ts");
const CLOSING = "Done. All tests pass now.";
const env = { ...BARE_ENVIRONMENT, PATH: process.env["PATH"] ?? "" };

let machine: HookPlace;
let place: TeamPlace;
let database: Database;
const closing: (() => Promise<void>)[] = [];
beforeEach(async () => {
  machine = new HookPlace().write(new ClaudeSession().falseTurn().text());
  Object.assign(machine.env, BARE_ENVIRONMENT, compiledOnce());
  place = teamPlace(join(machine.root, "state", "coxswain"));
  database = await openSqliteRecords(join(machine.root, "team.db"));
  const server = await startServer({ database, host: "127.0.0.1", port: 0, version: "0.1.0", log: () => undefined });
  const wish = { name: "t", team: "left", scopes: ["report"], now: new Date() } as const;
  const { text: token } = await database.transaction((query) => createToken(query, wish));
  joinTeam(place, { url: server.url, token, content: false }, new Date());
  closing.push(
    () => database.close(),
    () => server.stop(),
  );
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
  machine.remove();
});

const child = (task: "write" | "send") =>
  spawn(process.execPath, [CHILD, task, dirname(place.directory)], { env: { ...env, ...compiledOnce() } });
const compiledOnce = () => ({ NODE_COMPILE_CACHE: join(machine.root, "compiled") });
const ended = (process: ChildProcess) => new Promise<void>((done) => void process.once("close", () => done()));
const send = () => runSender(toTeam({ place, engine: "0.1.0" }), 0);

/** Every file that would be sent is a whole report. */
function wholeIds(): string[] {
  return spooled(place).map((file) => Report.parse(readSpooled(file)).id);
}

/** What arrived: as often as it is in the records, and in their sums. */
async function arrived(): Promise<{ readonly ids: readonly string[]; readonly summed: number }> {
  const ids = (await database.query("SELECT id FROM reports")).map(({ id }) => String(id));
  const [sum] = await database.query("SELECT SUM(stops) AS stops FROM daily");
  return { ids: ids.toSorted(), summed: Number(sum?.["stops"] ?? 0) };
}

it(
  `keeps every report that was left whole, where who leaves them is killed ${KILLS} times`,
  async () => {
    const left = new Set<string>();
    for (let kill = 0; kill < KILLS; kill += 1) {
      const writer = child("write");
      let said = "";
      writer.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
      await once(writer.stdout, "data");
      await wait(Math.random() * 30);
      writer.kill("SIGKILL");
      await ended(writer);
      for (const id of said.split("\n").slice(0, -1)) left.add(id);
      const ids = new Set(wholeIds());
      expect([...left].filter((id) => !ids.has(id))).toEqual([]);
      if (ids.size < 1000) continue;
      await send();
      left.clear();
    }
    const ids = wholeIds();
    await send();
    const there = await arrived();
    expect(ids.filter((id) => !there.ids.includes(id))).toEqual([]);
    expect(there.summed).toBe(there.ids.length);
    expect(readStatus(place)).toMatchObject({ ok: true, refused: 0, dropped: 0 });
  },
  KILLS * 30_000,
);

it(
  `reports every stop that was answered, where hooks are killed ${KILLS} times`,
  async () => {
    const stop = (killAfterMs?: number) => {
      const session = crypto.randomUUID();
      for (const suffix of ["", "-wal", "-shm"]) rmSync(machine.store + suffix, { force: true });
      machine.write(new ClaudeSession({ session }).falseTurn().text());
      const input = machine.input({ session_id: session, last_assistant_message: CLOSING });
      return runHookProcess(machine, { program: HOOK, input, ...(killAfterMs === undefined ? {} : { killAfterMs }) });
    };
    await stop();
    const start = performance.now();
    await stop();
    const usual = performance.now() - start;
    let answered = 2;
    for (let kill = 0; kill < KILLS; kill += 1) {
      // From loading to after the answer.
      const { out, signal } = await stop(usual * (0.4 + 0.8 * Math.random()));
      if (out !== "" && signal === null) answered += 1;
    }
    await send();
    // Another sender, which a hook started, may still have some.
    await expect.poll(async () => (await arrived()).ids.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(answered);
    const there = await arrived();
    expect(there.ids.length).toBeLessThanOrEqual(KILLS + 2);
    expect(there.summed).toBe(there.ids.length);
    expect(readStatus(place)).toMatchObject({ refused: 0 });
  },
  KILLS * 30_000,
);

it(
  `counts nothing twice and loses nothing, where its sender is killed ${KILLS} times`,
  async () => {
    const all: string[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      for (let index = 0; index < 250; index += 1) {
        const report = falseDone({ id: crypto.randomUUID() });
        spool(place, report, Date.now());
        all.push(report.id);
      }
      const before = readdirSync(place.spool).length;
      const sender = child("send");
      const over = ended(sender);
      while (readdirSync(place.spool).length === before && sender.exitCode === null) await wait(1);
      await wait(Math.random() * 20);
      sender.kill("SIGKILL");
      await over;
    }
    await send();
    expect(spooled(place)).toEqual([]);
    const there = await arrived();
    expect(there.ids).toEqual(all.toSorted());
    expect(there.summed).toBe(all.length);
  },
  KILLS * 30_000,
);

const canMount = spawnSync("sh", ["-c", "unshare -rm mount -t tmpfs none /mnt"], { stdio: "ignore" }).status === 0;
/** Within it, the disk with this folder is full but for what it holds already. */
const onFullDisk = (folder: string) => `
  exec unshare -rm sh -c '
    cp -r "${folder}" "${folder}.kept" && mount -t tmpfs -o size=64k none "${folder}" &&
    cp -r "${folder}.kept/." "${folder}" && cat /dev/zero > "${folder}/filler" 2> /dev/null
    "$@"; code=$?
    rm "${folder}/filler"; rm -rf "${folder}.kept" && cp -r "${folder}" "${folder}.kept"; exit $code' sh "$@"`;

it.skipIf(!canMount)(
  "answers a stop as ever on a full disk, and leaves no half report",
  async () => {
    const input = machine.input({ last_assistant_message: CLOSING });
    spool(place, falseDone({ id: "earlier" }), Date.now());
    joinTeam(place, { url: "http://127.0.0.1:1", token: "cox_any", content: false }, new Date());
    const full = await runHookProcess(machine, { program: HOOK, input, shell: onFullDisk(place.directory) });
    expect(full).toMatchObject({ code: 0, err: "", out: expect.stringContaining('"decision":"block"') });
    const kept = readdirSync(join(`${place.directory}.kept`, "spool"));
    expect(kept).toEqual([expect.stringMatching(/earlier\.json$/)]);
  },
  60_000,
);

it.skipIf(!canMount)(
  "sends what waits on a full disk, all of it",
  async () => {
    const ids = Array.from({ length: 3 }, (_, index) => {
      spool(place, falseDone({ id: `full-${index}` }), Date.now());
      return `full-${index}`;
    });
    const words = ["-c", onFullDisk(place.directory), "sh", process.execPath, CHILD, "send", dirname(place.directory)];
    const sender = spawn("sh", words, { env, stdio: "ignore" });
    await ended(sender);
    expect(sender.exitCode).toBe(0);
    expect((await arrived()).ids).toEqual(ids);
    expect(readdirSync(join(`${place.directory}.kept`, "spool"))).toEqual([]);
  },
  60_000,
);

it("answers a stop as ever where no file may grow", async () => {
  const input = machine.input({ last_assistant_message: CLOSING });
  await runHookProcess(machine, { program: HOOK, input });
  await send();
  for (const blocks of [0, 1]) {
    const limited = await runHookProcess(machine, { program: HOOK, input, shell: `ulimit -f ${blocks}; exec "$@"` });
    expect(limited).toMatchObject({ code: 0, signal: null, err: "" });
    for (const { path } of spooled(place))
      expect(Report.safeParse(JSON.parse(readFileSync(path, "utf8"))).success).toBe(true);
  }
}, 60_000);

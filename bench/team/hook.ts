/**
 * What being in a team adds to a stop whose service is in no good way: `npm run -s build && node bench/team/hook.ts
 * [ROUNDS]`. In every round each case stops once, beside one that is in no team, so that other work on the machine
 * affects all alike; the middle of the differences counts. But for one case, every stop starts a sender, which is the most that it costs.
 */
import { spawn } from "node:child_process";
import { readdirSync, readlinkSync, rmSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { joinTeam, leaveTeam } from "../../src/team/client/membership.ts";
import { teamPlace } from "../../src/team/client/place.ts";
import { keepSenderBusy, MOST_SPOOL_BYTES, spool, spooled } from "../../src/team/client/spool.ts";
import { ClaudeSession } from "../../test/support/claude-session.ts";
import { HookPlace } from "../../test/support/hook-place.ts";
import { falseDone } from "../../test/support/team-report.ts";
import { middle } from "../middle.ts";

type Answer = (response: ServerResponse) => unknown;

interface Case {
  readonly name: string;
  readonly at: HookPlace;
  /** Absent where it is in no team. */
  readonly url?: string;
  readonly server?: Server;
  /** A sender runs, or rests after a failure: none is started. */
  readonly isBusy?: true;
  readonly differences: { readonly wall: number; readonly processor: number }[];
}

const rounds = Math.max(Number(process.argv[2] ?? 40), 1);
const program = resolve(import.meta.dirname, "../../bin/cox-hook.cjs");
const alone: Case = { name: "in no team", at: new HookPlace(), differences: [] };
const dead = "http://127.0.0.1:1";
const cases: Case[] = [
  // The same again: what cannot be told apart.
  { name: "in no team, measured twice", at: new HookPlace(), differences: [] },
  { name: "dead: nobody listens", at: new HookPlace(), url: dead, differences: [] },
  { name: "dead, and no sender is to be started", at: new HookPlace(), url: dead, isBusy: true, differences: [] },
  { name: "dead, and the spool is full (10 MB)", at: withFullSpool(), url: dead, differences: [] },
  await listening("slow: accepts, and never answers", () => undefined),
  await listening("lying: a web page", (response) => response.end("<html>")),
  await listening("lying: sends elsewhere", (response) => response.writeHead(307, { Location: "/elsewhere" }).end()),
  await listening("lying: an answer of 50 MB", (response) => response.end("x".repeat(50_000_000))),
  await listening("full: 429", (response) => response.writeHead(429, { "Retry-After": "5" }).end()),
  await listening("full: 503", (response) => response.writeHead(503, { "Retry-After": "5" }).end()),
];
const usual: { readonly wall: number; readonly processor: number }[] = [];

try {
  // The first starts compile what the others find compiled.
  for (let round = -1; round < rounds; round += 1) {
    const without = await stop(alone);
    if (round >= 0) usual.push(without);
    for (const each of cases) {
      const { wall, processor } = await stop(each);
      const difference = { wall: wall - without.wall, processor: processor - without.processor };
      if (round >= 0) each.differences.push(difference);
    }
    // Nobody is the first of a round twice.
    cases.push(...cases.splice(0, 1));
  }
  const middleOf = (all: typeof usual) => [
    middle(all.map(({ wall }) => wall)),
    middle(all.map((each) => each.processor)),
  ];
  const [wall = 0, processor = 0] = middleOf(usual);
  console.log(
    `a stop in no team takes ${wall.toFixed(1)} ms, of the processor ${processor.toFixed(1)} ms; others more:`,
  );
  for (const { name, differences } of cases.toSorted((left, right) => left.name.localeCompare(right.name))) {
    const [more = 0, work = 0] = middleOf(differences);
    console.log(`${name.padEnd(38)} ${signed(more)} ms, of the processor ${signed(work)} ms`);
  }
} finally {
  for (const { at, server } of [alone, ...cases]) {
    server?.closeAllConnections();
    server?.close();
    rmSync(at.root, { recursive: true, force: true });
  }
}

function signed(ms: number): string {
  return `${ms < 0 ? "" : "+"}${ms.toFixed(1)}`.padStart(6);
}

async function listening(name: string, answer: Answer): Promise<Case> {
  const server = createServer((request, response) => void request.resume().on("end", () => answer(response)));
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { name, at: new HookPlace(), url, server, differences: [] };
}

function withFullSpool(): HookPlace {
  const at = new HookPlace();
  const place = placeOf(at);
  joinTeam(place, { url: dead, token: "cox_any", content: false }, new Date());
  const report = falseDone({ agentModel: "m".repeat(100) });
  spool(place, report, 0);
  const [first] = spooled(place);
  for (let bytes = 0; bytes <= MOST_SPOOL_BYTES; bytes += first?.bytes ?? MOST_SPOOL_BYTES)
    spool(place, { ...report, id: crypto.randomUUID() }, 0);
  return at;
}

function placeOf({ root }: HookPlace) {
  return teamPlace(join(root, "state", "coxswain"));
}

async function stop({
  at,
  url,
  server,
  name,
  isBusy,
}: Case): Promise<{ readonly wall: number; readonly processor: number }> {
  const place = placeOf(at);
  const session = crypto.randomUUID();
  at.write(new ClaudeSession({ session }).falseTurn().text());
  for (const suffix of ["", "-wal", "-shm"]) rmSync(at.store + suffix, { force: true });
  rmSync(place.sender, { force: true });
  if (url !== undefined) joinTeam(place, { url, token: "cox_any", content: false }, new Date());
  if (isBusy) keepSenderBusy(place, Date.now(), 60_000);
  const input = at.input({ session_id: session, last_assistant_message: "Done. All tests pass now." });
  // The shell says how long it took and what the processor spent on it; who sends is nobody it waits for.
  const words = [process.execPath, program, "claude-code", "--within", "20"];
  const child = spawn("/bin/bash", ["-c", 'TIMEFORMAT="%R %U %S"; time "$@" 2>/dev/null', "bash", ...words], {
    cwd: at.root,
    env: at.env,
  });
  let [said, times] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (times += text));
  child.stdin.end(input);
  await new Promise((done) => child.once("close", done));
  const [real = 0, user = 0, system = 0] = times.trim().split(" ").map(Number);
  if (!said.includes('"decision":"block"')) throw new Error(`${name}: no objection: ${said}${times}`);
  await ended(at, server);
  return { wall: real * 1000, processor: (user + system) * 1000 };
}

/** A sender that goes on would take its share of the next stop: without a membership it ends. */
async function ended(at: HookPlace, server: Server | undefined): Promise<void> {
  const place = placeOf(at);
  rmSync(place.membership, { force: true });
  while (runsIn(at.root)) {
    server?.closeAllConnections();
    await wait(20);
  }
  if (spooled(place).length < 1000) leaveTeam(place);
}

/** Whether a process works in this folder, as far as the system tells. */
function runsIn(folder: string): boolean {
  try {
    return readdirSync("/proc").some((name) => /^\d+$/.test(name) && isIn(name, folder));
  } catch {
    return false;
  }
}

function isIn(pid: string, folder: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder;
  } catch {
    return false;
  }
}

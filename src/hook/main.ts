import { writeSync } from "node:fs";
import { environment } from "../config/environment.ts";
import { errorCode } from "../text/errors.ts";
import { loadSqlite } from "../store/sqlite-database.ts";
import { readInput } from "./read-input.ts";
import { lastMomentMs, runHook } from "./run-hook.ts";

/** The longest a hook runs when no limit is given. */
const LONGEST_MS = 10 * 60_000;
/** No host waits this long. For a little more than twice as many, a timer would overflow and fire at once. */
const MOST_SECONDS = 1_000_000;
const STDOUT = 1;
const STDERR = 2;

/** In place of a host: what was left for these listeners is sent, by a process that nobody waits for. */
const SEND = "--send";

/** `cox-hook HOST [--within SECONDS]`: every failure is silence and exit code 0, to never hold up the agent. */
export async function main(args: readonly string[]): Promise<never> {
  if (args[0] === SEND) return send(args.slice(1));
  const startedAt = Date.now();
  const withinMs = secondsAfter(args, "--within") ?? LONGEST_MS;
  setTimeout(leaveAtOnce, lastMomentMs(withinMs));
  const reading = readInput();
  // The input is read in another thread; meanwhile we load what nearly every stop needs next.
  tryToLoadSqlite();
  const input = await reading;
  let hangs = input.open;
  const besideUs = besideOf(args);
  try {
    const beside = args.includes("--beside");
    const request = { named: args[0] ?? "", env: environment(), cwd: workingDirectory(), withinMs, startedAt };
    const startBeside = (text: string) => besideUs.start(text);
    const startSender = (listeners: readonly string[]) => besideUs.send(listeners);
    const run = await runHook({ ...request, input: input.text, beside, startBeside, startSender, endsProcess: true });
    if (run.output) say(run.output, STDOUT);
    if (run.complaint) say(run.complaint, STDERR);
    hangs ||= run.timedOut;
  } catch {
    // Nothing was said, so the agent stops as it would without us.
  }
  await besideUs.handedOver();
  if (hangs) leaveAtOnce();
  process.exit(0);
}

/** Failures are ignored here: where SQLite is missing, opening the store reports it. */
function tryToLoadSqlite(): void {
  try {
    loadSqlite();
  } catch {
    return;
  }
}

/** Once more with the same input, in a process group of its own: the host kills its hooks with all they started. */
function besideOf(args: readonly string[]) {
  const program = process.argv.slice(1, process.argv.length - args.length);
  const words = [...program, args[0] ?? "", "--beside"];
  const start = async (all: readonly string[], input?: string) =>
    (await import("./start-alone.ts")).startAlone(all, input);
  let handedOver: Promise<void> | undefined;
  return {
    start(input: string): Promise<void> {
      const run = start(words, input);
      handedOver = run.then(({ fed }) => fed).catch(() => undefined);
      return run.then(({ ended }) => ended);
    },
    send(listeners: readonly string[]): void {
      const run = start([...program, SEND, ...listeners]);
      handedOver = run.then(({ fed }) => fed).catch(() => undefined);
    },
    /** Resolves when the second run has all of its input: what is not handed over when we end never arrives. */
    handedOver: async (): Promise<void> => handedOver,
  };
}

async function send(listeners: readonly string[]): Promise<never> {
  try {
    await (await import("../compose/team-place.ts")).sendTo(listeners, environment(), process.argv[1]);
  } catch {
    // What was not sent stays for the next one.
  }
  process.exit(0);
}

/** The agent may have removed its working directory; most hosts report it, for others no project is known then. */
function workingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    return "/";
  }
}

function secondsAfter(args: readonly string[], flag: string): number | undefined {
  const place = args.indexOf(flag);
  const seconds = place === -1 ? Number.NaN : Number(args[place + 1]);
  return seconds > 0 && seconds <= MOST_SECONDS ? seconds * 1000 : undefined;
}

/** Written synchronously and completely: nothing may be left in a buffer when the process ends. */
function say(text: string, descriptor: number): void {
  const bytes = Buffer.from(`${text}\n`);
  for (let sent = 0, tries = 0; sent < bytes.length && tries < 1000; tries += 1) {
    try {
      sent += writeSync(descriptor, bytes, sent);
    } catch (error) {
      if (errorCode(error) !== "EAGAIN") return;
    }
  }
}

/** Ends the process at once: `process.exit` waits for reads under way, and one of standard input may never end. */
function leaveAtOnce(): never {
  try {
    process.emitWarning = () => undefined;
    process.execve?.("/bin/sh", ["sh", "-c", ":"], {});
  } catch {
    // Windows has no such call.
  }
  process.kill(process.pid, "SIGKILL");
  throw new Error("unreachable");
}

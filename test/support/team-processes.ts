import { type ChildProcess, spawn } from "node:child_process";
import { resolve } from "node:path";
import process from "node:process";
import { BARE_ENVIRONMENT } from "./bare-environment.ts";

const programs = resolve(import.meta.dirname, "..");
/** Compiled once, not at every start. */
const NODE_COMPILE_CACHE =
  BARE_ENVIRONMENT.NODE_COMPILE_CACHE || resolve(programs, "../node_modules/.vitest-cache/compiled");

export interface WorkerProcess {
  readonly slots: number;
  readonly jobMs: number;
  readonly leaseMs: number;
}

/** Servers and workers of a team's service as processes of their own, which may be killed. */
export function teamProcesses() {
  const children = new Set<ChildProcess>();

  /** With the first line that it says. */
  async function start(program: string, ...args: readonly (string | number)[]) {
    const child = spawn(process.execPath, [resolve(programs, program), ...args.map(String)], {
      env: { ...BARE_ENVIRONMENT, NODE_COMPILE_CACHE },
      stdio: ["ignore", "pipe", "inherit"],
    });
    children.add(child);
    const said = await new Promise<string>((done, fail) => {
      child.stdout?.once("data", (text: Buffer) => done(text.toString().trim()));
      child.once("exit", (code) => fail(new Error(`${program} ended with ${code}`)));
    });
    return { child, said };
  }

  return {
    start,
    async serve(place: string) {
      const { child, said } = await start("team/serve-child.ts", place);
      return { child, url: said };
    },
    async work(place: string, log: string, { slots, jobMs, leaseMs }: WorkerProcess) {
      return (await start("contracts/queue-child.ts", place, log, slots, jobMs, leaseMs)).child;
    },
    killAll() {
      for (const child of children) child.kill("SIGKILL");
      children.clear();
    },
  };
}

/** Resolves when it is gone. */
export async function end(child: ChildProcess, signal: "SIGKILL" | "SIGTERM" = "SIGKILL"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((done) => child.once("exit", done));
  child.kill(signal);
  await gone;
}

import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import process from "node:process";
import type { Readable, Writable } from "node:stream";
import { callOf } from "../process/call-of.ts";
import { endWithUs } from "../process/end-with-us.ts";
import { stopSession } from "../process/session.ts";

/** Of an agent that is told to end, with all that it runs: less than whoever ends us waits. */
const GRACE_MS = 5000;

export interface AgentStart {
  readonly command: readonly [file: string, ...parameters: string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** How long it has to end once it is told to. */
  readonly graceMs?: number;
}

/** An agent in a session of its own, since its command is often a wrapper that ends and leaves the agent running. */
export interface AgentProcess {
  readonly input: Writable;
  readonly output: Readable;
  /** Tells it to end, with all that it runs. What does not is killed. */
  readonly stop: () => void;
  /** Resolves to its exit code, once nothing of it runs that it was told to end. */
  readonly ended: Promise<number>;
}

/** Starts the agent. Rejects when it cannot be started. */
export async function startAgent({ command, cwd, env, graceMs = GRACE_MS }: AgentStart): Promise<AgentProcess> {
  const { file, parameters, options } = callOf(command, env);
  const agent = spawn(file, parameters, {
    ...options,
    cwd,
    stdio: ["pipe", "pipe", "inherit"],
    // There, a window would open for it.
    detached: process.platform !== "win32",
    windowsHide: true,
  });
  await once(agent, "spawn");
  const exit = new Promise((resolve) => agent.once("exit", resolve));
  // One that cannot be told to end has ended.
  agent.on("error", () => undefined);
  const session = { leader: agent.pid ?? 0, killGraceMs: graceMs, environment: env };
  const letGo = endWithUs(session.leader, Math.ceil(graceMs / 1000));
  let stopped: Promise<unknown> | undefined;

  async function ended(): Promise<number> {
    await exit;
    await stopped;
    letGo();
    return exitCodeOf(agent);
  }

  return {
    input: agent.stdin,
    output: agent.stdout,
    stop() {
      // What an agent leaves running that ended by itself is meant to: so it would be without us.
      if (agent.exitCode !== null || agent.signalCode !== null) return;
      // All at once: a wrapper that ends does not tell the agent behind it. What that starts then may be how it ends.
      stopped ??= stopSession(session, { escaped: false, latecomers: false });
    },
    ended: ended(),
  };
}

function exitCodeOf({ exitCode, signalCode }: ChildProcessByStdio<Writable, Readable, null>): number {
  return exitCode ?? 128 + constants.signals[signalCode ?? "SIGTERM"];
}

import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import type { Readable, Writable } from "node:stream";
import { callOf } from "../process/call-of.ts";
import { stopSession, endWithUs } from "../process/session.ts";

/** How long an agent has to end once it was told to. Shorter than the time that the editor gives us to end. */
const GRACE_MS = 5000;

export interface AgentStart {
  readonly command: readonly [file: string, ...parameters: string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly graceMs?: number;
}

/** A running agent in a process session of its own: its command is often a wrapper that ends before it. */
export interface AgentProcess {
  readonly input: Writable;
  readonly output: Readable;
  /** Tells the agent and everything it started to end, and kills what does not end in time. */
  readonly stop: () => void;
  /** Resolves to the agent's exit code, once everything that was told to end has ended. */
  readonly ended: Promise<number>;
}

export async function startAgent({ command, cwd, env, graceMs = GRACE_MS }: AgentStart): Promise<AgentProcess> {
  const { file, parameters, options } = callOf(command, env);
  const agent = spawn(file, parameters, {
    ...options,
    cwd,
    stdio: ["pipe", "pipe", "inherit"],
    // On Windows, a detached process would open a window.
    detached: process.platform !== "win32",
    windowsHide: true,
  });
  await once(agent, "spawn");
  const exit = new Promise((resolve) => agent.once("exit", resolve));
  agent.on("error", () => undefined);
  const session = { leader: agent.pid ?? 0, killGraceMs: graceMs, environment: env };
  const letGo = endWithUs({ leader: session.leader, graceSeconds: Math.ceil(graceMs / 1000), cwd, env });
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
      // What an agent leaves running when it ends by itself is left alone: without us it would run on, too.
      if (agent.exitCode !== null || agent.signalCode !== null) return;
      // At once: a wrapper that ends does not tell the agent behind it. What the agent starts after that is spared.
      stopped ??= stopSession(session, { escaped: false, latecomers: false });
    },
    ended: ended(),
  };
}

function exitCodeOf({ exitCode, signalCode }: ChildProcessByStdio<Writable, Readable, null>): number {
  return exitCode ?? 128 + constants.signals[signalCode ?? "SIGTERM"];
}

import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { constants } from "node:os";
import { setImmediate as nextRound, setTimeout as sleep } from "node:timers/promises";
import { callOf } from "./call-of.ts";
import { LIFELINE_SCRIPT, type Session, stopSession } from "./session.ts";
import { systemShell } from "./find-program.ts";

export interface ProcessRequest {
  readonly command: readonly [file: string, ...parameters: string[]];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Its standard input, which is closed afterwards. */
  readonly input?: Uint8Array;
  readonly timeoutMs?: number;
  readonly killGraceMs: number;
  readonly signal: AbortSignal;
  readonly onOutput: (chunk: Buffer, stream: "stdout" | "stderr") => void;
}

export type ProcessEnd =
  /** `left`: how many processes still ran when the command itself had ended; they were stopped. */
  | { readonly type: "exited"; readonly exitCode: number; readonly signal?: string; readonly left: number }
  | { readonly type: "timed-out" }
  | { readonly type: "cancelled" }
  | { readonly type: "not-started"; readonly reason: string };

export type RunProcess = (request: ProcessRequest) => Promise<ProcessEnd>;

/** Leaves nothing of the program behind but daemons of one that ended by itself. Windows stops only what runs. */
export const runProcess: RunProcess = async (request) => {
  if (request.signal.aborted) return { type: "cancelled" };
  const mark = randomUUID();
  const stopWatching = new AbortController();
  let child: ChildProcess;
  try {
    // Some errors are thrown at once, others arrive as events.
    child = start(request, mark);
    await once(child, "spawn");
  } catch (error) {
    return { type: "not-started", reason: error instanceof Error ? error.message : String(error) };
  }
  const { killGraceMs, environment } = request;
  const session: Session = { leader: child.pid ?? 0, mark, killGraceMs, environment };
  const output = drain(child, request.onOutput);
  feed(child, request.input);
  try {
    const cause = await Promise.race([
      exitOf(child),
      timer(request.timeoutMs, stopWatching.signal),
      abortOf(request.signal, stopWatching.signal),
    ]);
    const isCut = typeof cause === "string";
    // On Windows, the number of an ended program may already belong to another one.
    const left = isCut || process.platform !== "win32" ? await stopSession(session, { escaped: isCut }) : 0;
    await output.finished();
    return isCut ? { type: cause } : { ...cause, left };
  } finally {
    stopWatching.abort();
    child.stdio[3]?.destroy();
  }
};

function start({ command, cwd, environment, input }: ProcessRequest, mark: string): ChildProcess {
  const stdin = input === undefined ? "ignore" : "pipe";
  const { file, parameters, options } = callOf(command, environment);
  if (process.platform === "win32") {
    return spawn(file, parameters, {
      ...options,
      cwd,
      // A project's commands may be its own programs, searched for in its directory.
      env: environment,
      windowsHide: true,
      stdio: [stdin, "pipe", "pipe"],
    });
  }
  return spawn(systemShell(environment, cwd), ["-c", LIFELINE_SCRIPT, "cox", file, ...parameters], {
    argv0: "sh",
    cwd,
    env: { ...environment, COX_RUN: mark },
    detached: true,
    stdio: [stdin, "pipe", "pipe", "pipe"],
  });
}

function feed(child: ChildProcess, input: Uint8Array | undefined): void {
  // A program that ends without reading all of its input is no error of ours.
  child.stdin?.on("error", () => undefined);
  child.stdin?.end(input);
}

async function exitOf(child: ChildProcess): Promise<{ type: "exited"; exitCode: number; signal?: string }> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  const signal = child.signalCode;
  if (signal === null) return { type: "exited", exitCode: child.exitCode ?? 0 };
  return { type: "exited", exitCode: 128 + constants.signals[signal], signal };
}

function timer(milliseconds: number | undefined, stop: AbortSignal): Promise<"timed-out"> {
  return new Promise((resolve) => {
    if (milliseconds === undefined) return;
    const timeout = setTimeout(resolve, milliseconds, "timed-out");
    stop.addEventListener("abort", () => clearTimeout(timeout), { once: true });
  });
}

function abortOf(signal: AbortSignal, stop: AbortSignal): Promise<"cancelled"> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve("cancelled");
    signal.addEventListener("abort", () => resolve("cancelled"), { once: true, signal: stop });
  });
}

/** How long a pipe must be silent to count as empty while an unknown process still holds it open. */
const QUIET_MS = 100;

const LONGEST_MS = 1000;

/** Passes on a process's output; `finished` resolves when all of it has come. */
function drain(child: ChildProcess, onOutput: (chunk: Buffer, stream: "stdout" | "stderr") => void) {
  let chunks = 0;
  for (const stream of ["stdout", "stderr"] as const)
    child[stream]?.on("data", (chunk: Buffer) => {
      chunks++;
      onOutput(chunk, stream);
    });
  const closed = new Promise<"closed">((resolve) => {
    child.once("close", () => resolve("closed"));
  });

  return {
    async finished(): Promise<void> {
      const until = performance.now() + LONGEST_MS;
      for (let seen = -1; seen !== chunks && performance.now() < until;) {
        seen = chunks;
        const quiet = sleep(QUIET_MS, "quiet" as const).then((state) => nextRound(state));
        if ((await Promise.race([closed, quiet])) === "closed") return;
      }
      child.stdout?.destroy();
      child.stderr?.destroy();
    },
  };
}

import { spawn } from "node:child_process";
import process from "node:process";
import type { HookPlace } from "./hook-place.ts";

export interface HookProcess {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

export interface ProcessOptions {
  readonly program: string;
  readonly input: string;
  readonly named?: string;
  /** The host never closes its end of the input. */
  readonly leaveOpen?: boolean;
  /** Seconds that the host gives it, as they stand on its command line. */
  readonly within?: string;
  /** Shell words that come before the program: limits, another place for its output. `"$@"` is the program. */
  readonly shell?: string;
  /** Kills it so long after it was started. */
  readonly killAfterMs?: number;
}

/** Starts the hook program as a host does, in whatever circumstances a shell can make. */
export function runHookProcess(place: HookPlace, options: ProcessOptions): Promise<HookProcess> {
  const words = [process.execPath, options.program, options.named ?? "claude-code", "--within", options.within ?? "20"];
  const [command = "", ...args] = options.shell === undefined ? words : ["sh", "-c", options.shell, "sh", ...words];
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: place.root, env: { ...place.env, PATH: process.env["PATH"] ?? "" } });
    const timer =
      options.killAfterMs === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), options.killAfterMs);
    let out = "";
    let err = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
    child.on("error", reject);
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      child.stdin.destroy();
      resolve({ code, signal, out, err });
    });
    child.stdin.on("error", () => undefined);
    if (options.leaveOpen) child.stdin.write(options.input);
    else child.stdin.end(options.input);
  });
}

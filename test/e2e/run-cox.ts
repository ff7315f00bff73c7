import { spawn } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { inject } from "vitest";

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Where programs are; and what was compiled of the packed one is kept beside it, not in the home of each test. */
export function packedEnvironment(): Record<string, string> {
  return { PATH: process.env["PATH"] ?? "", ...keptCode() };
}

export function keptCode(): { XDG_CACHE_HOME: string } {
  return { XDG_CACHE_HOME: join(inject("packageDirectory"), "..", "cache") };
}

/** Runs the packed `cox` as a user would, with nothing of this machine's environment but what is given. */
export function runCox(
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string>; input?: string } = {},
): Promise<Ran> {
  const program = join(inject("packageDirectory"), "bin", "cox.js");
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], {
      cwd: options.cwd,
      env: { ...packedEnvironment(), ...options.env },
    });
    let out = "";
    let err = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, out, err }));
    child.stdin.end(options.input ?? "");
  });
}

import { type Environment, findProgram, isProgram } from "./find-program.ts";

export function systemProgram(name: string, env: Environment): string {
  const [, root] = Object.entries(env).find(([key]) => key.toUpperCase() === "SYSTEMROOT") ?? [];
  return `${root ?? String.raw`C:\Windows`}\\System32\\${name}.exe`;
}

const SHELL = "/bin/sh";

/** The full path of the shell. Some systems, such as Android, have it elsewhere. */
export function systemShell(env: Environment, within: string): string {
  return isProgram(SHELL) ? SHELL : (findProgram("sh", env, within) ?? SHELL);
}

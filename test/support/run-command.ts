import type { Command, Io } from "../../src/cli/command.ts";

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export async function runCommand(
  command: Pick<Command, "run">,
  args: readonly string[],
  io: Pick<Io, "env" | "cwd"> & Partial<Io>,
): Promise<Ran> {
  let out = "";
  let err = "";
  const code = await command.run([...args], {
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    columns: 100,
    color: false,
    isTerminal: false,
    errScreen: { columns: 100, color: false, isTerminal: false },
    signal: new AbortController().signal,
    exitCode: (code) => code,
    ...io,
  });
  return { code, out, err };
}

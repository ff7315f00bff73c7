import { NO_FETCH } from "../../text/places.ts";
import { createBoundedOutput } from "../../process/bounded-output.ts";
import { findProgram } from "../../process/find-program.ts";
import { runProcess, type RunProcess } from "../../process/run-process.ts";

export interface GitCall {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
  readonly input?: string;
  readonly run?: RunProcess;
}

/** No hooks or monitors of the repository may run for us, since they are programs, too. */
const SETTINGS = ["-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "-c", "gc.auto=0"];
const VARIABLES = { ...NO_FETCH, GIT_LFS_SKIP_SMUDGE: "1", GIT_OPTIONAL_LOCKS: "0" };
const TIMEOUT_MS = 20_000;
const MAX_OUTPUT = 5_000_000;

/** What git printed; undefined when it failed, took too long or is not installed. */
export async function git(words: readonly string[], call: GitCall): Promise<string | undefined> {
  const { run = runProcess, input } = call;
  const program = findProgram("git", call.environment, call.cwd);
  if (program === undefined) return undefined;
  const output = createBoundedOutput(MAX_OUTPUT);
  const end = await run({
    command: [program, ...SETTINGS, ...words],
    cwd: call.cwd,
    environment: { ...call.environment, ...VARIABLES },
    ...(input === undefined ? {} : { input: Buffer.from(input) }),
    timeoutMs: call.timeoutMs ?? TIMEOUT_MS,
    killGraceMs: 500,
    signal: call.signal,
    onOutput: (chunk, stream) => (stream === "stdout" ? output.push(chunk) : undefined),
  });
  return end.type === "exited" && end.exitCode === 0 ? output.text() : undefined;
}

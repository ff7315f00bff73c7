import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { isAbsolute, join } from "node:path";
import { readCheckEnd } from "../../evidence/record/read-check-end.ts";
import { createBoundedOutput } from "../../process/bounded-output.ts";
import { findProgram, isProgram } from "../../process/find-program.ts";
import { type ProcessEnd, runProcess, type RunProcess } from "../../process/run-process.ts";
import type { CheckRun } from "../../thread/witnessed.ts";
import type { ProjectCheck } from "./project-files.ts";
import { whyUnready } from "./unready.ts";

export interface CheckRunning {
  readonly root: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly killGraceMs?: number;
  /** Receives its output as it comes. */
  readonly onOutput?: (chunk: Buffer) => void;
  readonly run?: RunProcess;
  readonly now?: () => number;
}

const KILL_GRACE_MS = 2000;
const OUTPUT_BYTES = 60_000;
const TAIL = 2000;

/** Runs a check to its end or time limit. Never throws: one that could not run says why, and proves nothing. */
export async function runCheck(check: ProjectCheck, running: CheckRunning): Promise<CheckRun> {
  const { run = runProcess, now = () => performance.now() } = running;
  const cwd = join(running.root, check.directory);
  const started = now();
  const output = createBoundedOutput(OUTPUT_BYTES);
  const missing = missingProgram(check, cwd, running.environment);
  if (missing !== undefined) return notStarted(check, missing);
  const caches = join(tmpdir(), `cox-caches-${randomUUID()}`);
  // What Python's tools would leave in the project.
  const python = { PYTHONDONTWRITEBYTECODE: "1", PYTEST_ADDOPTS: `-o cache_dir='${caches}'`, RUFF_CACHE_DIR: caches };
  const environment = { ...running.environment, ...python };
  const end = await run({
    command: check.command,
    cwd,
    // With CI set, a watching runner runs once. Not for builds, which would become stricter.
    environment: check.kind === "test" ? { ...environment, CI: "1" } : environment,
    timeoutMs: running.timeoutMs,
    killGraceMs: running.killGraceMs ?? KILL_GRACE_MS,
    signal: running.signal,
    onOutput(chunk) {
      output.push(chunk);
      running.onOutput?.(chunk);
    },
  });
  await rm(caches, { recursive: true, force: true }).catch(() => undefined);
  return {
    ...called(check),
    durationMs: Math.round(now() - started),
    tail: endOf(output.text()),
    ...readEnd(check, end, output.text(), running.timeoutMs),
  };
}

/** True when it ended with failures, also with those that it printed before an exit code of 0. */
export function isFailure({ ended, outcome, exitCode }: CheckRun): boolean {
  return ended === "done" && (outcome === "failed" || (outcome === "unknown" && exitCode === 0));
}

export function notStarted(check: ProjectCheck, reason: string): CheckRun {
  return { ...called(check), durationMs: 0, tail: "", ...NOTHING, ended: "not-started", reason };
}

function called({ kind, line, directory }: ProjectCheck): Pick<CheckRun, "kind" | "command" | "cwd"> {
  return { kind, command: line, ...(directory === "" ? {} : { cwd: directory }) };
}

const NOTHING = { outcome: "nothing-ran", counts: {} } as const;

function readEnd(
  check: ProjectCheck,
  end: ProcessEnd,
  output: string,
  timeoutMs: number,
): Pick<CheckRun, "ended" | "exitCode" | "outcome" | "counts" | "reason"> {
  switch (end.type) {
    case "exited":
      return { ended: "done", exitCode: end.exitCode, ...readExit(check, end.exitCode, output) };
    case "timed-out": {
      const reason = `it did not end within ${Math.round(timeoutMs / 1000)} s and was stopped, with all it had started`;
      return { ended: "timed-out", outcome: "unknown", counts: {}, reason };
    }
    case "cancelled":
      return { ended: "interrupted", outcome: "unknown", counts: {}, reason: "it was cancelled" };
    case "not-started":
      return { ...NOTHING, ended: "not-started", reason: `it could not be started: ${end.reason}` };
    default:
      return end satisfies never;
  }
}

function readExit(check: ProjectCheck, exitCode: number, output: string) {
  const { outcome, counts } = readCheckEnd(check.kind, exitCode, output);
  const isCounted = Object.keys(counts).length > 0;
  const unready = outcome === "failed" && !isCounted ? whyUnready(check.line, output) : undefined;
  if (unready !== undefined) return { outcome: "nothing-ran" as const, counts, reason: unready };
  switch (outcome) {
    case "passed":
    case "failed":
      return { outcome, counts };
    case "nothing-ran":
      return { outcome, counts, reason: whyNothing(check, exitCode, output) };
    case "unknown":
      return { outcome, counts, reason: "it printed failures, and ended with exit code 0" };
    default:
      return outcome satisfies never;
  }
}

/** After a failure, the last line usually says what was missing; otherwise it is only a total or a time. */
function whyNothing({ line }: ProjectCheck, exitCode: number, output: string): string {
  if (exitCode === 0) return "it ran, and there was nothing for it to check";
  const unready = whyUnready(line, output);
  if (unready !== undefined) return unready;
  const last = lastLine(output);
  return last === "" ? "it checked nothing" : `it checked nothing: ${last}`;
}

/** Looked for before the call, so that a missing toolchain does not count as a failure of the project. */
function missingProgram(
  { command: [program] }: ProjectCheck,
  cwd: string,
  environment: Readonly<Record<string, string>>,
): string | undefined {
  if (program.includes("/")) {
    const path = isAbsolute(program) ? program : join(cwd, program);
    return isProgram(path) ? undefined : `${program} is not there`;
  }
  return findProgram(program, environment) === undefined ? `${program} is not installed` : undefined;
}

function endOf(text: string): string {
  const tail = text.trimEnd().slice(-TAIL);
  return tail.length < TAIL ? tail : tail.slice(tail.indexOf("\n") + 1);
}

/** How npm and the like announce a command or its failure; maybe after its own last line, from another pipe. */
const OF_THE_CALLER =
  /^[>$] |^\s*$|^npm (?:notice|warn)\b|^info Visit |^\s*(?:ELIFECYCLE|WARN)\s|^error (?:Command failed with exit code|Command failed\.)|^error: (?:script "|Recipe `)/i;

function lastLine(text: string): string {
  const last = text.split("\n").findLast((line) => !OF_THE_CALLER.test(line)) ?? "";
  return last.trim().slice(0, 200);
}

import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { isAbsolute, join } from "node:path";
import { readCheckEnd } from "../../evidence/record/how-it-ended.ts";
import { createBoundedOutput } from "../../process/bounded-output.ts";
import { findProgram, isProgram } from "../../process/find-program.ts";
import { type ProcessEnd, runProcess, type RunProcess } from "../../process/run-process.ts";
import type { CheckRun } from "../../thread/witnessed.ts";
import type { ProjectCheck } from "./project-files.ts";

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

/** Why a toolchain did not reach the project's code. Such words count only from the called program. */
export function whyUnready(command: string, output: string): string | undefined {
  const unfetched = UNFETCHED.exec(output)?.[0];
  if (unfetched !== undefined) return `what it needs could not be fetched: ${unfetched.trim().slice(0, 200)}`;
  const lines = output.split(/\r?\n/).flatMap((line) => (line.trim() === "" ? [] : [line.slice(0, LINE)]));
  const missing = UNPACKED.exec(output)?.[0] ?? missingForMake(command, lines) ?? missingToolchain(command, lines);
  return missing === undefined ? undefined : `what it needs is not installed: ${missing.trim().slice(0, 200)}`;
}

/** Longer lines are no message of a toolchain, and matching them would take quadratic time. */
const LINE = 400;

const UNFETCHED =
  /^(?![^\w\n]*[Ww](?:arn|ARN)).*(?:one of its dependencies could not be resolved|Could not resolve (?:dependencies|all (?:files|artifacts|dependencies)|host)|Could not transfer artifact|getaddrinfo (?:ENOTFOUND|EAI_AGAIN)|Temporary failure in name resolution|dial tcp: lookup|failed to (?:download|fetch) |error NU1301).*$/m;

/** A package that a script starts through its manager, and that was never installed. */
const UNPACKED =
  /^(?:npm (?:error|ERR!) (?:(?:npx )?canceled due to missing packages and no YES option:|404 Not Found - GET |(?:FetchError: |network )?request to \S{1,200} failed)|error Command "[^"\n]{1,99}" not found\.$|\s?ERR_PNPM_RECURSIVE_EXEC_FIRST_FAIL\s+Command "[^"\n]{1,99}" not found).{0,200}/m;

/** A missing program that make reports by name alone; with a folder it is a file that the project lacks. */
function missingForMake(command: string, lines: readonly string[]): string | undefined {
  if (![...namesIn(command)].some((name) => /^g?make$/.test(name))) return undefined;
  return lines.find((line, index) => NOT_FOUND.test(line) && MAKE_ENDS.test(lines[index + 1] ?? ""));
}

const NOT_FOUND =
  /: [^\s/:]+: (?:command )?not found$|: command not found: [^\s/:]+$|^(?:g?make(?:\[\d+\])?|\S*\benv): [^\s/:]+: No such file or directory$/i;
const MAKE_ENDS = /^g?make(?:\[\d+\])?: \*\*\* \[.*\] Error 127$/;

function missingToolchain(command: string, lines: readonly string[]): string | undefined {
  const names = namesIn(command);
  const signs = SIGNS.filter(([programs]) => [...names].some((name) => programs.test(name)));
  const begin = lines.slice(0, 6).join("\n");
  // An indented line continues the one before it.
  const end = lines.findLast((line) => !/^\s/.test(line)) ?? "";
  for (const [, sign] of signs) {
    const found = sign.exec(begin) ?? sign.exec(end);
    if (found && (found[1] === undefined || names.has(found[1]))) return found[0].split("\n").at(-1);
  }
  return undefined;
}

function namesIn(command: string): ReadonlySet<string> {
  return new Set(command.split(/\s+/).map((word) => word.slice(word.lastIndexOf("/") + 1)));
}

const SIGNS: readonly (readonly [programs: RegExp, sign: RegExp])[] = [
  // Programs that choose one of several versions, none of which is installed.
  [/^cargo$/, /^error: rustup could not choose a version of .*/],
  [/^cargo$/, /^error: toolchain '[^'\n]*' is not installed.*/],
  [/^cargo$/, /^error: '(?:cargo-)?([^'\n]*?)(?:\.exe)?' is not installed for the toolchain .*/],
  [/^cargo$/, /^error: no such command: `([^`\n]*)`.*/],
  [/./, /^(?:py|rb|nod|j|go)env: (?:([^\s:]+): command not found|version .* is not installed).*/],
  [/./, /^No (?:version is set|preset version installed) for command (\S+).*/],
  [/^go$/, /^go: go\.mod requires go >= .*/],
  [/^poetry$/, /^Current Python version \([^)\n]*\) is not allowed by the project .*/],
  // Poetry looks for another version first, and goes on if it finds one.
  [
    /^poetry$/,
    /^The currently activated Python version .*\n(?:.*\n){1,3}?\s*Poetry was unable to find a compatible version.*/,
  ],
  [/^uv$/, /^error: No interpreter found for .*/],
  [
    /^dotnet$/,
    /^(?:The command could not be loaded, (?:.*\n){1,5}?)?\s*A compatible (?:installed )?\.NET (?:Core )?SDK .*was not found.*/,
  ],
  [
    /^(?:gradlew?|mvnw?)$/,
    /^(?:ERROR: |Error: |The )?JAVA_HOME (?:environment variable )?is (?:not (?:set|defined)|set to an invalid).*/,
  ],
  // A program of the project is started that was never installed.
  [/^bundle$/, /^bundler: command not found: (\S+).*/],
  [/^bundle$/, /^Could not find (?:gem '|\S+-\d).* in (?:locally installed gems|any of the |cached gems).*/],
  [/^uv$/, /^error: Failed to spawn: `([^`\n]*)`.*/],
  [/^poetry$/, /^Command not found: (\S+)$/],
];

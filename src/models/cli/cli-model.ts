import { CoxError } from "../../text/errors.ts";
import type { Model, Decision, DecisionRequest } from "../model.ts";
import { claudeProgram } from "./claude.ts";
import { type CliProgram, type CliAnswer, type CliCall, type CliOutput, geminiProgram } from "./cli-program.ts";
import { codexProgram } from "./codex.ts";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { StringDecoder } from "node:string_decoder";
import { findProgram } from "../../process/find-program.ts";
import { type ProcessEnd, type RunProcess, runProcess } from "../../process/run-process.ts";
import { inTemporaryDirectory } from "../../process/temporary-directory.ts";
import { readArguments, jsonSchemaOf } from "../arguments.ts";
import { type Clock, SYSTEM_CLOCK, abortFailure, startDeadline, untilAborted } from "../clock.ts";
import { type FailureCode, type ModelFailure, crash, failure } from "../failure.ts";

export interface CliSurroundings {
  /** The person's environment, with their logins, and the marker that keeps hooks away from an observer's run. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The directory that is watched: a `claude` in the project around it is not the person's. */
  readonly directory?: string | undefined;
  readonly clock?: Clock;
  readonly run?: RunProcess;
}

/** The longest that a program may take when no limit is given and nobody can abort it. */
const LIMIT_MS = 60_000;
const KILL_GRACE_MS = 500;
const MAX_OUTPUT = 8 * 1024 * 1024;

/** A model behind a person's login. It can decide, but not carry on a conversation. */
export function createCliModel(program: CliProgram, model: string | undefined, surroundings: CliSurroundings): Model {
  const name = `cli/${program.name}${model === undefined ? "" : `/${model}`}`;
  const clock = surroundings.clock ?? SYSTEM_CLOCK;
  return { name, family: program.family, decide };

  async function decide<T>(request: DecisionRequest<T>): Promise<Decision<T>> {
    const started = clock.now();
    const spent = () => clock.now() - started;
    const failed = (problem: ModelFailure): Decision<T> => ({ ok: false, failure: problem, durationMs: spent() });
    const deadline = startDeadline(clock, limitOf(request), request.signal);
    try {
      if (deadline.signal.aborted) return failed(abortFailure(deadline.signal, name));
      const said = await untilAborted(askOnce(request, deadline.signal), deadline.signal);
      if ("code" in said) return failed(said);
      const usage = said.usage ? { usage: said.usage } : {};
      if ("problem" in said) return { ...failed(cliFailure(name, said.problem)), ...usage };
      const parsed = readArguments(said.answer, request.tool);
      if (parsed.success) return { ok: true, value: parsed.data, ...usage, durationMs: spent() };
      const wrong = failure("invalid-arguments", `${name} gave an answer that does not fit: ${parsed.problem}`);
      return { ...failed(wrong), ...usage };
    } catch (error) {
      return failed(deadline.signal.aborted ? abortFailure(deadline.signal, name) : crash(error, name));
    } finally {
      deadline.end();
    }
  }

  async function askOnce<T>(request: DecisionRequest<T>, signal: AbortSignal): Promise<CliAnswer | ModelFailure> {
    const path = findProgram(program.command, surroundings.environment, surroundings.directory);
    if (path === undefined)
      return failure("unsupported", `${program.command} is not installed, so ${name} cannot be asked.`);
    return inTemporaryDirectory("ask", async (directory) => {
      const { system, prompt, tool } = request;
      const call = program.call({ system, prompt, schema: jsonSchemaOf(tool.schema), directory, model });
      for (const [file, text] of Object.entries(call.files ?? {})) {
        mkdirSync(dirname(join(directory, file)), { recursive: true });
        writeFileSync(join(directory, file), text);
      }
      const { end, output } = await start(path, call, directory, signal);
      if (end.type === "exited") return program.read({ ...output, exitCode: end.exitCode });
      return end.type === "not-started"
        ? failure("unsupported", `${program.command} could not be started: ${end.reason}`)
        : abortFailure(signal, name);
    });
  }

  async function start(
    path: string,
    { parameters, input, environment: own = {} }: CliCall,
    directory: string,
    signal: AbortSignal,
  ): Promise<{ readonly end: ProcessEnd; readonly output: Omit<CliOutput, "exitCode"> }> {
    const texts = { stdout: "", stderr: "" };
    // A chunk may end in the middle of a character.
    const decoders = { stdout: new StringDecoder("utf8"), stderr: new StringDecoder("utf8") };
    const end = await (surroundings.run ?? runProcess)({
      command: [path, ...parameters],
      cwd: directory,
      environment: { ...definedIn(surroundings.environment), ...own },
      input: Buffer.from(input),
      killGraceMs: KILL_GRACE_MS,
      signal,
      onOutput(chunk, stream) {
        if (texts[stream].length < MAX_OUTPUT) texts[stream] += decoders[stream].write(chunk);
      },
    });
    const file = (name: string) =>
      existsSync(join(directory, name)) ? readFileSync(join(directory, name), "utf8") : "";
    return { end, output: { ...texts, file } };
  }
}

function limitOf({ settings, signal }: DecisionRequest<unknown>): number | undefined {
  return settings?.timeoutMs ?? (signal ? undefined : LIMIT_MS);
}

function definedIn(variables: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** Words in the messages of programs; the first match counts. */
const SIGNS: readonly (readonly [RegExp, FailureCode])[] = [
  [/usage limit|limit (?:was )?reached|quota|out of credits|billing|payment|exhausted/i, "quota"],
  [/rate.?limit|too many requests|\b429\b/i, "rate-limit"],
  [/overloaded|\b529\b|\b503\b|capacity/i, "overloaded"],
  [/log ?in|logged (?:in|out)|api key|unauthori[sz]ed|authenticat|auth method|\b401\b|\b403\b|credential/i, "auth"],
  [/model\b.{0,40}(?:not (?:found|exist|supported|available)|unknown|invalid)|unknown model|\b404\b/i, "unknown-model"],
  [/too long|too large|context (?:window|length)|\b413\b/i, "too-large"],
  [/unknown (?:option|argument|flag)|unexpected argument|unrecognized/i, "unsupported"],
  [/connect|network|lookup address|resolve|ECONN|ENOTFOUND|offline|timed? ?out/i, "network"],
];

/** A failure in one sentence, with only the first line of the program's message, since the rest may be anything. */
function cliFailure(model: string, problem: string): ModelFailure {
  const said = (problem.split("\n").find((line) => line.trim() !== "") ?? "").trim().slice(0, 200);
  const code = SIGNS.find(([sign]) => sign.test(problem.slice(0, 4000)))?.[1] ?? "crash";
  return failure(
    code,
    said === "" ? `${model} ended without an answer.` : `${model} said: ${said.replace(/\.?$/, ".")}`,
  );
}

export const CLI_PROGRAMS: readonly CliProgram[] = [claudeProgram, codexProgram, geminiProgram];

/** The model for `claude`, or for `claude/sonnet` to choose the model that the program uses. */
export function loginModel(name: string, surroundings: CliSurroundings): Model {
  const [program = "", ...rest] = name.split("/");
  const found = CLI_PROGRAMS.find((each) => each.name === program);
  if (found) return createCliModel(found, rest.length === 0 ? undefined : rest.join("/"), surroundings);
  throw new CoxError("config.invalid", `There is no login "cli/${program}".`, {
    hint: `Known are ${CLI_PROGRAMS.map((each) => `cli/${each.name}`).join(", ")}.`,
  });
}

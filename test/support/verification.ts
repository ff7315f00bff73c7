import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "../../src/cli/command.ts";
import { judgeTurn } from "../../src/corrector.ts";
import type { ConversationLine } from "../../src/index.ts";
import { checkArguments } from "../../src/models/arguments.ts";
import { FAILURE_CODES, type FailureCode, failure } from "../../src/models/failure.ts";
import type { Model } from "../../src/models/model.ts";
import type { Thread } from "../../src/thread/thread.ts";
import { lastTurn } from "../../src/thread/turns.ts";
import type { Judge, RunFacts, Verdict } from "../../src/verdict.ts";
import { type Answer, runVerified, type VerificationEvent, type VerifiedRunOptions } from "../../src/verified-run.ts";
import { DEFAULT_TRIGGERS, type TriggerSettings } from "../../src/verifier/trigger.ts";
import { createVerifier, verifierQuestion } from "../../src/verifier/verifier.ts";
import { BARE_ENVIRONMENT } from "./bare-environment.ts";
import { runCommand } from "./run-command.ts";
import { temporaryDirectory } from "./temporary-directory.ts";
import { virtualClock } from "./virtual-clock.ts";
import { writeFiles } from "./write-files.ts";

export const PASS = { goal: "", completeness: "", rules: "", verdict: "PASS", category: null, feedback: null };
export const fail = (category: string, feedback = "Yellow is missing.") => ({
  ...PASS,
  verdict: "FAIL",
  category,
  feedback,
});
export const INCOMPLETE = fail("incomplete");

/** What a verifier says to one question: the arguments of its call, or how it fails. */
export type Said = object | { readonly fails: FailureCode };

export interface Asked {
  readonly system: string;
  readonly prompt: string;
  readonly tool: string;
  readonly settings: object;
}

/** A verifier that says these things in this order, the last one for ever, and what it was asked. */
export function verifierSaying(...said: readonly Said[]) {
  const asked: Asked[] = [];
  const model: Model = {
    name: "x/judge",
    family: "x",
    async decide({ system, prompt, tool, settings = {} }) {
      const next = said[Math.min(asked.length, said.length - 1)] ?? PASS;
      asked.push({ system, prompt, tool: tool.name, settings });
      const code = "fails" in next ? FAILURE_CODES.find((known) => known === next.fails) : undefined;
      if (code) return { ok: false, failure: failure(code, "it failed"), durationMs: 0 };
      const read = checkArguments(next, tool);
      return read.success
        ? { ok: true, value: read.data, durationMs: 0 }
        : { ok: false, failure: failure("invalid-arguments", read.problem), durationMs: 0 };
    },
  };
  return { verifier: createVerifier({ models: [model], clock: virtualClock() }), model, asked };
}

export interface Loop extends Partial<Omit<VerifiedRunOptions, "triggers">> {
  readonly prompt?: string;
  readonly triggers?: Partial<TriggerSettings>;
}

/** `runVerified` around an agent that gives these answers, held against these verdicts. */
export async function loop(answers: readonly (Answer | Error)[], said: readonly Said[], options: Loop = {}) {
  const { verifier, asked } = verifierSaying(...said);
  const events: VerificationEvent[] = [];
  const turns: { prompt: string; history: readonly ConversationLine[] }[] = [];
  const run = (prompt: string, history: readonly ConversationLine[]): Answer => {
    const answer = answers[turns.push({ prompt, history }) - 1] ?? new Error("nothing left to say");
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const { prompt = "List the primary colours.", ...rest } = options;
  const onEvent = (event: VerificationEvent) => void events.push(event);
  const result = await runVerified(prompt, run, { verifier, onEvent, clock: virtualClock(), ...rest });
  return { ...result, asked, turns, events };
}

/** One look at a thread as the commands look at an answer that claims completion or, with `all`, at any. */
export async function looked(
  thread: Thread,
  options: { all?: boolean; run?: RunFacts; observer?: Judge; heartbeats?: boolean } = {},
): Promise<{ verdict: Verdict; asked: number }> {
  const { asked, verifier } = verifierSaying(INCOMPLETE);
  const { all = true, heartbeats = false } = options;
  const verification = { ...DEFAULT_TRIGGERS, verifyAll: all, verifyHeartbeat: heartbeats };
  const judging = { verification, observer: options.observer ?? verifier };
  const { verdict } = await judgeTurn(judging, thread, lastTurn(thread)!, options.run ?? {});
  return { verdict, asked: asked.length };
}

/** What a verifier is sent about the last turn of a thread. */
export function shownOf(
  thread: Thread,
  { run, ...context }: { run?: RunFacts; budget?: number; turns?: number } = {},
): string {
  return verifierQuestion({ thread, turn: lastTurn(thread)!, ...(run ? { run } : {}) }, { context }).prompt;
}

export interface Place {
  readonly agent?: object;
  readonly judge?: object;
  readonly files?: Readonly<Record<string, string>>;
}

/** A home and a directory in which commands are run, with scripted models. */
export function place({ agent = {}, judge = {}, files = {} }: Place) {
  const home = temporaryDirectory();
  const work = join(home, "work");
  mkdirSync(work);
  const write = (more: Readonly<Record<string, string>>): void => writeFiles(work, more);
  write(files);
  writeFiles(home, { "agent.json": JSON.stringify(agent), "judge.json": JSON.stringify(judge) });
  const env = {
    ...BARE_ENVIRONMENT,
    HOME: home,
    COX_STORE_PATH: join(home, "store.db"),
    COX_AGENT_MODEL: "scripted/../agent.json",
    COX_OBSERVER_MODEL: "scripted/../judge.json",
  };
  const run = (command: Command, ...args: readonly string[]) => runCommand(command, args, { env, cwd: work });
  return { work, write, run };
}

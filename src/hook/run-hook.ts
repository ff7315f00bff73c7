import type { Config, Variables } from "../config.ts";
import { isObserverRun } from "../config/environment.ts";
import type { HookAnswer, HookEvent } from "../hosts/hook.ts";
import { hookHostOf } from "../hosts/hooks.ts";
import { asRecord } from "../loose.ts";
import { openHookStore } from "../store/sqlite-records.ts";
import { hasFewCalls } from "./few-calls.ts";
import type { HookRun } from "./hook-run.ts";
import { inTime } from "./in-time.ts";
import { parseInput } from "./read-input.ts";
import { settingsFor } from "./settings.ts";

export interface HookRequest {
  /** The host on the command line. */
  readonly named: string;
  /** Standard input. */
  readonly input: string;
  readonly env: Variables;
  /** Where the hook runs; the host's word on it goes first. */
  readonly cwd: string;
  /** How long the host lets its hooks run, where the command says. */
  readonly withinMs?: number | undefined;
  readonly startedAt: number;
  readonly startBeside?: (input: string) => Promise<void>;
  readonly beside?: boolean;
  readonly clock?: () => number;
  /** Nothing comes behind it but the end of the process, which lets go of the store faster than closing does. */
  readonly endsProcess?: boolean;
}

export interface HookResult {
  /** For standard output; empty for silence. */
  readonly output: string;
  /** The time was up, and something may still be under way. */
  readonly timedOut: boolean;
}

const SILENCE: HookResult = { output: "", timedOut: false };

/** From what a host says to what it hears. May throw: then it is silence. */
export async function runHook(request: HookRequest): Promise<HookResult> {
  if (isObserverRun(request.env)) return SILENCE;
  const input = asRecord(parseInput(request.input));
  if (!input) return SILENCE;
  const hook = hookHostOf(request.named, input);
  const event = hook?.read(input);
  if (!hook || !event) return SILENCE;
  const cwd = event.cwd ?? request.cwd;
  const config = await settingsFor(cwd, request.env, event.transcript);
  if (!concernsUs(event, config) || config.store.path === null) return SILENCE;
  const store = await openHookStore(config.store.path, { busyTimeoutMs: STORE_WAIT_MS });
  const clock = request.clock ?? Date.now;
  const limit = limitMs(config, request.withinMs);
  const endAt = request.startedAt + limit;
  const now = () => new Date(clock());
  const remainingMs = () => endAt - clock();
  const startBeside = async () => request.startBeside?.(request.input);
  const beside = request.beside ?? false;
  const run: HookRun = { event, hook, config, env: request.env, cwd, store, now, remainingMs, startBeside, beside };
  // A clock that has jumped gives any number.
  const answer = await inTime(answerOrReason(run), Math.max(1, Math.min(remainingMs(), limit) || 1));
  if (answer === "late") return { output: "", timedOut: true };
  // What was decided is kept already, so it is said even where closing fails.
  await (request.endsProcess ? store.leave() : store.close()).catch(() => undefined);
  return { output: answer ? hook.write(event, answer) : "", timedOut: false };
}

/** Somebody else may be writing; longer than this they are stuck, and the agent should not wait for them. */
const STORE_WAIT_MS = 2000;
/** Kept back from the host's own limit, so that we are gone before it ends us. */
const RESERVE_MS = 2000;

export function limitMs(config: Pick<Config, "hook">, withinMs: number | undefined): number {
  const own = config.hook.timeoutSeconds * 1000;
  return withinMs === undefined ? own : Math.min(own, Math.max(withinMs - RESERVE_MS, withinMs / 2));
}

/** When whatever has not ended by itself is ended: behind any limit of ours, which clears away first, and before the host's. */
export function lastMomentMs(withinMs: number): number {
  return Math.max(withinMs - RESERVE_MS / 2, withinMs * 0.95);
}

function concernsUs(event: HookEvent, { mode, standDown }: Config): boolean {
  if (mode === "off") return false;
  switch (event.kind) {
    case "stop":
      // What runs in the background is looked at when it has ended, and a turn that was cut claims nothing.
      return !event.cut && (!event.backgroundTasks || standDown.ignore.includes("running"));
    case "subagent-stop":
      return standDown.ignore.includes("subagent") && !event.cut;
    case "post-tool":
      return mode === "parallel";
    case "pre-compact":
      return true;
  }
}

/** Why there is no answer is kept where it can be; where it cannot, it is thrown, and nothing is said. */
async function answerOrReason(run: HookRun): Promise<HookAnswer | undefined> {
  try {
    return await answerTo(run);
  } catch (error) {
    await (await import("./note-failure.ts")).noteFailure(run, error);
    return undefined;
  }
}

/** Most stops end here: what reads and judges is loaded only behind it. */
async function answerTo(run: HookRun): Promise<HookAnswer | undefined> {
  const { config, event, hook, store } = run;
  const cursor = event.transcript === undefined ? undefined : await store.getCursor(hook.name, event.session);
  if (event.kind === "stop" && hasFewCalls(cursor, hook, event, config.gate.minToolCalls)) return undefined;
  return (await import("./answer.ts")).answer(run, cursor);
}

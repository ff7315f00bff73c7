import type { Config } from "../config.ts";
import { isObserverRun } from "../config/environment.ts";
import type { HookAnswer, HookEvent } from "../hosts/hook.ts";
import { hookHostOf } from "../hosts/hooks.ts";
import { asRecord, type Loose } from "../text/loose.ts";
import { openHookStore } from "../store/hook-store.ts";
import { labelled } from "../thread/own-words.ts";
import { gateVerdict } from "../verdict.ts";
import { definesDone, hasFewCalls } from "./few-calls.ts";
import { type HookRequest, type HookRun, inTime } from "./hook-run.ts";
import { noteLeftAlone } from "./note-left-alone.ts";
import { parseInput } from "./read-input.ts";
import { settingsFor } from "./settings.ts";

export interface HookResult {
  readonly output: string;
  /** True when the time was up; some work may still be running. */
  readonly timedOut: boolean;
  /** What a person must hear on standard error, when the call is one that can never check anything. */
  readonly complaint?: string | undefined;
}

const SILENCE: HookResult = { output: "", timedOut: false };

/** Turns the host's input into the output for the host. When it throws, the caller stays silent. */
export async function runHook(request: HookRequest): Promise<HookResult> {
  if (isObserverRun(request.env)) return SILENCE;
  const text = request.input ?? "";
  const input = recordIn(text);
  const hook = input && hookHostOf(request.named, input);
  if (!hook) return { ...SILENCE, complaint: await (await import("./note-failure.ts")).noteMisuse(request, input) };
  const told = hook.read(input);
  if (!told) return SILENCE;
  const event = boundedEvent(told);
  const cwd = event.cwd ?? request.cwd;
  const config = settingsFor(cwd, request.env, event, hook.mostAttempts !== undefined);
  const verify = hook.mostAttempts !== undefined && config.verification.enabled;
  if (!concernsUs(event, config) || config.store.path === null) return SILENCE;
  const store = await openHookStore(config.store.path, { busyTimeoutMs: STORE_WAIT_MS });
  const clock = request.clock ?? Date.now;
  const limit = limitMs(config, request.withinMs, verify);
  const endAt = request.startedAt + limit;
  const now = () => new Date(clock());
  const remainingMs = () => endAt - clock();
  const startBeside = async () => request.startBeside?.(text);
  const beside = request.beside ?? false;
  const startSender: HookRun["startSender"] = (listeners) => request.startSender?.(listeners);
  const startedAt = new Date(request.startedAt);
  const place = { event, hook, config, env: request.env, cwd, store };
  const run: HookRun = { ...place, verify, startedAt, now, remainingMs, startBeside, beside, startSender };
  // The clock may have jumped, so the remaining time can be any number.
  const answer = await inTime(answerOrReason(run), Math.max(1, Math.min(remainingMs(), limit) || 1));
  if (answer === "late") return { output: "", timedOut: true };
  // The decision is already stored, so it is said even when closing the store fails.
  await (request.endsProcess ? store.leave() : store.close()).catch(() => undefined);
  return { output: answer ? hook.write(event, asSaid(answer)) : "", timedOut: false };
}

/** Only here the words get our name. A cut within a character would make strict hosts refuse the answer. */
function asSaid({ message, ...answer }: HookAnswer): HookAnswer {
  return { ...answer, message: labelled(message.toWellFormed()) };
}

function recordIn(text: string): Loose | undefined {
  try {
    return asRecord(parseInput(text));
  } catch {
    return undefined;
  }
}

/** How long to wait for another writer. After this it is probably stuck, and the agent should not wait for it. */
const STORE_WAIT_MS = 2000;
/** Kept back from the host's limit, so that we end before the host kills us. */
const RESERVE_MS = 2000;

const AROUND_VERIFIER_SECONDS = 5;

export function limitMs(
  { hook, verification }: Pick<Config, "hook" | "verification">,
  withinMs: number | undefined,
  verify = false,
): number {
  const verifying = verify ? verification.timeoutSeconds + AROUND_VERIFIER_SECONDS : 0;
  const own = Math.max(hook.timeoutSeconds, verifying) * 1000;
  return withinMs === undefined ? own : Math.min(own, Math.max(withinMs - RESERVE_MS, withinMs / 2));
}

/** After our own limits, which also clean up, but before the host's. */
export function lastMomentMs(withinMs: number): number {
  return Math.max(withinMs - RESERVE_MS / 2, withinMs * 0.95);
}

function concernsUs(event: HookEvent, { mode, standDown }: Config): boolean {
  if (mode === "off") return false;
  switch (event.kind) {
    case "stop":
      return !event.cut && (!event.backgroundTasks || standDown.ignore.includes("running"));
    case "subagent-stop":
      return standDown.ignore.includes("subagent") && !event.cut;
    case "post-tool":
      return mode === "parallel";
    case "pre-compact":
    case "dropped":
      return true;
  }
}

/** Without an answer because of a failure, the failure is recorded; if that fails too, it throws. */
async function answerOrReason(run: HookRun): Promise<HookAnswer | undefined> {
  try {
    return await answerTo(run);
  } catch (error) {
    await (await import("./note-failure.ts")).noteFailure(run, error);
    return undefined;
  }
}

/** Most stops end with the count of calls, unless their receipt is wanted. What reads and judges is loaded only after that. */
async function answerTo(run: HookRun): Promise<HookAnswer | undefined> {
  const { config, event, hook, store } = run;
  if (event.kind === "dropped") return (await import("./handed.ts")).noteDropped(run);
  const cursor = event.transcript === undefined ? undefined : await store.getCursor(hook.name, event.session);
  const mayHaveFew = event.kind === "stop" && config.receipt === "off" && !definesDone(config);
  if (mayHaveFew && hasFewCalls(cursor, hook, event, config.gate.minToolCalls)) return leaveAlone(run);
  return (await import("./answer.ts")).answer(run, cursor);
}

async function leaveAlone(run: HookRun): Promise<undefined> {
  const detail = "hardly a tool call since the person spoke, and nothing is claimed";
  await noteLeftAlone(run, {
    verdict: gateVerdict("ok", `not looked at: ${detail}`),
    gateReasons: [`✗ tool-calls: ${detail}`],
  });
}

/** No system opens a longer path, and looking for what lies above one takes time by the square of its length. */
const LONGEST_PATH = 4096;
/** Ids and names are stored with every decision. */
const LONGEST_NAME = 512;
/** As many characters of the last words as any turn ends with. Claims stand at their end. */
const LONGEST_CLOSING = 1_000_000;

/** The event without what no host really sends: its fields come from outside, and each would be worked through. */
export function boundedEvent(event: HookEvent): HookEvent {
  const { session, cwd, transcript, closing, mode, model, witness } = event;
  return {
    ...event,
    session: shortened(session),
    cwd: asPath(cwd),
    transcript: asPath(transcript),
    closing: closing?.slice(-LONGEST_CLOSING),
    mode: mode && shortened(mode),
    model: model && shortened(model),
    // Only a part of it would be found too early.
    witness: witness !== undefined && witness.length > LONGEST_NAME ? undefined : witness,
  };
}

/** A path that is too long counts as none. */
function asPath(path: string | undefined): string | undefined {
  return path !== undefined && path.length > LONGEST_PATH ? undefined : path;
}

function shortened(name: string): string {
  return name.slice(0, LONGEST_NAME);
}

import { CoxError } from "../text/errors.ts";
import type { HookAnswer } from "../hosts/hook.ts";
import { loadHost } from "../hosts/load-host.ts";
import { type Gate, gate, gateLines } from "../observer/gate.ts";
import { notLooked } from "../observer/observer.ts";
import type { Cursor } from "../store/records.ts";
import { lastTurn } from "../thread/turns.ts";
import { arrivedWords } from "./handed.ts";
import { type HookRun, type ReadingRun, type Asking, exchange } from "./hook-run.ts";
import type { Look } from "./look.ts";
import { notInTime, settledLook } from "./settle.ts";
import { NOT_ENDED } from "../decisions/asked-account.ts";
import { decisionId } from "../decisions/keep-verdicts.ts";
import { gateVerdict } from "../verdict.ts";

/** Reads what is new in the session, and has it judged when the gate may be open. */
export async function answer(started: HookRun, cursor: Cursor | undefined): Promise<HookAnswer | undefined> {
  const host = await loadHost(started.hook.name);
  if (!host) return undefined;
  const reading: ReadingRun = { ...started, host, cursor, asking: askingAt(started) };
  const isStop = reading.event.kind === "stop" || reading.event.kind === "subagent-stop";
  const overtook = isStop && (await overtake(reading));
  const look = await settledLook(reading);
  // Some hosts end a turn once more when it is cancelled while we think: that end says nothing of its own.
  if (!look) return overtook ? undefined : nothingRead(reading);
  const run = { ...reading, answering: await arrivedWords(reading, look.thread) };
  if (run.event.kind === "pre-compact") return keep(run, look);
  const gate = gateOf(run, look);
  if (!gate?.evidenceOpen && !run.verify) {
    if (gate && run.event.kind !== "post-tool") await leaveAlone(run, look, gate);
    return worthKeeping(look) ? keep(run, look) : undefined;
  }
  if (run.event.kind === "post-tool") return (await import("./steer.ts")).steer(run, look);
  try {
    if (run.verify) return await (await import("./verify-stop.ts")).verifyStop(run, look);
    return await (await import("./judge-stop.ts")).judgeStop(run, look);
  } finally {
    await run.asking.end();
  }
}

/** At a stop, nothing to read is an error. Between two calls it is not: the next hook will find it. */
function nothingRead(run: ReadingRun): undefined {
  const { kind, transcript, messages } = run.event;
  if (kind !== "stop" && kind !== "subagent-stop") return undefined;
  if (transcript === undefined && messages === undefined)
    throw new CoxError("transcript.missing", "the host named no transcript, so this session cannot be checked.");
  throw notInTime(run);
}

/** For fewer bytes than this, reading again costs less than storing the place. */
const KEEP_AFTER_BYTES = 32 * 1024;

function worthKeeping({ reading }: Look): boolean {
  return reading.bytes > KEEP_AFTER_BYTES;
}

async function keep(run: ReadingRun, look: Look): Promise<undefined> {
  await (await import("./keep-place.ts")).keepPlace(run, look);
}

function gateOf({ config }: ReadingRun, { thread }: Look): Gate | undefined {
  const turn = lastTurn(thread);
  return turn && gate({ thread, turn, settings: { ...config.gate, allow: [] } });
}

async function leaveAlone(run: ReadingRun, { thread }: Look, gate: Gate): Promise<void> {
  const { noteLeftAlone } = await import("./note-left-alone.ts");
  const verdict = notLooked(gate);
  const turn = lastTurn(thread)?.number ?? 0;
  await noteLeftAlone(run, { verdict, gateReasons: gateLines(gate), threadId: thread.id, turn });
}

function askingAt({ event, hook, store, cwd, startedAt }: HookRun): Asking {
  const key = keyOf(hook.name, event.session);
  const token = `${startedAt.getTime()}-${process.pid}`;
  let id: string | undefined;
  return {
    get id() {
      return id;
    },
    async begin(thread, models) {
      if (id !== undefined) return;
      id = decisionId(hook.name, thread, false);
      await exchange(store, key, token);
      if (await store.getVerdict(id)) return;
      const place = { threadId: thread.id, host: hook.name, session: event.session, cwd };
      const turn = lastTurn(thread)?.number ?? 0;
      const verdict = { ...gateVerdict("unchecked", NOT_ENDED), usage: models.slice(0, 1).map(uncounted) };
      await store.write({ verdicts: [{ id, ...place, turn, verdict, gateReasons: [], injected: false }] });
    },
    async isOvertaken() {
      return id !== undefined && (await store.readGuard(key)) !== token;
    },
    async end() {
      if (id !== undefined) await store.updateGuard(key, (current) => (current === token ? undefined : current));
    },
  };
}

/** Called at every stop. True when an earlier stop of the session is still thought about: it has nothing to say any more. */
async function overtake({ event, hook, store }: HookRun): Promise<boolean> {
  const key = keyOf(hook.name, event.session);
  if ((await store.readGuard(key)) === undefined) return false;
  return (await exchange(store, key, undefined)) !== undefined;
}

function keyOf(host: string, session: string): string {
  return `asking:${host}:${session}`;
}

/** One call of which nobody has told the tokens. */
function uncounted(model: string) {
  const none = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 };
  return { operationType: "course-correction" as const, model, ...none };
}

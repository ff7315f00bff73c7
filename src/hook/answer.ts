import { CoxError } from "../text/errors.ts";
import type { HookAnswer } from "../hosts/hook.ts";
import { loadHost } from "../hosts/load-host.ts";
import { type Gate, gate, gateLines } from "../observer/gate.ts";
import { notLooked } from "../observer/observer.ts";
import type { Cursor } from "../store/records.ts";
import { lastTurn } from "../thread/turns.ts";
import { arrivedWords } from "./handed.ts";
import { askingAt, overtake } from "./asking.ts";
import type { HookRun, ReadingRun } from "./hook-run.ts";
import type { Look } from "./look.ts";
import { notInTime, settledLook } from "./settle.ts";

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

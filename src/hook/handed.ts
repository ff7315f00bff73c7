import { takeBack } from "../guard/guard.ts";
import { forgetOwnWords } from "../guard/own-words.ts";
import { asCount, asRecord, asText } from "../text/loose.ts";
import type { JsonValue } from "../store/records.ts";
import { type Handed, type HookRun, exchange } from "./hook-run.ts";
import { placeOfWords } from "../audit/what-followed.ts";
import type { Thread, Turn } from "../thread/thread.ts";
import { lastTurn, requestIdOf } from "../thread/turns.ts";

type Place = Pick<HookRun, "event" | "hook" | "store">;

export async function noteHanded(run: Place, { id, text, requestId, messages, stepCount }: Handed): Promise<void> {
  await exchange(run.store, keyOf(run), { id, text, requestId, messages, stepCount });
}

export async function handedLast(run: Place): Promise<Handed | undefined> {
  return readHanded(await run.store.readGuard(keyOf(run)));
}

export async function takeHanded(run: Place): Promise<Handed | undefined> {
  return readHanded(await exchange(run.store, keyOf(run), undefined));
}

/** It was never said: it counts neither for the request nor for the day, and the decision says why. */
export async function neverArrived(
  run: Place & Pick<HookRun, "now" | "verify">,
  handed: Handed,
  why: string,
): Promise<void> {
  const { event, hook, store, now } = run;
  const { id, text, requestId } = handed;
  const record = await store.getVerdict(id);
  if (record) {
    const { feedback: _, ...kept } = record;
    const line = `✗ guard: ${why}`;
    const others = kept.gateReasons.filter((each) => !/^. guard: /.test(each));
    await store.write({ verdicts: [{ ...kept, gateReasons: [...others, line], injected: false }] });
  }
  await forgetOwnWords(store, hook.name, event.session, { text, requestId });
  // Around what was objected to, the agent may have been told how to take it up.
  const message = record?.verdict.message ?? text;
  await takeBack(store, { host: hook.name, requestId, message, forAnswers: run.verify }, now());
}

function readHanded(stored: JsonValue | undefined): Handed | undefined {
  const fields = asRecord(stored);
  const [id, text, requestId] = [fields?.["id"], fields?.["text"], fields?.["requestId"]].map(asText);
  const [messages = 0, stepCount = 0] = [fields?.["messages"], fields?.["stepCount"]].map(asCount);
  if (id === undefined || text === undefined || requestId === undefined) return undefined;
  return { id, text, requestId, messages, stepCount };
}

function keyOf({ event, hook }: Place): string {
  return `handed:${hook.name}:${event.session}`;
}

/** The words handed over last, where this stop is the answer to them: only now it is known that they arrived. */
export async function arrivedWords(run: HookRun, thread: Thread): Promise<Handed | undefined> {
  const handed = await handedLast(run);
  const turn = handed && thread.turns.findLast((each) => requestIdOf(thread, each) === handed.requestId);
  if (!turn) return undefined;
  const isLast = turn === lastTurn(thread);
  if (hasArrived(thread, turn, handed)) {
    await noteArrived(run, handed);
    if (isLast) return handed;
    await takeHanded(run);
  } else if (!isLast || turn.outcome === "aborted") {
    await takeHanded(run);
    await neverArrived(run, handed, "the agent never got it: the turn had ended before");
  }
  return undefined;
}

/** Not every host writes what a hook says; then the agent's going on shows it. */
function hasArrived(thread: Thread, turn: Turn, { text, messages }: Handed): boolean {
  const since = thread.messages.slice(turn.start + messages, turn.end);
  return placeOfWords(thread, turn.start, text) !== undefined || since.some(({ role }) => role === "assistant");
}

async function noteArrived({ store }: HookRun, { id }: Handed): Promise<void> {
  const record = await store.getVerdict(id);
  if (!record || record.arrived) return;
  const { feedback: _, ...kept } = record;
  await store.write({ verdicts: [{ ...kept, arrived: true }] });
}

/** A plugin of ours did not pass on what it was given. */
export async function noteDropped(run: HookRun): Promise<undefined> {
  const handed = await takeHanded(run);
  if (handed) await neverArrived(run, handed, run.event.dropped ?? "it was not passed on");
}

import { takeBack } from "../guard/guard.ts";
import { forgetOwnWords } from "../guard/own-words.ts";
import { asCount, asRecord, asText } from "../loose.ts";
import type { JsonValue } from "../store/records.ts";
import { exchange } from "./exchange.ts";
import type { Handed, HookRun } from "./hook-run.ts";

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

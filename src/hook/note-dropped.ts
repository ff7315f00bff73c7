import { takeBack } from "../guard/guard.ts";
import { forgetOwnWords } from "../guard/own-words.ts";
import { asRecord, asText } from "../loose.ts";
import type { OwnWords } from "../thread/own-words.ts";
import { exchange } from "./exchange.ts";
import type { HookRun } from "./hook-run.ts";

/** What was given to the host last, until it is known that it did not arrive. */
interface Handed extends Pick<OwnWords, "text" | "requestId"> {
  /** The decision on record. */
  readonly id: string;
}

export async function noteHanded({ event, hook, store }: HookRun, handed: Handed): Promise<void> {
  const { id, text, requestId } = handed;
  await exchange(store, keyOf(hook.name, event.session), { id, text, requestId });
}

/** A plugin of ours did not pass on what it was given: it was never said, and counts for nothing. */
export async function noteDropped({ event, hook, store, now }: HookRun): Promise<undefined> {
  const handed = asRecord(await exchange(store, keyOf(hook.name, event.session), undefined));
  const [id, text, requestId] = [handed?.["id"], handed?.["text"], handed?.["requestId"]].map(asText);
  if (id === undefined || text === undefined || requestId === undefined) return;
  const record = await store.getVerdict(id);
  if (record) {
    const { feedback: _, ...kept } = record;
    const why = `✗ guard: ${event.dropped ?? "it was not passed on"}`;
    const gateReasons = kept.gateReasons.map((line) => (/^. guard: /.test(line) ? why : line));
    await store.write({ verdicts: [{ ...kept, gateReasons, injected: false }] });
  }
  await forgetOwnWords(store, hook.name, event.session, { text, requestId });
  await takeBack(store, { host: hook.name, requestId, message: text }, now());
}

function keyOf(host: string, session: string): string {
  return `handed:${host}:${session}`;
}

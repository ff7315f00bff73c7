import type { Store } from "../store/store.ts";
import { asList, asRecord, asText } from "../text/loose.ts";
import { hexFingerprint, squeezed } from "../text/strings.ts";
import { isFromPerson, isObjection, type Message, textOf } from "../thread/message.ts";
import { ownWordsIn } from "../thread/own-words.ts";
import type { Thread } from "../thread/thread.ts";
import { closingText, lastTurn, requestIdOf } from "../thread/turns.ts";

/** What one look at a conversation leaves for the next: programs cut, sum up and repeat their histories in between. */
interface LastLook {
  readonly requestId: string;
  /** How it ended: our words, if they were to go in, else the fingerprint of the agent's closing. */
  readonly said?: string;
  readonly closing?: string;
  /** Fingerprints of the newest messages, ours left out. */
  readonly seen: readonly string[];
}

/** Of longer conversations the newest messages tell. */
const MOST_SEEN = 200;

/**
 * The thread, its newest turn named after the request that it is about. A request is new only where the person speaks
 * after what ended the last look; where that is gone nobody knows, and a lost correction beats a loop.
 */
export async function withKnownRequest(store: Pick<Store, "readGuard">, thread: Thread): Promise<Thread> {
  const turn = lastTurn(thread);
  const last = turn && lookFrom(await store.readGuard(keyOf(thread)));
  if (!turn || !last) return thread;
  const words = newWords(thread, last);
  const requestId = words === undefined ? last.requestId : idOf(thread, words, last);
  const messages = thread.messages.map((message, at) => (at === turn.start ? { ...message, id: requestId } : message));
  return { ...thread, messages };
}

/** Kept before anything is said. While a turn runs, only what goes in tells how it was left. */
export async function rememberLook(
  store: Pick<Store, "updateGuard">,
  thread: Thread,
  { said, running }: { readonly said: string | null; readonly running: boolean },
): Promise<void> {
  const turn = lastTurn(thread);
  const closing = turn && !running ? closingText(thread, turn) : "";
  if (!turn || (said === null && closing === "")) return;
  const requestId = requestIdOf(thread, turn);
  const left = said === null ? { closing: print(closing) } : { said };
  await store.updateGuard(
    keyOf(thread),
    (stored) => {
      const seen = new Set([...(lookFrom(stored)?.seen ?? []), ...seenIn(thread)]);
      return { requestId, ...left, seen: [...seen].slice(-MOST_SEEN) };
    },
    // From the look before, the same name comes out again; only what was said is not told by anything else.
    said === null ? "process" : "power",
  );
}

function keyOf({ host, id }: Thread): string {
  return `asked:${host}:${id}`;
}

function lookFrom(stored: unknown): LastLook | undefined {
  const look = asRecord(stored);
  const requestId = asText(look?.["requestId"]);
  if (requestId === undefined) return undefined;
  const [said, closing] = [asText(look?.["said"]), asText(look?.["closing"])];
  const seen = asList(look?.["seen"]).filter((each) => typeof each === "string");
  return { requestId, seen, ...(said === undefined ? {} : { said }), ...(closing === undefined ? {} : { closing }) };
}

/** What the person says anew; undefined where the agent is still at the same request. */
function newWords({ messages }: Thread, last: LastLook): string | undefined {
  const end = endOfLastLook(messages, last);
  if (end === -1) return undefined;
  const seen = new Set(last.seen);
  /** The agent went on by our words, also where they were not let through and put in all the same. */
  const isSteered = last.said !== undefined || messages.slice(end).some(isObjection);
  const place = messages.findLastIndex((message, index) => {
    if (index <= end || !isFromPerson(message)) return false;
    // The same words again: a program that shows the task once more, or a copied turn; else the person repeats them.
    return !seen.has(printOf(message)) || !(isSteered || isAnsweredAsBefore(messages, index, seen));
  });
  const message = messages[place];
  return message && print(textOf(message));
}

/** The closing of the newest turn is not yet one that the person could have answered. */
function endOfLastLook(messages: readonly Message[], { said, closing }: LastLook): number {
  if (said !== undefined) {
    const isOurs = ownWordsIn([{ text: said, requestId: "" }]);
    return messages.findLastIndex((message) => message.role === "user" && isOurs(message) !== undefined);
  }
  const newest = messages.findLastIndex(({ role }) => role === "assistant");
  return messages.findLastIndex(
    (message, index) => index < newest && message.role === "assistant" && print(textOf(message)) === closing,
  );
}

function isAnsweredAsBefore(messages: readonly Message[], place: number, seen: ReadonlySet<string>): boolean {
  const answer = messages.slice(place).find(({ role }) => role === "assistant");
  return answer === undefined || seen.has(printOf(answer));
}

/** The same from the same memory, also when a process dies between two looks. */
function idOf({ id }: Thread, words: string, { said, closing = "", requestId }: LastLook): string {
  return `${id}-${hexFingerprint([words, said ?? closing, said === undefined ? "" : requestId].join(" "))}`;
}

function seenIn({ messages }: Thread): string[] {
  const told = messages.filter((message) => message.role === "assistant" || isFromPerson(message));
  return told.slice(-MOST_SEEN).map(printOf);
}

function printOf(message: Message): string {
  const calls = message.content.flatMap((block) => (block.type === "tool_use" ? [block.id] : []));
  return print([message.role, textOf(message), ...calls].join(" "));
}

function print(text: string): string {
  return hexFingerprint(squeezed(text));
}

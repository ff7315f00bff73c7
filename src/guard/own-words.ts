import type { HookStore } from "../store/hook-store.ts";
import { fieldsOf, listAt, textAt } from "../store/fields.ts";
import type { JsonValue } from "../store/records.ts";
import type { OwnWords } from "../thread/own-words.ts";

/** The host name for what we said between an editor and its agent. The agent's own transcript contains it, too. */
export const ACP_HOST = "acp";

/** Older ones belong to turns that are not judged any more. */
const MAX_REMEMBERED = 20;
const MAX_ELSEWHERE = 100;

/** In this session, and in all others: a forked session contains words from before it had its id. */
export async function readOwnWords(
  store: Pick<HookStore, "readGuard">,
  host: string,
  session?: string,
): Promise<readonly OwnWords[]> {
  const relayed = host === ACP_HOST ? [] : ownWordsFrom(await store.readGuard(keyOf(ACP_HOST)));
  const everywhere = [...relayed, ...ownWordsFrom(await store.readGuard(keyOf(host)))];
  if (everywhere.length === 0) return [];
  const own = session === undefined ? [] : ownWordsFrom(await store.readGuard(keyOf(host, session)));
  return [...everywhere.map((words) => ({ ...words, elsewhere: true })), ...own];
}

/** Stored before it is said: an unknown correction would later count as a new request of the person. */
export async function rememberOwnWords(
  store: Pick<HookStore, "updateGuard">,
  host: string,
  session: string,
  words: OwnWords,
): Promise<void> {
  await store.updateGuard(keyOf(host), (stored) => withWords(stored, words).slice(-MAX_ELSEWHERE));
  await store.updateGuard(keyOf(host, session), (stored) => withWords(stored, words).slice(-MAX_REMEMBERED));
}

export async function forgetOwnWords(
  store: Pick<HookStore, "updateGuard">,
  host: string,
  session: string,
  words: OwnWords,
): Promise<void> {
  await store.updateGuard(keyOf(host, session), (stored) => withoutWords(stored, words));
}

function withWords(stored: JsonValue | undefined, words: OwnWords): OwnWords[] {
  return [...withoutWords(stored, words), words];
}

function withoutWords(stored: JsonValue | undefined, words: OwnWords): OwnWords[] {
  return ownWordsFrom(stored).filter(({ text, requestId }) => text !== words.text || requestId !== words.requestId);
}

function keyOf(host: string, session?: string): string {
  return session === undefined ? `said:${host}` : `said:${host}:${session}`;
}

function ownWordsFrom(stored: JsonValue | undefined): OwnWords[] {
  return listAt({ said: stored ?? [] }, "said").map((value) => {
    const words = fieldsOf(value, "Own words");
    return { text: textAt(words, "text"), requestId: textAt(words, "requestId") };
  });
}

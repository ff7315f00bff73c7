import type { HookStore } from "../store/sqlite-records.ts";
import { fieldsOf, listAt, textAt } from "../store/fields.ts";
import type { JsonValue } from "../store/records.ts";
import type { Delta } from "../thread/delta.ts";
import { textOf } from "../thread/message.ts";
import { squeezed } from "./closing.ts";

/** One correction that we put into a session: hosts give it back in the user's place, some of them without any mark. */
export type OwnWords = {
  readonly text: string;
  /** The person's message that it was about. */
  readonly requestId: string;
  /** It was put into another session, of which this one may be a copy. */
  readonly elsewhere?: boolean;
};

/** Older ones stand in turns that nobody looks at any more. */
const MAX_REMEMBERED = 20;
const MAX_ELSEWHERE = 100;

/**
 * Those of the session, if one is meant, and those of all others: a session that was forked holds what was said before it
 * had its name.
 */
export async function readOwnWords(
  store: Pick<HookStore, "readGuard">,
  host: string,
  session?: string,
): Promise<readonly OwnWords[]> {
  const everywhere = ownWordsFrom(await store.readGuard(keyOf(host)));
  if (everywhere.length === 0) return [];
  const own = session === undefined ? [] : ownWordsFrom(await store.readGuard(keyOf(host, session)));
  return [...everywhere.map((words) => ({ ...words, elsewhere: true })), ...own];
}

/** Kept before it is said: what is not known here would later count as a new request of the person. */
export async function rememberOwnWords(
  store: Pick<HookStore, "updateGuard">,
  host: string,
  session: string,
  words: OwnWords,
): Promise<void> {
  await store.updateGuard(keyOf(host), (stored) => [...ownWordsFrom(stored), words].slice(-MAX_ELSEWHERE));
  await store.updateGuard(keyOf(host, session), (stored) => [...ownWordsFrom(stored), words].slice(-MAX_REMEMBERED));
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

/** Hosts put a line or a tag around a hook's words; what is longer than that is somebody else's message. */
const MAX_WRAPPING = 300;

/** The delta as it is, or as the correction that it gives back. */
export function asOwnWords(delta: Delta, own: readonly OwnWords[]): Delta {
  if (own.length === 0 || delta.type !== "user:message") return delta;
  const { message } = delta;
  if (message.source.type === "course-correction") return delta;
  const text = squeezed(textOf(message));
  const found = own.findLast((words) => {
    const said = squeezed(words.text);
    return text.length - said.length <= MAX_WRAPPING && text.includes(said);
  });
  if (!found) return delta;
  const { v, at } = delta;
  return {
    v,
    ...(at === undefined ? {} : { at }),
    type: "course-correction",
    message: { ...message, source: { type: "course-correction" } },
    verdict: { verdict: "correct", category: null, message: found.text },
    usage: [],
  };
}

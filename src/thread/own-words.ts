import type { Delta } from "./delta.ts";
import { textOf, type UserMessage } from "./message.ts";
import { squeezed } from "../text/strings.ts";

/** A correction that we put into a session. Hosts write it in the user's role, some without any mark. */
export type OwnWords = {
  readonly text: string;
  /** The id of the person's message that the correction was about. */
  readonly requestId: string;
  /** True when it was put into another session, of which this one may be a copy. */
  readonly elsewhere?: boolean;
};

/** How all begins that we put into another maker's agent: hosts show it as a hook's error or the person's message. */
export const LABEL = "Coxswain: ";

/** The words as they are said there. A note for the person may name us already. */
export function labelled(words: string): string {
  return /^Coxswain\b/.test(words) ? words : `${LABEL}${words}`;
}

/** Hosts put a line or a tag around a hook's words. A message that is longer than that was written by somebody else. */
const MAX_WRAPPING = 300;

/** Returns a function that finds which of our own words a user message repeats. */
export function ownWordsIn(own: readonly OwnWords[]): (message: UserMessage) => OwnWords | undefined {
  const known = own.map((words) => ({ words, said: squeezed(words.text) })).filter(({ said }) => said !== "");
  return (message) => {
    const text = squeezed(textOf(message));
    return known.findLast(({ said }) => text.length - said.length <= MAX_WRAPPING && text.includes(said))?.words;
  };
}

/** Turns a user message into the correction that it repeats; all other deltas stay. */
export function recognising(own: readonly OwnWords[]): (delta: Delta) => Delta {
  if (own.length === 0) return (delta) => delta;
  const find = ownWordsIn(own);
  return (delta) => {
    if (delta.type !== "user:message" || delta.message.source.type === "course-correction") return delta;
    const { message, v, at } = delta;
    const found = find(message);
    if (!found) return delta;
    return {
      v,
      ...(at === undefined ? {} : { at }),
      type: "course-correction",
      message: { ...message, source: { type: "course-correction" } },
      verdict: { verdict: "correct", category: null, message: found.text },
      usage: [],
    };
  };
}

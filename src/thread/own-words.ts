import type { Delta } from "./delta.ts";
import { textOf } from "./message.ts";
import { squeezed } from "./squeezed.ts";

/**
 * A correction that we put into a session. Hosts write it to the transcript in the user's role, some of them without
 * any mark.
 */
export type OwnWords = {
  readonly text: string;
  /** The id of the person's message that the correction was about. */
  readonly requestId: string;
  /** True when it was put into another session, of which this one may be a copy. */
  readonly elsewhere?: boolean;
};

/** Hosts put a line or a tag around a hook's words. A message that is longer than that was written by somebody else. */
const MAX_WRAPPING = 300;

/**
 * Returns a function that turns a user message into the correction that it repeats, and returns all other deltas
 * unchanged.
 */
export function recognising(own: readonly OwnWords[]): (delta: Delta) => Delta {
  if (own.length === 0) return (delta) => delta;
  const known = own.map(({ text }) => ({ text, said: squeezed(text) }));
  return (delta) => {
    if (delta.type !== "user:message" || delta.message.source.type === "course-correction") return delta;
    const { message, v, at } = delta;
    const text = squeezed(textOf(message));
    const found = known.findLast(({ said }) => text.length - said.length <= MAX_WRAPPING && text.includes(said));
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

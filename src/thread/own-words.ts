import type { Delta } from "./delta.ts";
import { textOf } from "./message.ts";
import { squeezed } from "./squeezed.ts";

/** One correction that we put into a session: hosts give it back in the user's place, some of them without any mark. */
export type OwnWords = {
  readonly text: string;
  /** The person's message that it was about. */
  readonly requestId: string;
  /** It was put into another session, of which this one may be a copy. */
  readonly elsewhere?: boolean;
};

/** Hosts put a line or a tag around a hook's words; what is longer than that is somebody else's message. */
const MAX_WRAPPING = 300;

/** Gives a delta back as it is, or as the correction that it repeats. */
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

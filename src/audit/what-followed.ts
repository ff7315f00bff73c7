import { isFromPerson, textOf } from "../thread/message.ts";
import type { Thread, Turn } from "../thread/thread.ts";
import { messagesOf } from "../thread/turns.ts";

/**
 * What came of a correction. `acted`: the agent changed or ran something afterwards. `answered`: it only said something.
 * `refused`: the person spoke against it. `nothing`: the session ends there.
 */
export type Aftermath = "acted" | "answered" | "refused" | "nothing";

/** Looks at what stands behind a message that was put into a turn; undefined where it cannot be found. */
export function whatFollowed(thread: Thread, turn: Turn, message: string): Aftermath | undefined {
  const index = placeOf(thread, turn, message);
  if (index === undefined) return undefined;
  const next = thread.turns[turn.number];
  const reply = next && messagesOf(thread, next).find(isFromPerson);
  if (reply && PUSHES_BACK.test(textOf(reply).slice(0, REPLY_START))) return "refused";
  const later = turn.steps.filter((step) => step.messageIndex > index);
  if (later.some(({ action }) => action.changes.length > 0 || action.kind === "execute")) return "acted";
  return later.length > 0 || hasAnswer(thread, turn, index) ? "answered" : "nothing";
}

/** Hosts wrap what a hook says, so the words are looked for inside a message. */
function placeOf(thread: Thread, turn: Turn, message: string): number | undefined {
  const words = message.trim();
  for (let index = turn.end - 1; index > turn.start; index -= 1) {
    const candidate = thread.messages[index];
    if (candidate?.role === "user" && !isFromPerson(candidate) && textOf(candidate).includes(words)) return index;
  }
  return undefined;
}

function hasAnswer(thread: Thread, turn: Turn, index: number): boolean {
  return thread.messages.slice(index + 1, turn.end).some((message) => message.role === "assistant");
}

/** Who objects does so in the first words. */
const REPLY_START = 200;
const PUSHES_BACK =
  /\b(?:no|nope|don'?t|do not|stop|ignore (?:that|this|it)|(?:that|this|it) (?:was|is|wasn'?t|isn'?t) (?:wrong|not (?:right|true|what)|nonsense|fine)|not what i|undo|revert|why did you|leave it|false alarm|coxswain)\b/i;

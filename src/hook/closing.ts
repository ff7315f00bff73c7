import type { HookEvent } from "../hosts/hook.ts";
import type { Host } from "../hosts/host.ts";
import { textOf } from "../thread/message.ts";
import { reduce } from "../thread/reducer.ts";
import { said } from "../thread/delta.ts";
import { squeezed } from "../text/strings.ts";
import type { Thread, Turn } from "../thread/thread.ts";
import { closingText, lastTurn, messagesOf } from "../thread/turns.ts";

/** The thread with the agent's last words added, when the host reports them before its transcript has them. */
export function withClosing(thread: Thread, event: HookEvent): Thread {
  const turn = lastTurn(thread);
  // What a person has stopped is not ended by words that were said before.
  if (!turn || turn.outcome === "aborted") return thread;
  const words = closingWords(thread, turn, event);
  if (!words || hasClosing(thread, event)) return thread;
  return reduce(thread, said("assistant", words, "closing"));
}

/** True when the transcript ends with the closing words that the host reports, or the host reports none. */
export function hasClosing(thread: Thread, event: HookEvent): boolean {
  const turn = lastTurn(thread);
  if (!turn || turn.outcome === "open") return false;
  const words = squeezed(event.closing ?? "");
  const spoken = squeezed(closingText(thread, turn));
  if (words === "") return true;
  if (spoken === "") return false;
  return words.endsWith(spoken) || spoken.endsWith(words) || closingWords(thread, turn, event) === "";
}

/** True when the agent has ended its turn and, if the host records results, every call has one. */
export function isSettled(thread: Thread, host: Pick<Host, "omitsResults">): boolean {
  const turn = lastTurn(thread);
  if (!turn || turn.outcome === "open") return false;
  if (host.omitsResults) return true;
  return [...thread.pending.values()].every((place) => place.turn !== turn.number - 1);
}

function closingWords(thread: Thread, turn: Turn, { closing, cumulative }: HookEvent): string | undefined {
  const words = closing?.trim() ?? "";
  return cumulative ? withoutEarlier(words, thread, turn) : words;
}

/** Some hosts report all words of the turn at once. This removes the part that the transcript already has. */
function withoutEarlier(words: string, thread: Thread, turn: Turn): string {
  let rest = words;
  for (const message of messagesOf(thread, turn)) {
    const text = message.role === "assistant" ? textOf(message) : "";
    if (text === "" || !rest.startsWith(text)) continue;
    rest = withoutEcho(rest.slice(text.length), text).trimStart();
  }
  return rest;
}

/** Gemini CLI reports what it streamed, and behind a blank all of it but the first piece again, with blanks between. */
function withoutEcho(rest: string, text: string): string {
  if (!rest.startsWith(" ")) return rest;
  for (let start = 1; start < text.length; start += 1) {
    const after = behind(rest, text.slice(start));
    if (after !== undefined) return after;
  }
  return rest;
}

/** What stands behind the text, white space aside; undefined where it does not begin with it. */
function behind(words: string, text: string): string | undefined {
  const wanted = text.replaceAll(/\s/g, "");
  let met = 0;
  let place = 0;
  for (; met < wanted.length && place < words.length; place += 1) {
    if (words[place] === wanted[met]) met += 1;
    else if (words[place]?.trim() !== "") return undefined;
  }
  return met > 0 && met === wanted.length ? words.slice(place) : undefined;
}

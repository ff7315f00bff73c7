import type { HookEvent } from "../hosts/hook.ts";
import type { Host } from "../hosts/host.ts";
import { textOf } from "../thread/message.ts";
import { reduce } from "../thread/reducer.ts";
import { squeezed } from "../thread/squeezed.ts";
import type { Thread, Turn } from "../thread/thread.ts";
import { closingText, lastTurn, messagesOf } from "../thread/turns.ts";

/** The thread with the agent's last words added, when the host reports them before its transcript has them. */
export function withClosing(thread: Thread, event: HookEvent): Thread {
  const turn = lastTurn(thread);
  const words = turn && closingWords(thread, turn, event);
  if (!turn || !words || hasClosing(thread, event)) return thread;
  return reduce(thread, {
    v: 1,
    type: "inference:completed",
    message: { role: "assistant", id: "closing", content: [{ type: "text", text: words }], stopReason: "end_turn" },
  });
}

/** True when the transcript ends with the closing words that the host reports, or the host reports none. */
export function hasClosing(thread: Thread, event: HookEvent): boolean {
  const turn = lastTurn(thread);
  if (!turn || turn.outcome === "open") return false;
  const words = squeezed(event.closing ?? "");
  const spoken = squeezed(closingText(thread, turn));
  return words === "" || (spoken !== "" && (words.endsWith(spoken) || spoken.endsWith(words)));
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
    if (text !== "" && rest.startsWith(text)) rest = rest.slice(text.length).trimStart();
  }
  return rest;
}

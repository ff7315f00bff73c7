import { type Message, isFromPerson, textOf } from "./message.ts";
import type { Step, Thread, Turn } from "./thread.ts";

/** The newest turn, running or ended. */
export function lastTurn(thread: Thread): Turn | undefined {
  return thread.turns.at(-1);
}

export function lastStepNumber(turns: readonly Turn[]): number {
  return turns.findLast(({ steps }) => steps.length > 0)?.steps.at(-1)?.number ?? 0;
}

export function messagesOf(thread: Thread, turn: Turn): readonly Message[] {
  return thread.messages.slice(turn.start, turn.end);
}

export function requestIdOf(thread: Thread, turn: Turn | undefined = lastTurn(thread)): string {
  return (turn && thread.messages[turn.start]?.id) ?? thread.id;
}

/** What the person asked for in this turn; empty when the agent went on by itself (after a compaction). */
export function requestText(thread: Thread, turn: Turn): string {
  let request = "";
  for (let index = turn.start; index < turn.end; index += 1) {
    const message = thread.messages[index];
    const text = message && isFromPerson(message) ? textOf(message) : "";
    if (text !== "") request = request === "" ? text : `${request}\n\n${text}`;
  }
  return request;
}

/** The agent's last words in the turn, which hold its claims. Empty when it stopped on a tool call. */
export function closingText(thread: Thread, turn: Turn): string {
  for (let index = turn.end - 1; index >= turn.start; index -= 1) {
    const message = thread.messages[index];
    if (message?.role === "assistant" && !message.synthetic) return textOf(message);
  }
  return "";
}

/** The answer that goes out. A retry that is empty, or that the agent did not end with, takes the place of no earlier one. */
export function answerText(thread: Thread, turn: Turn): string {
  const closing = closingText(thread, turn);
  if (turn.corrections === 0 || (closing !== "" && turn.outcome === "ended")) return closing;
  const texts = messagesOf(thread, turn).map((message) =>
    message.role === "assistant" && !message.synthetic && message.stopReason === "end_turn" ? textOf(message) : "",
  );
  return texts.findLast((text) => text !== "") ?? closing;
}

/** True when the agent has only read and thought since that step, so a late objection still applies. */
export function hasOnlyLooked({ steps }: Pick<Turn, "steps">, since: number): boolean {
  return steps.filter((step) => step.number > since).every(onlyLooks);
}

function onlyLooks({ action }: Step): boolean {
  return action.changes.length === 0 && ["read", "search", "fetch", "think"].includes(action.kind);
}

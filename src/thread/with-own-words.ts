import { isFromPerson, type Message } from "./message.ts";
import { type OwnWords, ownWordsIn } from "./own-words.ts";
import type { Correction, Thread, Turn } from "./thread.ts";

/**
 * The thread with our own words told from the person's. Somebody who folds a conversation of their own gives them to us
 * as the person's: each of them would be a request that was never corrected, and the agent would be corrected for ever.
 */
export function withOwnWords(thread: Thread, own: readonly OwnWords[]): Thread {
  const found = own.length === 0 ? new Map<number, OwnWords>() : findIn(thread, own);
  if (found.size === 0) return thread;
  const turns: Turn[] = [];
  /** The place of each old turn among the new ones, and how many steps stand before its own there. */
  const places: { readonly turn: number; readonly steps: number }[] = [];
  for (const turn of thread.turns) {
    const counted = { ...turn, corrections: turn.corrections + countIn(found, turn.start, turn.end) };
    const before = turns.at(-1);
    const next = before && firstOther(found, turn);
    if (!before || next === turn.start) turns.push(counted);
    else if (next !== undefined && opens(thread, turn, next)) {
      const ours = next - turn.start;
      turns[turns.length - 1] = { ...before, end: next, corrections: before.corrections + ours, outcome: "open" };
      turns.push({ ...counted, start: next, corrections: counted.corrections - ours });
    } else turns[turns.length - 1] = joined(before, counted);
    const place = turns.length - 1;
    places.push({ turn: place, steps: (turns[place]?.steps.length ?? 0) - turn.steps.length });
  }
  const numberOf = (old: number) => (places[old - 1]?.turn ?? old - 1) + 1;
  return {
    ...thread,
    messages: messagesWith(thread, found, turns.at(-1)),
    turns: turns.map((turn, index) => ({ ...turn, number: index + 1 })),
    pending: new Map(
      [...thread.pending].map(([id, { turn, step }]) => {
        const place = places[turn] ?? { turn, steps: 0 };
        return [id, { turn: place.turn, step: step + place.steps }] as const;
      }),
    ),
    corrections: [
      ...thread.corrections.map((correction) => ({ ...correction, turn: numberOf(correction.turn) })),
      ...correctionsIn(found, turns),
    ].toSorted((left, right) => left.turn - right.turn),
  };
}

/** Our own words by the place of their message. */
function findIn({ messages }: Thread, own: readonly OwnWords[]): Map<number, OwnWords> {
  const find = ownWordsIn(own);
  const found = new Map<number, OwnWords>();
  for (const [index, message] of messages.entries()) {
    const words = message.role === "user" && isFromPerson(message) ? find(message) : undefined;
    if (words) found.set(index, words);
  }
  return found;
}

function countIn(found: ReadonlyMap<number, OwnWords>, start: number, end: number): number {
  return [...found.keys()].filter((index) => index >= start && index < end).length;
}

/** The place of the first message of the turn that is not ours. */
function firstOther(found: ReadonlyMap<number, OwnWords>, { start, end }: Turn): number | undefined {
  for (let index = start; index < end; index += 1) if (!found.has(index)) return index;
  return undefined;
}

/** True when the person spoke before the agent answered our words: the turn is an answer to them. */
function opens({ messages }: Thread, { end }: Turn, from: number): boolean {
  for (let index = from; index < end; index += 1) {
    const message = messages[index];
    if (!message || message.role === "assistant") return false;
    if (isFromPerson(message)) return true;
  }
  return false;
}

/** A turn that only our words opened is the rest of the turn before it. */
function joined(before: Turn, rest: Turn): Turn {
  return {
    ...rest,
    start: before.start,
    steps: [...before.steps, ...rest.steps],
    toolCalls: before.toolCalls + rest.toolCalls,
    edits: before.edits + rest.edits,
    corrections: before.corrections + rest.corrections,
    answered: before.answered || rest.answered,
    witnessed: [...before.witnessed, ...rest.witnessed],
  };
}

/**
 * Our words are marked as ours. The newest request gets the id that it had when we spoke: where it was shortened since, or
 * its messages are named anew each time, it would be a request that was never corrected.
 */
function messagesWith({ messages }: Thread, found: ReadonlyMap<number, OwnWords>, newest: Turn | undefined): Message[] {
  const { start = 0, end = 0 } = newest ?? {};
  const about = [...found].findLast(([index, words]) => index >= start && index < end && !words.elsewhere)?.[1];
  return messages.map((message, index) => {
    const named = about && index === start ? { ...message, id: about.requestId } : message;
    return found.has(index) && named.role === "user" ? { ...named, source: { type: "course-correction" } } : named;
  });
}

function correctionsIn(found: ReadonlyMap<number, OwnWords>, turns: readonly Turn[]): Correction[] {
  return [...found].map(([index, { text }]) => ({
    turn: turns.findIndex(({ start, end }) => index >= start && index < end) + 1,
    message: text,
    verdict: { verdict: "correct", category: null, message: text },
  }));
}

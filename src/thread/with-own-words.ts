import { isFromPerson, isObjection, type Message } from "./message.ts";
import { type OwnWords, ownWordsIn } from "./own-words.ts";
import type { Correction, Thread, Turn } from "./thread.ts";

/** Who folds a conversation gives us our own words as the person's: each would be a request never corrected. */
export function withOwnWords(thread: Thread, own: readonly OwnWords[]): Thread {
  const found = findIn(thread, own);
  if (found.size === 0) return thread;
  const messages = thread.messages.map((message, index) => (found.has(index) ? asOurs(message) : message));
  const turns: Turn[] = [];
  /** The place of each old turn among the new ones, and how many steps stand before its own there. */
  const places = thread.turns.map((turn) => {
    addTurn(turns, turn, messages, found);
    const place = turns.length - 1;
    return { turn: place, steps: (turns[place]?.steps.length ?? 0) - turn.steps.length };
  });
  const placeOf = (turn: number) => places[turn] ?? { turn, steps: 0 };
  return {
    ...thread,
    messages: namedAsBefore(messages, turns.at(-1), found),
    turns: turns.map((turn, index) => ({ ...turn, number: index + 1 })),
    pending: new Map(
      [...thread.pending].map(([id, { turn, step }]) => {
        const place = placeOf(turn);
        return [id, { turn: place.turn, step: step + place.steps }];
      }),
    ),
    corrections: [
      ...thread.corrections.map((correction) => ({ ...correction, turn: placeOf(correction.turn - 1).turn + 1 })),
      ...correctionsIn(turns, found),
    ].toSorted((left, right) => left.turn - right.turn),
  };
}

/** Our own words, by the place of their message. */
type Found = ReadonlyMap<number, OwnWords>;

function findIn({ messages }: Thread, own: readonly OwnWords[]): Found {
  const find = ownWordsIn(own);
  const found = new Map<number, OwnWords>();
  if (own.length === 0) return found;
  for (const [index, message] of messages.entries()) {
    const words = message.role === "user" && isFromPerson(message) ? find(message) : undefined;
    if (words) found.set(index, words);
  }
  return found;
}

function asOurs(message: Message): Message {
  return message.role === "user" ? { ...message, source: { type: "course-correction" } } : message;
}

function addTurn(turns: Turn[], turn: Turn, messages: readonly Message[], found: Found): void {
  const before = turns.at(-1);
  if (!before || !found.has(turn.start)) {
    turns.push(counted(turn, messages));
    return;
  }
  const next = nextRequest(messages, before, turn);
  const told: Turn =
    next === undefined ? joined(before, turn) : { ...before, end: next, outcome: "open", judged: false };
  turns[turns.length - 1] = counted(told, messages);
  if (next !== undefined) turns.push(counted({ ...turn, start: next }, messages));
}

/** Undefined when it only goes on with the turn before. */
function nextRequest(messages: readonly Message[], before: Turn, { start, end }: Turn): number | undefined {
  if (!before.answered) return undefined;
  for (let index = start; index < end; index += 1) {
    const message = messages[index];
    if (message?.role !== "user") return undefined;
    if (message.source.type === "user") return index;
  }
  return undefined;
}

function joined(before: Turn, rest: Turn): Turn {
  return {
    ...rest,
    start: before.start,
    steps: [...before.steps, ...rest.steps],
    toolCalls: before.toolCalls + rest.toolCalls,
    edits: before.edits + rest.edits,
    answered: before.answered || rest.answered,
    witnessed: [...before.witnessed, ...rest.witnessed],
  };
}

function counted(turn: Turn, messages: readonly Message[]): Turn {
  return { ...turn, corrections: messages.slice(turn.start, turn.end).filter(isObjection).length };
}

/** The name it had when we spoke: where its beginning was cut off since, it would be one never corrected. */
function namedAsBefore(messages: readonly Message[], newest: Turn | undefined, found: Found): readonly Message[] {
  const { start = 0, end = 0 } = newest ?? {};
  const about = [...found].findLast(([index, words]) => index >= start && index < end && !words.elsewhere)?.[1];
  return about
    ? messages.map((message, index) => (index === start ? { ...message, id: about.requestId } : message))
    : messages;
}

function correctionsIn(turns: readonly Turn[], found: Found): Correction[] {
  return [...found].map(([index, { text }]) => ({
    turn: turns.findIndex(({ start, end }) => index >= start && index < end) + 1,
    message: text,
    verdict: { verdict: "correct", category: null, message: text },
  }));
}

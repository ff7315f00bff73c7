import { hash } from "node:crypto";
import { textOf } from "../thread/message.ts";
import type { Step, Thread, Turn } from "../thread/thread.ts";
import { closingText } from "../thread/turns.ts";

/** How many characters of a text are used: copies are equal from the start, and other texts differ early. */
const TAKEN = 2000;

/** How many calls make a key when they have no unique ids: not more than the gate wants by default. */
const TELLING_STEPS = 5;

/** Matches a random or time-based id. `call-3`, `message-1:0` and `functions.bash:0` occur in every session. */
const OWN_ID = /(?=[a-z]{0,7}\d)[a-z\d]{8}/i;

/** From what happened first in a turn, so that all copies in resumed and forked sessions have the same key. */
export function turnKey(thread: Thread, turn: Turn, at: string | undefined): string {
  const spoken = thread.messages[turn.start];
  const request = spoken ? textOf(spoken).slice(0, TAKEN) : "";
  const [first] = turn.steps;
  const opening = first ? deeds(first, turn.steps) : [closingText(thread, turn).slice(0, TAKEN), at];
  return hash("sha1", JSON.stringify([thread.host, request, opening]), "hex").slice(0, 16);
}

function deeds(first: Step, steps: readonly Step[]): unknown {
  return OWN_ID.test(first.toolUseId) ? deed(first) : steps.slice(0, TELLING_STEPS).map(deed);
}

function deed({ toolUseId, tool, input, result }: Step): unknown {
  return [toolUseId, tool, written(input).slice(0, TAKEN), result?.output.slice(0, TAKEN)];
}

/** Nothing for an input nested so deep that only a parser gets through it: ids and outputs still tell such turns apart. */
function written(input: unknown): string {
  try {
    return JSON.stringify(input) ?? "";
  } catch (error) {
    if (error instanceof RangeError) return "";
    throw error;
  }
}

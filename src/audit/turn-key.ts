import { hash } from "node:crypto";
import { textOf } from "../thread/message.ts";
import type { Step, Thread, Turn } from "../thread/thread.ts";
import { closingText } from "../thread/turns.ts";

/** How much of a text takes part: copies are equal from the start, and strangers differ soon. */
const TAKEN = 2000;

/** Where calls have no ids of their own, so many of them: no more than the gate wants by default, so that names stay. */
const TELLING_STEPS = 5;

/** What is drawn by lot or from a clock. `call-3`, `message-1:0` and `functions.bash:0` are the same in every session. */
const OWN_ID = /(?=[a-z]{0,7}\d)[a-z\d]{8}/i;

/**
 * Names a turn by what happened first in it, so that all copies of it have one name: resumed and forked sessions repeat
 * the turns they go on from, with other session ids, sometimes with other times, and one copy may be shorter than another.
 * A first call that has no id of its own may be that of two people who asked the same thing, so more of them take part.
 */
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
  return [toolUseId, tool, (JSON.stringify(input) ?? "").slice(0, TAKEN), result?.output.slice(0, TAKEN)];
}

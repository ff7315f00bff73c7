import { hash } from "node:crypto";
import { textOf } from "../thread/message.ts";
import type { Step, Thread, Turn } from "../thread/thread.ts";
import { closingText } from "../thread/turns.ts";

/** How much of a text takes part: copies are equal from the start, and strangers differ soon. */
const TAKEN = 2000;

/**
 * Names a turn by what happened first in it, so that all copies of it have one name: resumed and forked sessions repeat
 * the turns they go on from, with other session ids, sometimes with other times, and one copy may be shorter than another.
 */
export function turnKey(thread: Thread, turn: Turn, at: string | undefined): string {
  const spoken = thread.messages[turn.start];
  const request = spoken ? textOf(spoken).slice(0, TAKEN) : "";
  const [first] = turn.steps;
  const opening = first ? deed(first) : [closingText(thread, turn).slice(0, TAKEN), at];
  return hash("sha1", JSON.stringify([thread.host, request, opening]), "hex").slice(0, 16);
}

function deed({ toolUseId, tool, input, result }: Step): unknown {
  return [toolUseId, tool, (JSON.stringify(input) ?? "").slice(0, TAKEN), result?.output.slice(0, TAKEN)];
}

import type { Delta } from "../../thread/delta.ts";
import { fingerprint } from "../../thread/fingerprint.ts";
import { anchorAfter } from "../reading/branch.ts";
import { stamp } from "../reading/deltas.ts";
import { asText } from "../../loose.ts";
import type { Line } from "./line.ts";
import { typedShell } from "./markup.ts";
import type { LivePrompt, ReaderState } from "./state.ts";

/** How many prompts are remembered: nobody goes back further. */
const MOST_PROMPTS = 256;

/** Going back deletes nothing: the next prompt gets the parent of the one it replaces. A not newer one is a copy. */
export function placed(line: Line, state: ReaderState, deltas: readonly Delta[]): readonly Delta[] {
  const back = deltas.some(isPrompt) ? notePrompt(line, state) : [];
  for (const delta of deltas) state.anchor = anchorAfter(delta, state.anchor);
  return back.length === 0 ? deltas : [...back, ...deltas];
}

const PARENT = Buffer.from('{"parentUuid":"');

/** True when the line names a parent. All such lines begin this way, also those that are never parsed. */
export function hasParent(line: Buffer): boolean {
  return line.subarray(0, PARENT.length).equals(PARENT);
}

/** True for a message that a person can go back to, and for what they send after going back. */
function isPrompt(delta: Delta): boolean {
  if (delta.type !== "user:message") return false;
  const { source, content } = delta.message;
  return (
    source.type === "user" || content.some((block) => block.type === "text" && typedShell(block.text) !== undefined)
  );
}

function notePrompt({ record, at = "" }: Line, state: ReaderState): Delta[] {
  const id = record["parentUuid"] === null ? null : asText(record["parentUuid"]);
  if (id === undefined) return [];
  state.isTree ||= id !== null;
  const parent = id === null ? null : fingerprint(id);
  const place = placeOf(state.prompts, parent, at);
  const replaced = parent === null && !isRooted(record["sessionId"], state) ? undefined : state.prompts[place];
  if (replaced) {
    state.prompts.length = place;
    state.anchor = replaced.before;
  }
  state.prompts.push({ parent, at, before: state.anchor });
  if (state.prompts.length > MOST_PROMPTS) state.prompts.shift();
  return replaced ? [{ ...stamp(at), type: "thread:rewound", to: replaced.before }] : [];
}

/** The index of the first older prompt with the same parent, or -1. A plain loop: hundreds are compared each time. */
function placeOf(prompts: readonly LivePrompt[], parent: number | null, at: string): number {
  let place = 0;
  for (const prompt of prompts) {
    if (prompt.parent === parent && prompt.at < at) return place;
    place += 1;
  }
  return -1;
}

/** A prompt without a parent replaces the first one only in the same session, and if lines name parents at all. */
function isRooted(sessionId: unknown, state: ReaderState): boolean {
  return state.isTree && sessionId === state.threadId;
}

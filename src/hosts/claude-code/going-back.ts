import type { Delta } from "../../thread/delta.ts";
import { fingerprint } from "../../thread/fingerprint.ts";
import { anchorAfter } from "../reading/branch.ts";
import { stamp } from "../reading/deltas.ts";
import { asText } from "../../loose.ts";
import * as z from "../reading/shape.ts";
import type { Line } from "./line.ts";
import { typedShell } from "./markup.ts";
import type { ReaderState } from "./state.ts";

/** A prompt of the branch that is alive. */
export const LivePrompt = z.object({
  /** The mark of its parent's id; null for the first. */
  parent: z.nullable(z.number()),
  at: z.string(),
  /** Where the thread stood before it. */
  before: z.nullable(z.string()),
});
export type LivePrompt = z.infer<typeof LivePrompt>;

/** Nobody goes back further than so many prompts. */
const MOST_PROMPTS = 256;

/**
 * Puts what a line says behind the place it hangs on. Who goes back deletes nothing: Claude Code appends the next prompt
 * to the parent of the one whose place it takes. Nothing but a second prompt of one parent says so: calls in parallel
 * fork the tree as well, a compaction begins a new one, and most of the lines between are never parsed. A prompt that is
 * not newer than the other is a copy of it, as some versions write them when they compact.
 */
export function placed(line: Line, state: ReaderState, deltas: readonly Delta[]): readonly Delta[] {
  const back = deltas.some(isPrompt) ? notePrompt(line, state) : [];
  for (const delta of deltas) state.anchor = anchorAfter(delta, state.anchor);
  return back.length === 0 ? deltas : [...back, ...deltas];
}

const PARENT = Buffer.from('{"parentUuid":"');

/** True for a line that hangs on another, as Claude Code begins them all; also of those that nobody parses. */
export function hasParent(line: Buffer): boolean {
  return line.subarray(0, PARENT.length).equals(PARENT);
}

/** What a person can go back to, and what they send after it. */
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

/** Of the first that hangs on the same and is older. Asked of hundreds at every prompt, so without a call for each. */
function placeOf(prompts: readonly LivePrompt[], parent: number | null, at: string): number {
  let place = 0;
  for (const prompt of prompts) {
    if (prompt.parent === parent && prompt.at < at) return place;
    place += 1;
  }
  return -1;
}

/** Where no line has a parent, or another session begins, a prompt without one takes nobody's place. */
function isRooted(sessionId: unknown, state: ReaderState): boolean {
  return state.isTree && sessionId === state.threadId;
}

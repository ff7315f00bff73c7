import * as z from "zod/mini";
import { StopReason } from "../../thread/message-schema.ts";
import { Anchor } from "../reading/branch.ts";
import { OpenCalls, LeftRunning } from "../reading/calls.ts";
import { mapOf, storedAs } from "../reading/stored.ts";

/** A script of the model that calls tools, with the outcome of its calls so far. */
const Script = z.object({
  edits: z.boolean(),
  exitCode: z.optional(z.number()),
  output: z.string(),
  runs: z.optional(z.boolean()),
  /** How long it waits for a command before it goes on without its end, in milliseconds. */
  waits: z.optional(z.number()),
});
export type Script = z.infer<typeof Script>;

const State = z.object({
  threadId: z.optional(z.string()),
  model: z.optional(z.string()),
  /** How many responses the model has given. The items of one response are parts of one message. */
  responses: z.number(),
  open: z.boolean(),
  /** True when the usage of the last response is known. */
  metered: z.boolean(),
  stopReason: StopReason,
  /** The thread's total tokens at the last count: the same count is written more than once. */
  tokens: z.number(),
  /** How many items had no id of their own. */
  items: z.number(),
  calls: OpenCalls,
  scripts: mapOf(Script),
  left: LeftRunning,
  anchor: Anchor,
  /** The last message or result before each of the person's messages, newest last. */
  turnStarts: z.array(Anchor),
});
export type ReaderState = z.output<typeof State>;

export const STATE = storedAs(State, {
  responses: 0,
  open: false,
  metered: true,
  stopReason: "end_turn",
  tokens: 0,
  items: 0,
  anchor: null,
  turnStarts: [],
});

const MAX_TURN_STARTS = 512;

export function rememberTurnStart(state: ReaderState): void {
  state.turnStarts.push(state.anchor);
  if (state.turnStarts.length > MAX_TURN_STARTS) state.turnStarts.shift();
}

export function responseId(state: ReaderState): string {
  if (!state.open) {
    state.responses += 1;
    state.open = true;
    state.metered = false;
  }
  return `response-${state.responses}`;
}

export function itemId(state: ReaderState, kind: string): string {
  state.items += 1;
  return `${kind}-${state.items}`;
}

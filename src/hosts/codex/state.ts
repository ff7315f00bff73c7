import * as z from "../reading/shape.ts";
import { Anchor } from "../reading/branch.ts";
import { type OpenCalls, StoredCalls } from "../reading/calls.ts";
import { type LeftRunning, StoredLeftRunning } from "../reading/left-running.ts";
import { StoredStopReason } from "../reading/stop-reason.ts";

/** A script of the model that calls tools, with the outcome of its calls so far. */
const Script = z.object({
  edits: z.boolean(),
  exitCode: z.optional(z.number()),
  output: z.string(),
  /** True when it runs commands. */
  runs: z.optional(z.boolean()),
  /** How long it waits for a command before it goes on without its end, in milliseconds. */
  waits: z.optional(z.number()),
});
export type Script = z.infer<typeof Script>;

const StoredState = z.object({
  threadId: z.optional(z.string()),
  model: z.optional(z.string()),
  /** How many responses the model has given. The items of one response are parts of one message. */
  responses: z.number(),
  open: z.boolean(),
  /** True when the usage of the last response is known. */
  metered: z.boolean(),
  stopReason: StoredStopReason,
  /** The thread's total tokens at the last count: the same count is written more than once. */
  tokens: z.number(),
  /** How many items had no id of their own. */
  items: z.number(),
  calls: StoredCalls,
  scripts: z.array(z.tuple([z.string(), Script])),
  left: z.optional(StoredLeftRunning),
  anchor: Anchor,
  /** The last message or result before each of the person's messages, newest last. */
  turnStarts: z.array(Anchor),
});
type StoredState = z.infer<typeof StoredState>;

/** What the reader has to remember from one line to the next. */
export type ReaderState = Omit<StoredState, "calls" | "scripts" | "left"> & {
  readonly calls: OpenCalls;
  readonly scripts: Map<string, Script>;
  readonly left: LeftRunning;
};

const NOTHING: StoredState = {
  responses: 0,
  open: false,
  metered: true,
  stopReason: "end_turn",
  tokens: 0,
  items: 0,
  calls: [],
  scripts: [],
  anchor: null,
  turnStarts: [],
};

export function restoreState(stored: unknown): ReaderState {
  const state: StoredState = StoredState.fits(stored) ? stored : NOTHING;
  return {
    ...state,
    calls: new Map(state.calls),
    scripts: new Map(state.scripts),
    left: new Map(state.left),
    turnStarts: [...state.turnStarts],
  };
}

export function storeState(state: ReaderState): StoredState {
  return {
    ...state,
    calls: [...state.calls],
    scripts: [...state.scripts],
    left: [...state.left],
    turnStarts: [...state.turnStarts],
  };
}

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

import * as z from "../reading/shape.ts";
import type { StopReason } from "../../thread/message.ts";
import { type Anchor } from "../reading/branch.ts";
import { type OpenCalls, StoredCalls } from "../reading/calls.ts";
import { StoredStopReason } from "../reading/stop-reason.ts";

/** A script of the model that calls tools: what its calls came to so far. */
const Script = z.object({ edits: z.boolean(), exitCode: z.optional(z.number()), output: z.string() });
export type Script = z.infer<typeof Script>;

const StoredState = z.object({
  threadId: z.optional(z.string()),
  model: z.optional(z.string()),
  responses: z.number(),
  open: z.boolean(),
  metered: z.boolean(),
  stopReason: StoredStopReason,
  tokens: z.number(),
  items: z.number(),
  calls: StoredCalls,
  scripts: z.array(z.tuple([z.string(), Script])),
  anchor: z.nullable(z.string()),
  turnStarts: z.array(z.nullable(z.string())),
});
type StoredState = z.infer<typeof StoredState>;

/** What a reader has to remember from one line to the next. */
export interface ReaderState {
  threadId: string | undefined;
  model: string | undefined;
  /** Responses of the model so far: the items of one are parts of one message. */
  responses: number;
  /** The last response may still get items. */
  open: boolean;
  /** The usage of the last response is known. */
  metered: boolean;
  stopReason: StopReason;
  /** The thread's tokens when they were counted last: the same count is written more than once. */
  tokens: number;
  /** Items without an id of their own so far. */
  items: number;
  readonly calls: OpenCalls;
  readonly scripts: Map<string, Script>;
  anchor: Anchor;
  /** Where the thread stood before each of the person's messages, the newest last. */
  turnStarts: Anchor[];
}

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
  const parsed = StoredState.safeParse(stored);
  const state = parsed.success ? parsed.data : NOTHING;
  return {
    ...state,
    threadId: state.threadId,
    model: state.model,
    calls: new Map(state.calls),
    scripts: new Map(state.scripts),
    turnStarts: [...state.turnStarts],
  };
}

export function storeState(state: ReaderState): StoredState {
  return {
    ...state,
    calls: [...state.calls],
    scripts: [...state.scripts],
    turnStarts: [...state.turnStarts],
  };
}

const MAX_TURN_STARTS = 512;

export function rememberTurnStart(state: ReaderState): void {
  state.turnStarts.push(state.anchor);
  if (state.turnStarts.length > MAX_TURN_STARTS) state.turnStarts.shift();
}

/** The message that the next item of the model belongs to. */
export function responseId(state: ReaderState): string {
  if (!state.open) {
    state.responses += 1;
    state.open = true;
    state.metered = false;
  }
  return `response-${state.responses}`;
}

/** A name for an item that has none. */
export function itemId(state: ReaderState, kind: string): string {
  state.items += 1;
  return `${kind}-${state.items}`;
}

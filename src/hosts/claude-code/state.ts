import { type OpenCalls, StoredCalls } from "../reading/calls.ts";
import * as z from "../reading/shape.ts";
import { Anchor } from "../reading/branch.ts";
import { LivePrompt } from "./going-back.ts";
import { SeenLines } from "./seen-lines.ts";

const QueuedItem = z.object({ id: z.string(), text: z.string(), person: z.boolean() });
export type QueuedItem = z.infer<typeof QueuedItem>;

const StoredState = z.object({
  threadId: z.optional(z.string()),
  cwd: z.optional(z.string()),
  /** Set when the whole file is a subagent's. */
  agentId: z.optional(z.string()),
  /** A compaction was announced and its summary has not come yet. */
  compacting: z.boolean(),
  calls: StoredCalls,
  seen: z.string(),
  queued: z.array(QueuedItem),
  queuedCount: z.number(),
  /** Items that left the queue to become a line of their own, which has not come yet. */
  dequeues: z.number(),
  /** Texts put into the thread when the queue let them go; an attachment will repeat them. */
  delivered: z.array(z.string()),
  /** Texts put into the thread by an attachment; the queue will still let them go. */
  absorbed: z.array(z.string()),
  /** The newest line that says of what hangs on it that the agent is not to answer. */
  caveat: z.optional(z.string()),
  /** The last message or result that was given out. */
  anchor: Anchor,
  /** Those one can go back to, the oldest first. */
  prompts: z.array(LivePrompt),
  /** Lines say which one they hang on. */
  isTree: z.boolean(),
  /** A run was printed to its end. */
  isOver: z.boolean(),
});
type StoredState = z.infer<typeof StoredState>;

/** What a reader has to remember from one line to the next. Every list in it is bounded. */
export type ReaderState = Omit<StoredState, "calls" | "seen"> & {
  readonly calls: OpenCalls;
  readonly seen: SeenLines;
};

export function restoreState(stored: unknown): ReaderState {
  const state: StoredState = StoredState.fits(stored) ? stored : NOTHING;
  return {
    ...state,
    calls: new Map(state.calls),
    seen: new SeenLines(state.seen),
    queued: [...state.queued],
    delivered: [...state.delivered],
    absorbed: [...state.absorbed],
    prompts: [...state.prompts],
  };
}

export function storeState(state: ReaderState): StoredState {
  return {
    ...state,
    calls: [...state.calls],
    seen: state.seen.store(),
    queued: [...state.queued],
    delivered: [...state.delivered],
    absorbed: [...state.absorbed],
    prompts: [...state.prompts],
  };
}

const NOTHING: StoredState = {
  compacting: false,
  calls: [],
  seen: "",
  queued: [],
  queuedCount: 0,
  dequeues: 0,
  delivered: [],
  absorbed: [],
  anchor: null,
  prompts: [],
  isTree: false,
  isOver: false,
};

export const MAX_QUEUED = 64;

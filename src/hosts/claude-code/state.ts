import { type OpenCalls, StoredCalls } from "../reading/calls.ts";
import * as z from "../reading/shape.ts";
import type { Anchor } from "../reading/branch.ts";
import { LivePrompt } from "./going-back.ts";
import { SeenLines } from "./seen-lines.ts";

const QueuedItem = z.object({ id: z.string(), text: z.string(), person: z.boolean() });
export type QueuedItem = z.infer<typeof QueuedItem>;

const StoredState = z.object({
  threadId: z.optional(z.string()),
  cwd: z.optional(z.string()),
  agentId: z.optional(z.string()),
  compacting: z.boolean(),
  calls: StoredCalls,
  seen: z.string(),
  queued: z.array(QueuedItem),
  queuedCount: z.number(),
  dequeues: z.number(),
  delivered: z.array(z.string()),
  absorbed: z.array(z.string()),
  caveat: z.optional(z.string()),
  anchor: z.nullable(z.string()),
  prompts: z.array(LivePrompt),
  isTree: z.boolean(),
  isOver: z.boolean(),
});
type StoredState = z.infer<typeof StoredState>;

/** What a reader has to remember from one line to the next. Every list in it is bounded. */
export interface ReaderState {
  threadId: string | undefined;
  cwd: string | undefined;
  /** Set when the whole file is a subagent's. */
  agentId: string | undefined;
  /** A compaction was announced and its summary has not come yet. */
  compacting: boolean;
  readonly calls: OpenCalls;
  readonly seen: SeenLines;
  queued: QueuedItem[];
  queuedCount: number;
  /** Items that left the queue to become a line of their own, which has not come yet. */
  dequeues: number;
  /** Texts put into the thread when the queue let them go; an attachment will repeat them. */
  delivered: string[];
  /** Texts put into the thread by an attachment; the queue will still let them go. */
  absorbed: string[];
  /** The newest line that says of what hangs on it that the agent is not to answer. */
  caveat: string | undefined;
  /** The last message or result that was given out. */
  anchor: Anchor;
  /** Those one can go back to, the oldest first. */
  prompts: LivePrompt[];
  /** Lines say which one they hang on. */
  isTree: boolean;
  /** A run was printed to its end. */
  isOver: boolean;
}

/** A stored state that cannot be understood counts as none: reading goes on, only without memory. */
export function restoreState(stored: unknown): ReaderState {
  const parsed = stored === undefined ? undefined : StoredState.safeParse(stored);
  const state: StoredState = parsed?.success ? parsed.data : NOTHING;
  return {
    threadId: state.threadId,
    cwd: state.cwd,
    agentId: state.agentId,
    compacting: state.compacting,
    calls: new Map(state.calls),
    seen: new SeenLines(state.seen),
    queued: [...state.queued],
    queuedCount: state.queuedCount,
    dequeues: state.dequeues,
    delivered: [...state.delivered],
    absorbed: [...state.absorbed],
    caveat: state.caveat,
    anchor: state.anchor,
    prompts: [...state.prompts],
    isTree: state.isTree,
    isOver: state.isOver,
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

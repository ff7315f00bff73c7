import * as z from "zod/mini";
import type { Loose } from "../../text/loose.ts";
import { Anchor } from "../reading/branch.ts";
import { OpenCalls, LeftRunning } from "../reading/calls.ts";
import { storedAs } from "../reading/stored.ts";
import { SeenLines } from "./seen-lines.ts";

const QueuedItem = z.object({ id: z.string(), text: z.string(), person: z.boolean() });
export type QueuedItem = z.infer<typeof QueuedItem>;

/** A prompt in the current branch of the conversation. */
const LivePrompt = z.object({
  /** The fingerprint of its parent's id; null for the first prompt. */
  parent: z.nullable(z.number()),
  at: z.string(),
  /** The last message or result of the thread before this prompt. */
  before: z.nullable(z.string()),
});
export type LivePrompt = z.infer<typeof LivePrompt>;

const Seen = z.codec(z.string(), z.instanceof(SeenLines), {
  decode: (stored) => new SeenLines(stored),
  encode: (seen) => seen.store(),
});

const State = z.object({
  threadId: z.optional(z.string()),
  cwd: z.optional(z.string()),
  /** Set when the whole file belongs to a subagent. */
  agentId: z.optional(z.string()),
  /** True when a compaction was announced and its summary has not come yet. */
  compacting: z.boolean(),
  calls: OpenCalls,
  left: LeftRunning,
  seen: Seen,
  queued: z.array(QueuedItem),
  queuedCount: z.number(),
  /** How many items left the queue to become prompts whose lines have not come yet. */
  dequeues: z.number(),
  /** Texts added to the thread when they left the queue; an attachment will repeat them. */
  delivered: z.array(z.string()),
  /** Texts added to the thread by an attachment; their removal from the queue will still come. */
  absorbed: z.array(z.string()),
  caveat: z.optional(z.string()),
  anchor: Anchor,
  /** The prompts that the person can go back to, oldest first. */
  prompts: z.array(LivePrompt),
  isTree: z.boolean(),
  /** True when a run was printed to its end. */
  isOver: z.boolean(),
});
export type ReaderState = z.output<typeof State>;

export const { restore: restoreState, store: storeState } = storedAs(State, {
  compacting: false,
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
});

export const MAX_QUEUED = 64;

export interface Line {
  readonly record: Loose;
  readonly id: string;
  readonly at: string | undefined;
}

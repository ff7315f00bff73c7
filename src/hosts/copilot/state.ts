import type { Usage } from "../../thread/usage.ts";
import { type OpenCalls, StoredCalls } from "../reading/calls.ts";
import { type LeftRunning, StoredLeftRunning } from "../reading/left-running.ts";
import * as z from "../reading/shape.ts";

const StoredUsage: z.Shape<Usage> = z.object({
  operationType: z.enum(["inference", "course-correction", "verification", "handoff"]),
  model: z.string(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  cachedInputTokens: z.number(),
  cacheWriteTokens: z.number(),
  reasoningTokens: z.number(),
  cost: z.optional(z.number()),
});

const StoredState = z.object({
  threadId: z.optional(z.string()),
  cwd: z.optional(z.string()),
  model: z.optional(z.string()),
  /** What a hook objected at the end of the turn: it comes back as the next user message. */
  objection: z.optional(z.string()),
  /** The usage of the next message: it is written before that message. */
  usage: z.optional(StoredUsage),
  calls: StoredCalls,
  left: z.optional(StoredLeftRunning),
});
type StoredState = z.infer<typeof StoredState>;

export type ReaderState = Omit<StoredState, "calls" | "left"> & {
  readonly calls: OpenCalls;
  readonly left: LeftRunning;
};

export function restoreState(stored: unknown): ReaderState {
  const state: StoredState = StoredState.fits(stored) ? stored : { calls: [] };
  return { ...state, calls: new Map(state.calls), left: new Map(state.left) };
}

export function storeState(state: ReaderState): StoredState {
  return { ...state, calls: [...state.calls], left: [...state.left] };
}

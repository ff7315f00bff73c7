import type { Usage } from "../../thread/usage.ts";
import { type OpenCalls, StoredCalls } from "../reading/calls.ts";
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
  objection: z.optional(z.string()),
  usage: z.optional(StoredUsage),
  calls: StoredCalls,
});
type StoredState = z.infer<typeof StoredState>;

export interface ReaderState {
  threadId: string | undefined;
  cwd: string | undefined;
  model: string | undefined;
  /** What a hook said at the end of the turn: it comes back as the next message of the user. */
  objection: string | undefined;
  /** Counted before the message it belongs to is written. */
  usage: Usage | undefined;
  readonly calls: OpenCalls;
}

export function restoreState(stored: unknown): ReaderState {
  const parsed = StoredState.safeParse(stored);
  const state: StoredState = parsed.success ? parsed.data : { calls: [] };
  return {
    threadId: state.threadId,
    cwd: state.cwd,
    model: state.model,
    objection: state.objection,
    usage: state.usage,
    calls: new Map(state.calls),
  };
}

export function storeState(state: ReaderState): StoredState {
  return { ...state, calls: [...state.calls] };
}

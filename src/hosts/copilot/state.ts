import * as z from "zod/mini";
import { type OpenCalls, StoredCalls } from "../calls.ts";
import { Usage } from "../../thread/usage.ts";

const StoredState = z.object({
  threadId: z.optional(z.string()),
  cwd: z.optional(z.string()),
  model: z.optional(z.string()),
  objection: z.optional(z.string()),
  usage: z.optional(Usage),
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

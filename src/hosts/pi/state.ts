import * as z from "../reading/shape.ts";
import { type Branch, NO_BRANCH, restoreBranch, storeBranch, StoredBranch } from "../reading/branch.ts";
import { type OpenCalls, StoredCalls } from "../reading/calls.ts";

const StoredState = z.object({
  threadId: z.optional(z.string()),
  entries: z.number(),
  calls: StoredCalls,
  branch: StoredBranch,
});
type StoredState = z.infer<typeof StoredState>;

export interface ReaderState {
  threadId: string | undefined;
  /** Entries so far: in the oldest version they have no ids. */
  entries: number;
  readonly calls: OpenCalls;
  readonly branch: Branch;
}

export function restoreState(stored: unknown): ReaderState {
  const parsed = StoredState.safeParse(stored);
  const state: StoredState = parsed.success ? parsed.data : { entries: 0, calls: [], branch: NO_BRANCH };
  return {
    threadId: state.threadId,
    entries: state.entries,
    calls: new Map(state.calls),
    branch: restoreBranch(state.branch),
  };
}

export function storeState(state: ReaderState): StoredState {
  return { ...state, calls: [...state.calls], branch: storeBranch(state.branch) };
}

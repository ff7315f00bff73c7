import * as z from "../reading/shape.ts";
import { type Branch, NO_BRANCH, restoreBranch, storeBranch, StoredBranch } from "../reading/branch.ts";
import { type LeftRunning, StoredLeftRunning } from "../reading/left-running.ts";
import { type OpenCalls, StoredCalls } from "../reading/calls.ts";

const StoredState = z.object({
  threadId: z.optional(z.string()),
  /** How many entries were read: in the oldest version they have no ids. */
  entries: z.number(),
  calls: StoredCalls,
  left: z.optional(StoredLeftRunning),
  branch: StoredBranch,
});
type StoredState = z.infer<typeof StoredState>;

export type ReaderState = Omit<StoredState, "calls" | "left" | "branch"> & {
  readonly calls: OpenCalls;
  readonly left: LeftRunning;
  readonly branch: Branch;
};

export function restoreState(stored: unknown): ReaderState {
  const state: StoredState = StoredState.fits(stored) ? stored : { entries: 0, calls: [], branch: NO_BRANCH };
  return { ...state, calls: new Map(state.calls), left: new Map(state.left), branch: restoreBranch(state.branch) };
}

export function storeState(state: ReaderState): StoredState {
  return { ...state, calls: [...state.calls], left: [...state.left], branch: storeBranch(state.branch) };
}

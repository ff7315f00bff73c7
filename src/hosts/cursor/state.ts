import * as z from "../reading/shape.ts";

const StoredState = z.object({
  threadId: z.optional(z.string()),
  lines: z.number(),
  calls: z.number(),
  /** The calls of the last message: their ids and action kinds. */
  open: z.array(z.tuple([z.string(), z.string()])),
});
type StoredState = z.infer<typeof StoredState>;

export type ReaderState = Omit<StoredState, "open"> & { open: Map<string, string> };

export function restoreState(stored: unknown): ReaderState {
  const state: StoredState = StoredState.fits(stored) ? stored : { lines: 0, calls: 0, open: [] };
  return { ...state, open: new Map(state.open) };
}

export function storeState(state: ReaderState): StoredState {
  return { ...state, open: [...state.open] };
}

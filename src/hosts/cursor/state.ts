import * as z from "../reading/shape.ts";

const StoredState = z.object({
  threadId: z.optional(z.string()),
  lines: z.number(),
  calls: z.number(),
  open: z.array(z.tuple([z.string(), z.string()])),
});
type StoredState = z.infer<typeof StoredState>;

export interface ReaderState {
  threadId: string | undefined;
  lines: number;
  calls: number;
  /** Calls of the last message, by their id: what each does. */
  open: Map<string, string>;
}

export function restoreState(stored: unknown): ReaderState {
  const parsed = StoredState.safeParse(stored);
  const state: StoredState = parsed.success ? parsed.data : { lines: 0, calls: 0, open: [] };
  return { ...state, threadId: state.threadId, open: new Map(state.open) };
}

export function storeState(state: ReaderState): StoredState {
  return { ...state, open: [...state.open] };
}

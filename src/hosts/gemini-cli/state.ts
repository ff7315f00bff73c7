import * as z from "../reading/shape.ts";
import { type Ledger, restoreLedger, StoredLedger, storeLedger } from "../reading/ledger.ts";

/** Messages that may still be written again. */
export const REMEMBERED = 1024;

const StoredState = z.object({
  threadId: z.optional(z.string()),
  mode: z.optional(z.string()),
  cwd: z.optional(z.string()),
  ledger: StoredLedger,
});
type StoredState = z.infer<typeof StoredState>;

export interface ReaderState {
  threadId: string | undefined;
  mode: string | undefined;
  cwd: string | undefined;
  readonly ledger: Ledger;
}

export function restoreState(stored: unknown): ReaderState {
  const parsed = StoredState.safeParse(stored);
  const state: StoredState = parsed.success ? parsed.data : { ledger: [] };
  return { threadId: state.threadId, mode: state.mode, cwd: state.cwd, ledger: restoreLedger(state.ledger) };
}

export function storeState(state: ReaderState): StoredState {
  return { ...state, ledger: storeLedger(state.ledger) };
}

import * as z from "../reading/shape.ts";
import { type Ledger, restoreLedger, StoredLedger, storeLedger } from "../reading/ledger.ts";

const StoredState = z.object({
  threadId: z.optional(z.string()),
  cwd: z.optional(z.string()),
  /** The id of the newest message that stands for a command which the person ran. */
  shell: z.optional(z.string()),
  ledger: StoredLedger,
});
type StoredState = z.infer<typeof StoredState>;

export type ReaderState = Omit<StoredState, "ledger"> & { readonly ledger: Ledger };

export function restoreState(stored: unknown): ReaderState {
  const state: StoredState = StoredState.fits(stored) ? stored : { ledger: [] };
  return { ...state, ledger: restoreLedger(state.ledger) };
}

export function storeState(state: ReaderState): StoredState {
  return { ...state, ledger: storeLedger(state.ledger) };
}

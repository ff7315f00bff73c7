import { type Ledger, restoreLedger, StoredLedger, storeLedger } from "../reading/ledger.ts";
import * as z from "../reading/shape.ts";

const StoredState = z.object({ threadId: z.optional(z.string()), ledger: StoredLedger });
type StoredState = z.infer<typeof StoredState>;

export interface ReaderState {
  threadId: string | undefined;
  readonly ledger: Ledger;
}

export function restoreState(stored: unknown): ReaderState {
  const parsed = StoredState.safeParse(stored);
  const state: StoredState = parsed.success ? parsed.data : { ledger: [] };
  return { threadId: state.threadId, ledger: restoreLedger(state.ledger) };
}

export function storeState(state: ReaderState): StoredState {
  return { ...state, ledger: storeLedger(state.ledger) };
}

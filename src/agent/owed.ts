import type { Decision } from "../corrector.ts";
import { type RaisedObjection, readRequestState, requestKey } from "../guard/guard.ts";
import type { Store } from "../store/store.ts";
import type { Thread, Turn } from "../thread/thread.ts";
import { lastTurn, requestIdOf } from "../thread/turns.ts";
import { verdictOf } from "../verdict.ts";

/** A correction that the guard permitted, and that is not in the thread: the process was killed in between. */
export interface Owed {
  readonly decision: Decision;
  /** Returns the permission, when the correction will never be said to the agent. */
  giveBack(): Promise<void>;
}

/** Undefined when nothing is owed, or the guard cannot be read: then it permits nothing either. */
export type FindOwed = (thread: Thread) => Promise<Owed | undefined>;

/** Compares what the guard permitted on the newest request with what was said. `verifies`: answers are verified. */
export function owedIn(store: Pick<Store, "readGuard" | "updateGuard">, verifies: boolean): FindOwed {
  return async (thread) => {
    const turn = lastTurn(thread);
    if (!turn || turn.judged) return undefined;
    const key = requestKey({ host: thread.host, requestId: requestIdOf(thread, turn) });
    const raised = await raisedOn(store, key);
    const last = raised.at(-1);
    if (!last || raised.length <= turn.corrections) return undefined;
    return {
      decision: decisionOn(turn, last, verifies),
      async giveBack() {
        await store.updateGuard(key, (current) => {
          const state = readRequestState(current);
          return { ...state, raised: state.raised.slice(0, turn.corrections) };
        });
      },
    };
  };
}

async function raisedOn(store: Pick<Store, "readGuard">, key: string): Promise<readonly RaisedObjection[]> {
  try {
    return readRequestState(await store.readGuard(key)).raised;
  } catch {
    return [];
  }
}

function decisionOn(turn: Turn, { judge, category, message }: RaisedObjection, verifies: boolean): Decision {
  const by = judge === "evidence" ? "evidence" : "model";
  const reason = "it was found before the agent was stopped, and is said now";
  return {
    turn: turn.number,
    gate: { open: true, evidenceOpen: true, reasons: [] },
    verdict: verdictOf(by, "correct", reason, { category: category ?? null, message }),
    inject: true,
    ...(verifies ? { attempt: turn.corrections + 1 } : {}),
  };
}

import * as z from "zod/mini";
import type { Store } from "../store/store.ts";

/** The right to do something alone, among all processes. It runs out by itself, so that a killed owner blocks nobody. */
export interface Lease {
  /** Takes it, or holds on to it. False while somebody else has it. */
  take(): Promise<boolean>;
  release(): Promise<void>;
}

export interface LeaseParts {
  readonly store: Pick<Store, "updateGuard">;
  readonly key: string;
  readonly owner: string;
  /** How long it holds without being taken again. */
  readonly forMs: number;
  readonly now: () => Date;
}

const State = z.object({ owner: z.string(), until: z.number() });

/** One that ends later than anybody can ask for was taken before the clock was set back, and would hold until then. */
export function createLease({ store, key, owner, forMs, now }: LeaseParts): Lease {
  return {
    async take() {
      let mine = false;
      await store.updateGuard(key, (current) => {
        const held = State.safeParse(current).data;
        const at = now().getTime();
        mine = !held || held.owner === owner || held.until <= at || held.until > at + 2 * forMs;
        return mine ? { owner, until: at + forMs } : current;
      });
      return mine;
    },
    async release() {
      await store.updateGuard(key, (current) => (State.safeParse(current).data?.owner === owner ? undefined : current));
    },
  };
}

import * as z from "zod/mini";
import type { Store } from "../store/store.ts";

export interface Lease {
  take(): Promise<boolean>;
  release(): Promise<void>;
}

export interface LeaseParts {
  readonly store: Pick<Store, "updateGuard">;
  readonly key: string;
  readonly owner: string;
  readonly forMs: number;
  readonly now: () => Date;
}

const State = z.object({ owner: z.string(), until: z.number() });

/** A lease that ends too far in the future is from before the clock was set back; it would block until then. */
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

import type { WatchParts } from "../audit/watch.ts";
import { asOwnWords, type OwnWords, readOwnWords } from "../hook/own-words.ts";
import type { Store } from "../store/store.ts";

/** What our hooks say to agents while somebody watches: some hosts write it down like a word of the person. */
export interface SaidWords {
  /** Asks what was said since. That it cannot be asked changes nothing of what is known. */
  recall(): Promise<void>;
  readonly recognise: NonNullable<WatchParts["recognise"]>;
}

export function saidWords(store: Pick<Store, "readGuard"> | undefined, hosts: readonly string[]): SaidWords {
  const said = new Map<string, readonly OwnWords[]>();
  return {
    async recall() {
      if (!store) return;
      for (const host of hosts) {
        const words = await readOwnWords(store, host).catch(() => undefined);
        if (words) said.set(host, words);
      }
    },
    recognise: (host, deltas) => deltas.map((delta) => asOwnWords(delta, said.get(host.name) ?? [])),
  };
}

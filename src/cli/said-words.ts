import type { WatchParts } from "../audit/watch.ts";
import { readOwnWords } from "../guard/own-words.ts";
import type { Store } from "../store/store.ts";
import { recognising } from "../thread/own-words.ts";

/** What our hooks say to agents while somebody watches: some hosts write it down like a word of the person. */
export interface SaidWords {
  /** Asks what was said since. That it cannot be asked changes nothing of what is known. */
  recall(): Promise<void>;
  readonly recognise: NonNullable<WatchParts["recognise"]>;
}

export function saidWords(store: Pick<Store, "readGuard"> | undefined, hosts: readonly string[]): SaidWords {
  const said = new Map<string, ReturnType<typeof recognising>>();
  return {
    async recall() {
      if (!store) return;
      for (const host of hosts) {
        const words = await readOwnWords(store, host).catch(() => undefined);
        if (words) said.set(host, recognising(words));
      }
    },
    recognise(host, deltas) {
      const recognise = said.get(host.name);
      return recognise ? deltas.map(recognise) : deltas;
    },
  };
}

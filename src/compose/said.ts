import type { Said } from "../audit/said.ts";
import type { WatchParts } from "../audit/watch.ts";
import type { Config } from "../config.ts";
import { readOwnWords } from "../guard/own-words.ts";
import { HOSTS } from "../hosts/hosts.ts";
import type { Store } from "../store/store.ts";
import { type OwnWords, recognising } from "../thread/own-words.ts";
import { askStore } from "./ask-store.ts";

type Asked = Pick<Store, "readGuard">;

/** What our hooks said to agents, as far as it is remembered. */
export function saidIn(config: Config): Promise<Said> {
  return askStore<Said>(config, new Map(), readSaid);
}

async function readSaid(store: Asked): Promise<Said> {
  const said = new Map<string, readonly OwnWords[]>();
  for (const { name } of HOSTS) said.set(name, await readOwnWords(store, name));
  return said;
}

/** The same while somebody watches and more is said. */
export interface SaidMeanwhile {
  /** Asks what was said since. That it cannot be asked changes nothing of what is known. */
  recall(): Promise<void>;
  readonly recognise: NonNullable<WatchParts["recognise"]>;
}

export function saidMeanwhile(store: Asked | undefined): SaidMeanwhile {
  let recognisers = new Map<string, ReturnType<typeof recognising>>();
  return {
    async recall() {
      const said = store && (await readSaid(store).catch(() => undefined));
      if (said) recognisers = new Map([...said].map(([host, own]) => [host, recognising(own)]));
    },
    recognise(host, deltas) {
      const recognise = recognisers.get(host.name);
      return recognise ? deltas.map(recognise) : deltas;
    },
  };
}

import type { WatchParts } from "../audit/watch.ts";
import type { Config } from "../config.ts";
import { type LastWords, lastWords } from "../decisions/last-word.ts";
import { readOwnWords } from "../guard/own-words.ts";
import { HOSTS } from "../hosts/hosts.ts";
import type { Said } from "../session/load-thread.ts";
import type { Store } from "../store/store.ts";
import { type OwnWords, recognising } from "../thread/own-words.ts";
import { askStore } from "./lowered.ts";

type Asked = Pick<Store, "readGuard">;

export function saidIn(config: Config): Promise<Said> {
  return askStore<Said>(config, new Map(), readSaid);
}

async function readSaid(store: Asked): Promise<Said> {
  const said = new Map<string, readonly OwnWords[]>();
  for (const { name } of HOSTS) said.set(name, await readOwnWords(store, name));
  return said;
}

type Recognise = NonNullable<WatchParts["recognise"]>;

/** Our own words during a watch, when more are said meanwhile: `recall` reads them; if it fails, the known ones stay. */
export function saidMeanwhile(store: Asked | undefined) {
  let recognisers = new Map<string, ReturnType<typeof recognising>>();
  return {
    async recall(): Promise<void> {
      const said = store && (await readSaid(store).catch(() => undefined));
      if (said) recognisers = new Map([...said].map(([host, own]) => [host, recognising(own)]));
    },
    recognise: ((host, deltas) => {
      const recognise = recognisers.get(host.name);
      return recognise ? deltas.map(recognise) : deltas;
    }) satisfies Recognise,
  };
}

export function lastWordsIn(config: Config): Promise<LastWords> {
  return askStore<LastWords>(
    config,
    () => undefined,
    async (store) => lastWords(await store.listVerdicts({ marked: true })),
  );
}

import type { Said } from "../audit/said.ts";
import type { Config } from "../config.ts";
import { readOwnWords } from "../guard/own-words.ts";
import { HOSTS } from "../hosts/hosts.ts";
import type { OwnWords } from "../thread/own-words.ts";
import { askStore } from "./ask-store.ts";

/** What our hooks said to agents, as far as it is remembered. */
export function saidIn(config: Config): Promise<Said> {
  return askStore<Said>(config, new Map(), async (store) => {
    const said = new Map<string, readonly OwnWords[]>();
    for (const { name } of HOSTS) said.set(name, await readOwnWords(store, name));
    return said;
  });
}

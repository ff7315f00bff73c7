import type { Config } from "../config.ts";
import { lastWords, type LastWords } from "../decisions/last-word.ts";
import { askStore } from "./ask-store.ts";

/** What people said about decisions, whoever made them. */
export function lastWordsIn(config: Config): Promise<LastWords> {
  return askStore<LastWords>(
    config,
    () => undefined,
    async (store) => lastWords(await store.listVerdicts({ marked: true })),
  );
}

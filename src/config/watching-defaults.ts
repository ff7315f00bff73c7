import { configForWatching, DEFAULTS } from "../config.ts";
import type { Config } from "./schema.ts";

/**
 * What holds for watching somebody else's agent while nobody has set anything. The hook's bundle has it as data, so that
 * what reads settings is not loaded where there are none.
 */
export const WATCHING_DEFAULTS: Config = configForWatching({
  config: DEFAULTS,
  origins: new Map([["observer.model", { source: "default" }]]),
});

import { configForWatching, DEFAULTS } from "../config.ts";
import type { Config } from "./schema.ts";

/**
 * The configuration for watching another maker's agent when nothing is set. The hook's bundle contains it as data, so
 * that it need not load the code that reads settings.
 */
export const WATCHING_DEFAULTS: Config = configForWatching({
  config: DEFAULTS,
  origins: new Map([["observer.model", { source: "default" }]]),
});

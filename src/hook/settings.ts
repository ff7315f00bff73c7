import type { Config } from "../config.ts";
import type { Variables } from "../config/environment.ts";
import { unsetConfig } from "../config/unset.ts";

/** What holds for a stop in this directory. */
export async function settingsFor(cwd: string, env: Variables): Promise<Config> {
  const unset = unsetConfig(cwd, env);
  if (unset) return unset;
  const { configForWatching, loadConfig } = await import("../config.ts");
  return configForWatching(loadConfig({ cwd, env, tolerant: true }));
}

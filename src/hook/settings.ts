import type { Config } from "../config.ts";
import { defaultStore, directoriesOf, homeOf, type Variables } from "../config/environment.ts";
import { DISK } from "../config/files.ts";
import { isAnythingSet } from "../config/is-anything-set.ts";
import { WATCHING_DEFAULTS } from "../config/watching-defaults.ts";

/** What holds for a stop in this directory. Most people set nothing, and then nothing is loaded that reads settings. */
export async function settingsFor(cwd: string, env: Variables): Promise<Config> {
  const { platform } = process;
  const directories = directoriesOf(env, homeOf(env, platform), platform);
  if (!isAnythingSet({ cwd, env, directories }, DISK, platform))
    return { ...WATCHING_DEFAULTS, store: { ...WATCHING_DEFAULTS.store, path: defaultStore(directories, platform) } };
  const { configForWatching, loadConfig } = await import("../config.ts");
  return configForWatching(loadConfig({ cwd, env, tolerant: true }));
}

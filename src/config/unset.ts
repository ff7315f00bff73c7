import { defaultStore, directoriesOf, homeOf, type Variables } from "./environment.ts";
import { DISK } from "./files.ts";
import { isAnythingSet } from "./is-anything-set.ts";
import type { Config } from "./schema.ts";
import { WATCHING_DEFAULTS } from "./watching-defaults.ts";

/**
 * The configuration for watching when nothing is set, as for most people: then no code that reads settings is loaded.
 */
export function unsetConfig(cwd: string, env: Variables): Config | undefined {
  const { platform } = process;
  const directories = directoriesOf(env, homeOf(env, platform), platform);
  if (isAnythingSet({ cwd, env, directories }, DISK, platform)) return undefined;
  return { ...WATCHING_DEFAULTS, store: { ...WATCHING_DEFAULTS.store, path: defaultStore(directories, platform) } };
}

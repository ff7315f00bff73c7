import { realpathSync } from "node:fs";
import { checkEnvironment } from "../process/environment.ts";
import { isWithin } from "../thread/is-within.ts";
import { createProjectWitness, type ProjectWitness } from "../verifier/checks/witness.ts";
import type { Settings } from "./settings.ts";

/** Somebody who runs the project's checks on what our own agent did, where the person asked for it. */
export function composeWitness({ config, env }: Settings, root: string): ProjectWitness | undefined {
  const { enabled, commands, timeoutSeconds } = config.checks;
  if (!enabled || config.mode === "off") return undefined;
  return createProjectWitness({ root, commands, environment: checkEnvironment(env), timeoutMs: timeoutSeconds * 1000 });
}

/**
 * The same for somebody else's agent: only in directories that the person named for it, because what that agent wrote is
 * run outside of its sandbox. What it wrote is not read back: an editor, or hooks of its own, may have been there too.
 */
export function composeWatchedWitness({ config, env, cwd }: Settings, leftMs: number): ProjectWitness | undefined {
  const { watched, commands, timeoutSeconds } = config.checks;
  const place = realPath(cwd);
  const root = watched.map(realPath).find((directory) => isWithin(place, directory));
  if (root === undefined) return undefined;
  const timeoutMs = Math.min(timeoutSeconds * 1000, leftMs);
  return createProjectWitness({ root, commands, environment: checkEnvironment(env), timeoutMs, readsBack: false });
}

function realPath(directory: string): string {
  try {
    return realpathSync.native(directory);
  } catch {
    return directory;
  }
}

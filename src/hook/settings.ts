import { statSync } from "node:fs";
import type { Config } from "../config.ts";
import type { Variables } from "../config/environment.ts";
import { unsetConfig } from "../config/unset.ts";

/** What holds for a stop in this directory, in the session of this transcript. */
export async function settingsFor(cwd: string, env: Variables, transcript?: string): Promise<Config> {
  const unset = unsetConfig(cwd, env);
  if (unset) return unset;
  const { configForWatching, loadConfig } = await import("../config.ts");
  const { committedFile } = await import("../config/committed.ts");
  const committed = (directory: string) => committedFile(directory, beganAt(transcript), env);
  return configForWatching(loadConfig({ cwd, env, tolerant: true, committed }));
}

/** Longer than a turn takes, and sooner than a project would wait for a session to end that is taken up every day. */
const LONGEST_TURN_MS = 24 * 3600 * 1000;

/** When a session began, as far as its file says: a day ago where it is older, is one of many in a file, or has none. */
export function beganAt(transcript: string | undefined, now: number = Date.now()): Date {
  return new Date(Math.max(bornAt(transcript) ?? 0, now - LONGEST_TURN_MS));
}

/** Hosts name what they like, and not every name can be looked at. */
function bornAt(path: string | undefined): number | undefined {
  try {
    return path === undefined ? undefined : statSync(path, { throwIfNoEntry: false })?.birthtimeMs;
  } catch {
    return undefined;
  }
}

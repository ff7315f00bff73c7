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

/** When a session began, as far as its file says; in the last day, where it is older. */
function beganAt(transcript: string | undefined): Date | undefined {
  const born = transcript === undefined ? undefined : statSync(transcript, { throwIfNoEntry: false })?.birthtimeMs;
  return born === undefined ? undefined : new Date(Math.max(born, Date.now() - LONGEST_TURN_MS));
}

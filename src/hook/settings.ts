import { statSync } from "node:fs";
import { type Config, configForWatching, loadConfig } from "../config.ts";
import { committedFile } from "../config/committed.ts";
import type { Variables } from "../config/environment.ts";
import type { HookEvent } from "../hosts/hook.ts";

/** The settings for a stop in this directory, in the session with this transcript. */
export function settingsFor(
  cwd: string,
  env: Variables,
  { transcript, settings: overrides = {} }: Pick<HookEvent, "transcript" | "settings"> = {},
  verifies = false,
): Config {
  const committed = (directory: string) => committedFile(directory, beganAt(transcript), env);
  const loaded = loadConfig({ cwd, env, tolerant: true, committed, overrides });
  return verifies && loaded.config.verification.enabled ? loaded.config : configForWatching(loaded);
}

/** Longer than a turn takes, but a session resumed every day must not hold up a project's settings for long. */
const LONGEST_TURN_MS = 24 * 3600 * 1000;

/** When a session began, according to its file. At most a day ago; also a day ago when the file does not exist. */
export function beganAt(transcript: string | undefined, now: number = Date.now()): Date {
  return new Date(Math.max(bornAt(transcript) ?? 0, now - LONGEST_TURN_MS));
}

function bornAt(path: string | undefined): number | undefined {
  try {
    return path === undefined ? undefined : statSync(path, { throwIfNoEntry: false })?.birthtimeMs;
  } catch {
    return undefined;
  }
}

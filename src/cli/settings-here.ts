import { type LoadedConfig, type LoadOptions, loadConfig } from "../config.ts";
import type { Io } from "./command.ts";
import { tellIgnored } from "./tell-problems.ts";

/** The settings that hold where the command was called, or in another directory; what was set and does not hold is told. */
export function settingsHere(
  io: Pick<Io, "cwd" | "env" | "err">,
  options: Pick<LoadOptions, "cwd" | "overrides" | "flags"> = {},
): LoadedConfig {
  const loaded = loadConfig({ cwd: io.cwd, env: io.env, ...options });
  tellIgnored(loaded, io);
  return loaded;
}

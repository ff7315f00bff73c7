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

/**
 * For a command that only looks at what is kept, or marks it: for that nobody need mend the settings first. Errors are
 * told, and so is the place that it is kept in, because an error may have hidden another one.
 */
export function settingsToLook(io: Pick<Io, "cwd" | "env" | "err">): LoadedConfig {
  const loaded = loadConfig({ cwd: io.cwd, env: io.env, tolerant: true });
  tellIgnored(loaded, io);
  const errors = loaded.problems.filter(({ severity }) => severity === "error");
  for (const { message } of errors) io.err(`error: ${message}\n`);
  const { path } = loaded.config.store;
  if (errors.length > 0 && path !== null) io.err(`Until that is mended, what is kept in ${path} is looked at.\n`);
  return loaded;
}

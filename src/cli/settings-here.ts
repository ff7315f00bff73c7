import { type LoadedConfig, type LoadOptions, loadConfig } from "../config.ts";
import type { Io } from "./command.ts";
import { tellIgnored } from "./tell-problems.ts";

/** The settings for the current or another directory; settings that have no effect are reported. */
export function settingsHere(
  io: Pick<Io, "cwd" | "env" | "err">,
  options: Pick<LoadOptions, "cwd" | "overrides" | "flags" | "definition"> = {},
): LoadedConfig {
  const loaded = loadConfig({ cwd: io.cwd, env: io.env, ...options });
  tellIgnored(loaded, io);
  return loaded;
}

/** For commands that only show or mark stored data. An error is reported with the store's path: it may hide another. */
export function settingsToLook(io: Pick<Io, "cwd" | "env" | "err">): LoadedConfig {
  const loaded = loadConfig({ cwd: io.cwd, env: io.env, tolerant: true });
  tellIgnored(loaded, io);
  const errors = loaded.problems.filter(({ severity }) => severity === "error");
  for (const { message } of errors) io.err(`error: ${message}\n`);
  const { path } = loaded.config.store;
  if (errors.length > 0 && path !== null) io.err(`Until you mend that, the data in ${path} is used.\n`);
  return loaded;
}

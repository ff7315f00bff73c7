import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { Settings } from "../compose/judging.ts";
import { loadConfig } from "../config.ts";
import { CoxError } from "../errors.ts";
import type { Io } from "./command.ts";
import { tellIgnored } from "./tell-problems.ts";

/** What every command that starts our own agent understands. */
export const AGENT_OPTIONS = {
  model: { type: "string" },
  observer: { type: "string" },
  mode: { type: "string" },
  cwd: { type: "string" },
} as const;

export const AGENT_FLAGS: readonly (readonly [string, string])[] = [
  ["--model PROVIDER/MODEL", "the model that works (default: the first provider with a key)"],
  ["--observer MODEL|none|auto", "the model that watches (default: another family than the agent's)"],
  ["--mode MODE", "end-turn, parallel, verify, shadow or off"],
  ["--cwd DIR", "the workspace (default: here)"],
];

/** The directory to work in, which has to be there: nothing is found in one that is not, and that would look like work done. */
export function directoryOption(value: string | undefined, { cwd }: Pick<Io, "cwd">): string {
  const directory = resolve(cwd, value ?? ".");
  if (value === undefined || statSync(directory, { throwIfNoEntry: false })?.isDirectory()) return directory;
  throw new CoxError("usage", `${directory} is not a directory.`, { hint: "--cwd names the one to work in." });
}

/** The settings that hold for an agent started with these options. */
export function agentSettings(
  values: Partial<Record<keyof typeof AGENT_OPTIONS, string>>,
  io: Io,
  more: Readonly<Record<string, unknown>> = {},
): Settings {
  const cwd = directoryOption(values.cwd, io);
  const overrides = {
    ...more,
    ...(values.model === undefined ? {} : { "agent.model": values.model }),
    ...(values.observer === undefined ? {} : { "observer.model": values.observer }),
    ...(values.mode === undefined ? {} : { mode: values.mode }),
  };
  const loaded = loadConfig({ cwd, env: io.env, overrides });
  tellIgnored(loaded, io);
  return { config: loaded.config, env: io.env, cwd };
}

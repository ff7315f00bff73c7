import { realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { Settings } from "../../compose/settings.ts";
import { CoxError } from "../../errors.ts";
import { neutralise } from "../../neutralise.ts";
import type { ThreadSummary } from "../../store/thread-summary.ts";
import type { Io } from "../command.ts";
import { settingsHere } from "../settings-here.ts";
import { SETTING_FLAGS } from "./parse-options.ts";
import { projectOption } from "./project-option.ts";

export const AGENT_OPTIONS = {
  model: { type: "string" },
  observer: { type: "string" },
  mode: { type: "string" },
  cwd: { type: "string" },
} as const;

export const AGENT_FLAGS: readonly (readonly [string, string])[] = [
  ["--model PROVIDER/MODEL", "the model that works (default: as configured, else of the first provider with a key)"],
  [
    "--observer MODEL",
    "the model that watches: auto, none or provider/model (default: as configured, else auto: another family than the agent's if it can be reached)",
  ],
  ["--mode MODE", "end-turn, parallel, verify, shadow or off (default: as configured, else end-turn)"],
  ["--cwd DIR", "the workspace (default: here)"],
];

/** A missing directory would look like an empty one. For a symlink the real path: threads are known by that. */
export function directoryOption(value: string | undefined, { cwd }: Pick<Io, "cwd">): string {
  if (value === undefined) return cwd;
  // Probably an unset variable in a script; it would otherwise mean this directory.
  if (value === "") throw new CoxError("usage", "--cwd is empty.", { hint: "It names the directory to work in." });
  const directory = resolve(cwd, value);
  if (isDirectory(directory)) return realpathSync.native(directory);
  throw new CoxError("usage", `${directory} is not a directory.`, { hint: "--cwd names the one to work in." });
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

type AgentValues = Partial<Record<keyof typeof AGENT_OPTIONS, string>>;

/** The settings for resuming a thread. The thread knows the files of its own directory, so it goes on there. */
export function settingsOfThread({ id, cwd }: ThreadSummary, here: Settings, values: AgentValues, io: Io): Settings {
  if (values.cwd !== undefined || cwd === undefined || projectOption(here.cwd, here).is(cwd)) return here;
  if (!isDirectory(cwd)) {
    throw new CoxError("usage", `Thread ${id} was worked on in ${cwd}, which is not there any more.`, {
      hint: "--cwd names another directory to go on in.",
    });
  }
  io.err(
    `Thread ${neutralise(id)} goes on in ${neutralise(cwd)}, where it was worked on; --cwd names another directory.\n`,
  );
  return agentSettings({ ...values, cwd }, io);
}

export function agentSettings(values: AgentValues, io: Io, more: Readonly<Record<string, unknown>> = {}): Settings {
  const cwd = directoryOption(values.cwd, io);
  const overrides = {
    ...more,
    ...(values.model === undefined ? {} : { "agent.model": values.model }),
    ...(values.observer === undefined ? {} : { "observer.model": values.observer }),
    ...(values.mode === undefined ? {} : { mode: values.mode }),
  };
  const { config } = settingsHere(io, { cwd, overrides, flags: SETTING_FLAGS });
  return { config, env: io.env, cwd };
}

import { existsSync } from "node:fs";
import { join } from "node:path";
import { homeOf, observerEnvironment, type Variables } from "../config/environment.ts";
import { modelAccess } from "../config/model-access.ts";
import type { Choosing } from "../models/choose.ts";
import type { ModelAccess } from "../models/providers.ts";
import { findProgram } from "../process/find-program.ts";
import type { Settings } from "./settings.ts";

/** Which models could be asked now: by a key in the environment, or by a login on this machine. */
export function choosing({ config, env }: Pick<Settings, "config" | "env">, configured: string): Choosing {
  const { available, variables } = modelAccess(env, config.providers);
  return { configured, available, variables, logins: configured === "auto" ? loginsOf(env) : [] };
}

/** How models are reached now: keys, addresses and the environment. */
export function accessOf({ config, env, cwd }: Settings): ModelAccess {
  return { ...modelAccess(env, config.providers), directory: cwd, environment: observerEnvironment(env) };
}

/** The file that each program leaves after a login. Only its existence is checked. */
const LOGINS: readonly {
  readonly name: string;
  readonly command: string;
  readonly file: (home: string, env: Variables) => string;
}[] = [
  {
    name: "cli/gemini",
    command: "gemini",
    file: (home, env) => join(env["GEMINI_CLI_HOME"] || home, ".gemini", "oauth_creds.json"),
  },
  {
    name: "cli/claude",
    command: "claude",
    file: (home, env) => join(env["CLAUDE_CONFIG_DIR"] || join(home, ".claude"), ".credentials.json"),
  },
  {
    name: "cli/codex",
    command: "codex",
    file: (home, env) => join(env["CODEX_HOME"] || join(home, ".codex"), "auth.json"),
  },
];

function loginsOf(env: Variables): string[] {
  return findLogins(env).flatMap(({ name, program, loggedIn }) => (program && loggedIn ? [name] : []));
}

/** A program that can be asked without a key, and what it still lacks. */
export interface Login {
  /** The model's name, such as `cli/claude`. */
  readonly name: string;
  readonly command: string;
  /** The path of the program, if it is installed. */
  readonly program: string | undefined;
  readonly loggedIn: boolean;
}

export function findLogins(env: Variables): Login[] {
  const home = homeOf(env, process.platform);
  return LOGINS.map(({ name, command, file }) => ({
    name,
    command,
    program: findProgram(command, env),
    loggedIn: home !== undefined && existsSync(file(home, env)),
  }));
}

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { homeOf, observerEnvironment, type Variables } from "../config/environment.ts";
import { modelAccess } from "../config/model-access.ts";
import { asRecord, recordFrom } from "../text/loose.ts";
import { type Choosing, askedInWords, type Choice, chooseObserver } from "../models/choose.ts";
import type { ModelAccess } from "../models/providers.ts";
import { findProgram } from "../process/find-program.ts";
import { TEAM_MODEL } from "../models/model.ts";
import { readMembership } from "../team/client/membership.ts";
import { teamPlaceOf } from "./team-place.ts";
import type { Settings } from "./settings.ts";
import { HOOK_HOSTS } from "../hosts/hooks.ts";
import { familyOfName } from "../models/family.ts";

/** Which models could be asked now: by a key in the environment, or by a login on this machine. */
export function choosing({ config, env }: Pick<Settings, "config" | "env">, configured: string): Choosing {
  const { available, variables } = modelAccess(env, config.providers);
  return { configured, available, variables, logins: configured === "auto" ? loginsOf(env) : [] };
}

/** How models are reached now: keys, addresses and the environment. */
export function accessOf({ config, env, cwd }: Settings): ModelAccess {
  const access = { ...modelAccess(env, config.providers), directory: cwd, environment: observerEnvironment(env) };
  if (config.observer.model !== TEAM_MODEL) return access;
  const place = teamPlaceOf(env);
  return { ...access, team: place && readMembership(place) };
}

interface LoginPlace {
  readonly home: string;
  readonly env: Variables;
  readonly platform: NodeJS.Platform;
}

/** What each program leaves after a login. Only its existence is checked, no secret is read. */
const LOGINS: readonly {
  readonly name: string;
  readonly command: string;
  readonly isThere: (place: LoginPlace) => boolean;
}[] = [
  {
    name: "cli/gemini",
    command: "gemini",
    isThere: ({ home, env }) => existsSync(join(env["GEMINI_CLI_HOME"] || home, ".gemini", "oauth_creds.json")),
  },
  {
    name: "cli/claude",
    command: "claude",
    isThere: ({ home, env, platform }) => {
      const own = env["CLAUDE_CONFIG_DIR"];
      if (existsSync(join(own || join(home, ".claude"), ".credentials.json"))) return true;
      return platform === "darwin" && namesAccount(join(own || home, ".claude.json"));
    },
  },
  {
    name: "cli/codex",
    command: "codex",
    isThere: ({ home, env }) => existsSync(join(env["CODEX_HOME"] || join(home, ".codex"), "auth.json")),
  },
];

function namesAccount(file: string): boolean {
  try {
    return asRecord(recordFrom(readFileSync(file, "utf8"))?.["oauthAccount"]) !== undefined;
  } catch {
    return false;
  }
}

function loginsOf(env: Variables): string[] {
  return findLogins(env).flatMap(({ name, program, loggedIn }) => (program && loggedIn ? [name] : []));
}

/** A program that can be asked without a key, and what it still lacks. */
export interface Login {
  readonly name: string;
  readonly command: string;
  readonly program: string | undefined;
  readonly loggedIn: boolean;
}

export function findLogins(env: Variables, platform: NodeJS.Platform = process.platform): Login[] {
  const home = homeOf(env, platform);
  return LOGINS.map(({ name, command, isThere }) => ({
    name,
    command,
    program: findProgram(command, env),
    loggedIn: home !== undefined && isThere({ home, env, platform }),
  }));
}

/** Which models `observer.model` means for a host's agent: for hosts that run models of many families, of two. */
export function observerOfHost({ config, env }: Pick<Settings, "config" | "env">, host: string) {
  const { model, fallback } = config.observer;
  const reachable = choosing({ config, env }, model);
  const family = HOOK_HOSTS.find(({ name }) => name === host)?.family;
  const choice = choiceFor(family);
  if (!choice.models) {
    const inWords = `nobody, evidence decides alone. ${choice.reason}`;
    return { models: [], inWords, lookedFor: choice.lookedFor };
  }
  const { models } = choice;
  const first = familyOfName(models[0] ?? "");
  if (family !== undefined || model !== "auto") {
    const isOther = family !== undefined && first !== "" && first !== family;
    return { models, inWords: `${askedInWords(choice)}${isOther ? " (another family)" : ""}`, lookedFor: [] };
  }
  const kin = choiceFor(first);
  const other = kin.models ? `, or ${askedInWords(kin)} where it runs a model of that family` : "";
  const all = [...new Set([...models, ...(kin.models ?? [])])];
  return { models: all, inWords: `${askedInWords(choice)}${other}`, lookedFor: [] };

  function choiceFor(agentFamily: string | undefined): Choice {
    return chooseObserver({ ...reachable, fallback, ...(agentFamily === undefined ? {} : { agentFamily }) });
  }
}

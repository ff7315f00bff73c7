import { existsSync } from "node:fs";
import { type LoadOptions, loadConfig } from "../config.ts";
import { nearest } from "../config/nearest.ts";
import { CoxError } from "../text/errors.ts";
import { hostNamed } from "../hosts/hosts.ts";
import type { Installer } from "../hosts/installer.ts";
import { INSTALLERS } from "../hosts/hooks.ts";
import { openManifest } from "../install/manifest.ts";
import { type PlaceRequest, packageRoot } from "../install/place.ts";
import { findProgram } from "../process/find-program.ts";
import type { Io } from "./command.ts";
import { SETTING_FLAGS } from "./options/parse-options.ts";

/** Coxswain's own settings file, and the values chosen for it by key path. */
export interface OwnSettings {
  readonly file: string;
  readonly set: Readonly<Record<string, unknown>>;
}

export function namedHosts(names: readonly string[]): Installer[] {
  return [...new Set(names)].map((name) => {
    const found = INSTALLERS.find((installer) => installer.name === name);
    if (found) return found;
    if (hostNamed(name)) throw onlyRead(name);
    const known = INSTALLERS.map((installer) => installer.name);
    const why =
      name === "vscode"
        ? "VS Code's transcripts cannot be read yet, so there is nothing to install."
        : `there is no host "${name}".`;
    const meant = hostMeant(name, known);
    const hint = meant === undefined ? `Hosts: ${known.join(", ")}.` : `Did you mean ${meant}?`;
    throw new CoxError("usage", why, { hint });
  });
}

/** Other commands accept this name, so the error must not say that it is unknown. */
function onlyRead(name: string): CoxError {
  return new CoxError("usage", `${name} can be read and not hooked, so there is nothing to install.`, {
    hint: "See cox watch and cox audit.",
  });
}

function hostMeant(name: string, known: readonly string[]): string | undefined {
  const plain = name.toLowerCase().replaceAll(/[ _]/g, "-");
  const started = INSTALLERS.find(({ commands }) => commands.includes(plain));
  return started?.name ?? (plain.length > 2 ? nearest(plain, known) : undefined);
}

type HostsRequest = Pick<PlaceRequest, "home" | "env"> & Partial<Pick<PlaceRequest, "scope">>;

/** The hosts on this machine: their command is on the path, or their directory exists. */
export function hostsHere({ home, env, scope }: HostsRequest): Installer[] {
  return INSTALLERS.filter(
    (installer) =>
      (scope !== "project" || installer.userOnly === undefined) &&
      (installer.commands.some((command) => findProgram(command, env) !== undefined) ||
        existsSync(installer.home({ home, env }))),
  );
}

export function installation(
  io: Pick<Io, "cwd" | "env">,
  flags: { readonly user: boolean; readonly project: boolean },
  reading: Pick<LoadOptions, "overrides" | "tolerant"> = {},
) {
  if (flags.user && flags.project) throw new CoxError("usage", "Choose one of --user and --project.");
  const loaded = loadConfig({ cwd: io.cwd, env: io.env, flags: SETTING_FLAGS, ...reading });
  const { config, directories } = loaded;
  const { home, state, config: settings } = directories;
  if (home === undefined || state === undefined || settings === undefined) {
    throw new CoxError("usage", "This machine has no home directory, so there is nowhere to install.");
  }
  const request: PlaceRequest = {
    scope: flags.project ? "project" : "user",
    home,
    project: io.cwd,
    env: io.env,
    config,
    state,
    root: packageRoot(),
    node: process.execPath,
    platform: process.platform,
  };
  return { request, manifest: openManifest(state), settings, loaded };
}

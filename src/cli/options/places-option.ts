import { type Place, transcriptPlaces } from "../../audit/places.ts";
import { homeOf } from "../../config/environment.ts";
import { nearest } from "../../config/nearest.ts";
import { CoxError } from "../../errors.ts";
import type { Host } from "../../hosts/host.ts";
import { HOSTS, hostNamed } from "../../hosts/hosts.ts";
import type { Io } from "../command.ts";

/** Where the named agents keep their transcripts; for all agents when none is named. */
export function hostPlaces(names: readonly string[], io: Io): readonly Place[] {
  const hosts = names.flatMap((name) => hostOption(name)?.name ?? []);
  const home = homeOf(io.env, process.platform);
  if (home === undefined) throw noHome();
  const places = transcriptPlaces({ home, env: io.env });
  const nowhere = hosts.find((name) => !places.some(({ host }) => host === name));
  if (nowhere !== undefined) throw noPlace(nowhere, places);
  return places.filter(({ host }) => hosts.length === 0 || hosts.includes(host));
}

function noHome(): CoxError {
  return new CoxError("usage", "There is nowhere to look for transcripts: this user has no home directory.", {
    hint: "Set HOME, or name files or directories: cox audit PATH…",
  });
}

/** The error for a format without a place of its own, because many programs write it. */
function noPlace(name: string, places: readonly Place[]): CoxError {
  const known = places.map(({ host }) => host).join(", ");
  return new CoxError("usage", `It is not known where ${name} keeps its transcripts.`, {
    hint: `Places are known for ${known}. cox audit and cox check also take files.`,
  });
}

export function hostOption(name: string | undefined): Host | undefined {
  if (name === undefined) return undefined;
  const host = hostNamed(name);
  if (host) return host;
  const known = HOSTS.map((candidate) => candidate.name);
  // People write claude for claude-code.
  const meant = known.find((candidate) => candidate.startsWith(`${name}-`)) ?? nearest(name, known);
  throw new CoxError("usage", `--host: there is no host "${name}".`, {
    hint: `${meant === undefined ? "" : `Did you mean ${meant}? `}Known hosts: ${known.join(", ")}.`,
  });
}

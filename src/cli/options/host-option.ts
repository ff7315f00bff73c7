import { nearest } from "../../config/nearest.ts";
import { CoxError } from "../../errors.ts";
import type { Host } from "../../hosts/host.ts";
import { HOSTS, hostNamed } from "../../hosts/hosts.ts";

/** The host that a person named on the command line. */
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

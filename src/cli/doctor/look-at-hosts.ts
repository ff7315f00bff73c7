import { existsSync } from "node:fs";
import { transcriptPlaces } from "../../audit/places.ts";
import type { Variables } from "../../config.ts";
import { hostNamed } from "../../hosts/hosts.ts";
import { hostsHere } from "../install-request.ts";
import { type Diagnosis, fine, note } from "./diagnosis.ts";

export interface HostsHome {
  readonly home: string | undefined;
  readonly env: Variables;
}

/** More about one found host, by its name: whether our hook is installed and trusted. */
export type LookAtHook = (host: string) => readonly Diagnosis[];

/** Which agents are on this machine: by their programs, their directories and their transcripts. */
export function lookAtHosts({ home, env }: HostsHome, lookAtHook: LookAtHook): Diagnosis[] {
  if (home === undefined) return [note("hosts", "no home directory, so no agents to look for", "Set HOME.")];
  const places = transcriptPlaces({ home, env }).map(({ host, roots }) => ({
    host,
    roots: roots.filter((root) => existsSync(root)),
  }));
  const here = hostsHere({ home, env }).map(({ name }) => name);
  const written = places.filter(({ roots }) => roots.length > 0).map(({ host }) => host);
  const found = [...new Set([...written, ...here])].flatMap((host) => {
    const title = hostNamed(host)?.title ?? host;
    const roots = places.find((place) => place.host === host)?.roots ?? [];
    const where = roots.length > 0 ? roots.join(", ") : "it is here, and has written no transcripts yet";
    return [fine("hosts", `${title}: ${where}`), ...lookAtHook(host)];
  });
  const none = note(
    "hosts",
    "no agent was found, and no agent's transcripts in the usual places",
    "cox check FILE reads one from anywhere.",
  );
  return found.length > 0 ? found : [none];
}

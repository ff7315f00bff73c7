import { existsSync } from "node:fs";
import { transcriptPlaces } from "../../audit/places.ts";
import type { Variables } from "../../config.ts";
import { hostNamed } from "../../hosts/hosts.ts";
import { type Diagnosis, fine, note } from "./diagnosis.ts";

export interface HostsHome {
  readonly home: string | undefined;
  readonly env: Variables;
}

/** More about one host that was found, by its name: whether our hook is in it and trusted. */
export type LookAtHook = (host: string) => readonly Diagnosis[];

/** Which agents have worked on this machine, by where they leave their transcripts. */
export function lookAtHosts({ home, env }: HostsHome, lookAtHook: LookAtHook = () => []): Diagnosis[] {
  if (home === undefined) return [note("hosts", "no home directory, so no agents to look for")];
  const found = transcriptPlaces({ home, env }).flatMap(({ host, roots }) => {
    const there = roots.filter((root) => existsSync(root));
    const title = hostNamed(host)?.title ?? host;
    return there.length === 0 ? [] : [fine("hosts", `${title}: ${there.join(", ")}`), ...lookAtHook(host)];
  });
  const none = note(
    "hosts",
    "no agent's transcripts were found in the usual places",
    "cox check FILE reads one from anywhere.",
  );
  return found.length > 0 ? found : [none];
}

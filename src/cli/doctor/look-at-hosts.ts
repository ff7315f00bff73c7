import { accessSync, constants, existsSync, statSync } from "node:fs";
import { transcriptPlaces } from "../../audit/places.ts";
import type { Variables } from "../../config.ts";
import { errorCode, systemReason } from "../../text/errors.ts";
import { hostNamed } from "../../hosts/hosts.ts";
import { upwards } from "../../text/places.ts";
import { hostsHere } from "../install-request.ts";
import { type Diagnosis, fine, note, warning } from "./diagnosis.ts";

/** Throws the system's error when a place is missing or may not be looked into. */
type LookInto = (place: string) => void;

const lookInto: LookInto = (place) =>
  accessSync(place, statSync(place).isDirectory() ? constants.R_OK | constants.X_OK : constants.R_OK);

/** Which agents are on this machine: by their programs, directories and transcripts; and what is said of their hooks. */
export function lookAtHosts(
  { home, env }: { readonly home: string | undefined; readonly env: Variables },
  lookAtHook: (host: string) => readonly Diagnosis[],
  into = lookInto,
): Diagnosis[] {
  if (home === undefined) return [note("hosts", "no home directory, so no agents to look for", "Set HOME.")];
  const places = new Map(transcriptPlaces({ home, env }).map(({ host, roots }) => [host, lookAtRoots(roots, into)]));
  const here = hostsHere({ home, env }).map(({ name }) => name);
  const known = [...places].filter(([, { open, closed }]) => open.length + closed.length > 0).map(([host]) => host);
  const found = [...new Set([...known, ...here])].flatMap((host) => {
    const title = hostNamed(host)?.title ?? host;
    const { open = [], closed = [] } = places.get(host) ?? {};
    const where = open.length > 0 ? open.join(", ") : "it is here, and has written no transcripts yet";
    return [
      ...(open.length > 0 || closed.length === 0 ? [fine("hosts", `${title}: ${where}`)] : []),
      ...closed.map((why) =>
        warning("hosts", `${title}: ${why}`, "Make it readable for you, or no transcript in it is seen."),
      ),
      ...lookAtHook(host),
    ];
  });
  const told = "no agent was found, and no agent's transcripts in the usual places";
  const none = note("hosts", told, "cox check FILE reads one from anywhere.");
  return found.length > 0 ? found : [none];
}

interface LookedAt {
  readonly open: readonly string[];
  /** What may not be looked into, and why; each directory once, however many places lie in it. */
  readonly closed: readonly string[];
}

function lookAtRoots(roots: readonly string[], into: LookInto): LookedAt {
  const open: string[] = [];
  const closed = new Set<string>();
  for (const root of roots) {
    try {
      into(root);
      open.push(root);
    } catch (error) {
      if (!["ENOENT", "ENOTDIR"].includes(errorCode(error) ?? ""))
        closed.add(`${innermostSeen(root)} may not be looked into: ${systemReason(error)}`);
    }
  }
  return { open, closed: [...closed] };
}

/** Below a closed directory nothing is seen, so it is the innermost one that is. */
function innermostSeen(place: string): string {
  return [...upwards(place)].find((directory) => existsSync(directory)) ?? place;
}

import { existsSync } from "node:fs";
import type { Variables } from "../config.ts";
import { directoriesOf, homeOf } from "../config/environment.ts";
import { type TeamPlace, teamPlace } from "../team/client/place.ts";

/** Where this person's membership in a team lies; undefined where there is no home directory. */
export function teamPlaceOf(env: Variables, platform: NodeJS.Platform = process.platform): TeamPlace | undefined {
  const { state } = directoriesOf(env, homeOf(env, platform), platform);
  return state === undefined ? undefined : teamPlace(state);
}

/** All that waits in the spool. Loaded here, because hooks that only ask for the place are in a hurry. */
export async function sendToTeam(env: Variables, program: string | undefined): Promise<void> {
  const place = teamPlaceOf(env);
  const { engineAbove, runSender } = await import("../team/client/sender.ts");
  if (place) await runSender({ place, engine: engineAbove(program) });
}

/** A person's mark, for the next sender. What was said with it stays here; a team that is not there loses it. */
export async function tellMark(env: Variables, id: string, mark: "right" | "wrong" | null): Promise<void> {
  const place = teamPlaceOf(env);
  if (!place || !existsSync(place.membership)) return;
  const { readMembership } = await import("../team/client/membership.ts");
  const { spool } = await import("../team/client/spool.ts");
  const machine = readMembership(place)?.machine;
  if (machine === undefined) return;
  const now = new Date();
  spool(place, { v: 1, mark, id, machine, at: now.toISOString() }, now.getTime());
}

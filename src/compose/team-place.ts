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

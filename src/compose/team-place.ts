import { existsSync } from "node:fs";
import { loadConfig, type Variables } from "../config.ts";
import { collectorHeaders, directoriesOf, homeOf } from "../config/environment.ts";
import { type SpoolPlace, type TeamPlace, telemetryPlace, teamPlace } from "../team/client/place.ts";

/** Where this person's membership in a team lies; undefined where there is no home directory. */
export function teamPlaceOf(env: Variables, platform: NodeJS.Platform = process.platform): TeamPlace | undefined {
  const { state } = directoriesOf(env, homeOf(env, platform), platform);
  return state === undefined ? undefined : teamPlace(state);
}

/** Where what a collector is to hear waits. */
export function telemetryPlaceOf(env: Variables, platform: NodeJS.Platform = process.platform): SpoolPlace | undefined {
  const { state } = directoriesOf(env, homeOf(env, platform), platform);
  return state === undefined ? undefined : telemetryPlace(state);
}

/** Who is told of decided stops. */
export type Listener = "team" | "collector";

/** All that waits for these. Loaded here, because hooks that only ask for the place are in a hurry. */
export async function sendTo(listeners: readonly string[], env: Variables, program: string | undefined): Promise<void> {
  const { engineAbove, runSender } = await import("../team/client/sender.ts");
  const engine = engineAbove(program);
  const send: Readonly<Record<Listener, () => Promise<void>>> = {
    async team() {
      const place = teamPlaceOf(env);
      if (place) await runSender((await import("../team/client/to-team.ts")).toTeam({ place, engine }));
    },
    async collector() {
      const place = telemetryPlaceOf(env);
      // The person's own settings, wherever the hook ran: no project says where this goes.
      const { otlp: address } = loadConfig({ cwd: "/", env, tolerant: true }).own.telemetry;
      if (!place || address === null) return;
      const { toCollector } = await import("../team/client/to-collector.ts");
      await runSender(toCollector({ place, engine, address, headers: collectorHeaders(env) }));
    },
  };
  const named = (["team", "collector"] as const).filter((each) => listeners.includes(each));
  await Promise.allSettled(named.map((each) => send[each]()));
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

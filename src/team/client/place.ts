import { join } from "node:path";
import { policyFile } from "../../config/policy.ts";

/** Where what is to be sent waits, beside the store; only the owner may read it. */
export interface SpoolPlace {
  readonly directory: string;
  readonly status: string;
  readonly spool: string;
  /** From when until when nobody needs to start a sender, as the times of the file. */
  readonly sender: string;
  /** Behind which report the next one comes, as the time of the file. */
  readonly order: string;
}

export interface TeamPlace extends SpoolPlace {
  readonly membership: string;
  readonly policy: string;
}

export function teamPlace(state: string): TeamPlace {
  const place = placeAt(join(state, "team"));
  return { ...place, membership: join(place.directory, "membership.json"), policy: policyFile(state) };
}

/** What waits for an OpenTelemetry collector. */
export function telemetryPlace(state: string): SpoolPlace {
  return placeAt(join(state, "telemetry"));
}

function placeAt(directory: string): SpoolPlace {
  const at = (name: string) => join(directory, name);
  return { directory, status: at("status.json"), spool: at("spool"), sender: at("sender"), order: at("order") };
}

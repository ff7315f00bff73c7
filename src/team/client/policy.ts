import { CONTENT, type Policy, parsePolicy } from "../../config/policy.ts";
import { type Membership, recordAt } from "./membership.ts";
import type { TeamPlace } from "./place.ts";

/** A team's policy as it was last heard, and since when it is so on this machine. */
export interface KeptPolicy {
  readonly policy: Policy;
  readonly since: string;
}

export function keptPolicy(place: TeamPlace): KeptPolicy | undefined {
  const { values, since } = recordAt(place.policy) ?? {};
  const parsed = parsePolicy(values);
  return parsed && { policy: parsed.policy, since: typeof since === "string" ? since : "" };
}

/** Words leave only where the team asked for them and this machine lets them out. */
export function allowsContent(place: TeamPlace, { content }: Membership): boolean {
  return content && keptPolicy(place)?.policy[CONTENT] === true;
}

import * as z from "zod/mini";
import { fromJson, isRecord } from "../../text/json.ts";
import { type Membership, readMembership } from "./membership.ts";
import type { TeamPlace } from "./place.ts";
import { fetchPolicy } from "./fetch-policy.ts";
import { ATTEMPT_MS, type Destination, failedBy, LONG_REST_MS, type Outcome, restAfter } from "./sender.ts";
import { shortText } from "../../text/answer.ts";

interface TeamOptions {
  readonly place: TeamPlace;
  readonly engine: string;
}

/** The team's service, where this machine has joined one. */
export function toTeam({ place, engine }: TeamOptions): Destination {
  return {
    place,
    isThere: () => readMembership(place) !== undefined,
    greet: () => fetchPolicy(place),
    async post(batch) {
      const membership = readMembership(place);
      if (!membership) return { type: "failed", why: "this machine is in no team", restMs: LONG_REST_MS };
      return post(batch, membership, engine);
    },
  };
}

const Answer = z.object({ accepted: z.number(), refused: z.array(z.unknown()) });

async function post(batch: readonly unknown[], membership: Membership, engine: string): Promise<Outcome> {
  // What cannot be read any more is sent as null, refused, and so goes.
  const reports = batch.map((each) => (isRecord(each) && !("mark" in each) ? { ...each, engine } : (each ?? null)));
  try {
    const response = await fetch(new URL("/v1/reports", membership.url), {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${membership.token}` },
      body: JSON.stringify({ reports }),
      // The token is for this address and no other.
      redirect: "error",
      signal: AbortSignal.timeout(ATTEMPT_MS),
    });
    if (!response.ok)
      return { type: "failed", why: `the service answered ${response.status}`, restMs: restAfter(response) };
    const answer = Answer.safeParse(fromJson(await shortText(response)));
    const [accepted, refused] = answer.success ? [answer.data.accepted, answer.data.refused.length] : [-1, 0];
    // Nothing is given up on the word of somebody who did not count it.
    if (accepted + refused !== batch.length)
      return { type: "failed", why: "what answered is no Coxswain service", restMs: LONG_REST_MS };
    return { type: "sent", accepted, refused };
  } catch (error) {
    return failedBy(error);
  }
}

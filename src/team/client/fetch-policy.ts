import { CONTENT, parsePolicy } from "../../config/policy.ts";
import { fromJson, isRecord } from "../../text/json.ts";
import { readMembership, recordAt, writePrivately } from "./membership.ts";
import type { TeamPlace } from "./place.ts";
import { ATTEMPT_MS } from "./sender.ts";
import { shortText } from "../../text/answer.ts";

const LONGEST_ETAG = 200;

/** Where it cannot be had, or what comes is none, the last that was known holds. Never throws. */
export async function fetchPolicy(place: TeamPlace, now: () => number = Date.now): Promise<void> {
  const membership = readMembership(place);
  if (!membership) return;
  const { etag } = recordAt(place.policy) ?? {};
  const known = typeof etag === "string" ? { "If-None-Match": etag } : {};
  try {
    const response = await fetch(new URL("/v1/policy", membership.url), {
      headers: { Authorization: `Bearer ${membership.token}`, ...known },
      redirect: "error",
      signal: AbortSignal.timeout(ATTEMPT_MS),
    });
    const given = response.status === 200 ? fromJson(await shortText(response)) : undefined;
    if (!isRecord(given) || typeof given[CONTENT] !== "boolean") return;
    const values = parsePolicy(given)?.policy;
    const heard = response.headers.get("ETag");
    const next = { etag: heard && heard.length <= LONGEST_ETAG ? heard : null, words: membership.content };
    // It may have left, or joined anew, meanwhile.
    const isSame = readMembership(place)?.joinedAt === membership.joinedAt;
    if (values && isSame) writePrivately(place.policy, { ...next, since: new Date(now()).toISOString(), values });
  } catch {
    // What is not there cannot allow anything either.
  }
}

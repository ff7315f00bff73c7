import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { CONTENT, type Policy, parsePolicy } from "../../config/policy.ts";
import { fromJson, isRecord } from "../../text/json.ts";
import type { TeamPlace } from "./place.ts";

/** To which service this machine reports. The file with it is what makes a machine a member. */
export interface Membership {
  readonly url: string;
  readonly token: string;
  /** Drawn when it joined: it names nobody. */
  readonly machine: string;
  readonly joinedAt: string;
  /** Whether this machine lets the words of decisions out, where the team wants them. */
  readonly content: boolean;
}

export function readMembership(place: TeamPlace): Membership | undefined {
  const { url, token, machine, joinedAt, content } = recordAt(place.membership) ?? {};
  if (typeof url !== "string" || typeof token !== "string" || typeof machine !== "string") return undefined;
  return { url, token, machine, joinedAt: typeof joinedAt === "string" ? joinedAt : "", content: content === true };
}

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

export function joinTeam(
  place: TeamPlace,
  given: Pick<Membership, "url" | "token" | "content">,
  now: Date,
): Membership {
  const machine = readMembership(place)?.machine ?? crypto.randomUUID().replaceAll("-", "").slice(0, 16);
  const membership = { ...given, machine, joinedAt: now.toISOString() };
  mkdirSync(place.spool, { recursive: true, mode: 0o700 });
  writePrivately(place.membership, membership);
  // It was another team's, or taken with another leave to send words.
  rmSync(place.policy, { force: true });
  return membership;
}

/** What was not sent yet goes with it. False where this machine was no member. */
export function leaveTeam(place: TeamPlace): boolean {
  const wasMember = existsSync(place.membership);
  rmSync(place.directory, { recursive: true, force: true });
  return wasMember;
}

/** Whole or not at all, whoever is killed meanwhile. */
export function writePrivately(path: string, value: object): void {
  const draft = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(draft, JSON.stringify(value), { mode: 0o600 });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Undefined where there is none, or none that can be read. */
export function recordAt(path: string): Record<string, unknown> | undefined {
  try {
    const value = fromJson(readFileSync(path, "utf8"));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

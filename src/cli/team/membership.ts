import { isLoopback } from "../../models/local-servers.ts";
import { teamPlaceOf } from "../../compose/team-place.ts";
import { type Config, loadConfig } from "../../config.ts";
import { CONTENT, otherThanAsked, type Policy } from "../../config/policy.ts";
import { fetchPolicy } from "../../team/client/fetch-policy.ts";
import { introduce } from "../../team/client/introduce.ts";
import {
  joinTeam,
  type KeptPolicy,
  keptPolicy,
  leaveTeam,
  type Membership,
  readMembership,
} from "../../team/client/membership.ts";
import type { TeamPlace } from "../../team/client/place.ts";
import { readStatus, type SenderStatus } from "../../team/client/sender.ts";
import { spooled } from "../../team/client/spool.ts";
import { countOf } from "../../text/amounts.ts";
import { CoxError } from "../../text/errors.ts";
import { jsonLine } from "../../text/json.ts";
import { neutralise } from "../../text/strings.ts";
import { showValue } from "../show/settings.ts";
import { EXIT_CANCELLED, EXIT_DONE, EXIT_FAILED, EXIT_NOT_DONE, type Io } from "../command.ts";

interface Wish {
  readonly url: string | undefined;
  readonly token: string | undefined;
  readonly content: boolean;
}

/** Asks the service first: a machine that joined reports, or does not say so. */
export async function joinFromHere({ url: address, token: given, content }: Wish, io: Io): Promise<number> {
  const place = placeHere(io);
  const url = addressOption(address);
  const token = (given ?? (await io.ask?.("Token: ")))?.trim();
  if (token === undefined && io.signal.aborted) return EXIT_CANCELLED;
  if (!token) throw new CoxError("usage", "a token is needed.", { hint: `cox team join ${url.origin} TOKEN` });
  const met = await introduce(url.origin, token);
  if (met.type === "failed") {
    io.err(`cox team: ${neutralise(met.why)}. Nothing was changed.\n`);
    return EXIT_FAILED;
  }
  joinTeam(place, { url: url.origin, token, content }, new Date());
  await fetchPolicy(place);
  if (isUnencrypted(url.origin))
    io.err("Reports and the token travel unencrypted: put a proxy with TLS in front, and join with https.\n");
  io.out(`This machine reports its decided stops to ${url.origin}, for the team "${neutralise(met.team)}".\n`);
  return EXIT_DONE;
}

export function leaveFromHere(io: Io): number {
  const wasMember = leaveTeam(placeHere(io));
  io.out(wasMember ? "This machine reports to nobody any more.\n" : "This machine is in no team.\n");
  return wasMember ? EXIT_DONE : EXIT_NOT_DONE;
}

export function showStatus(json: boolean, io: Io): number {
  const place = placeHere(io);
  const member = readMembership(place);
  const waiting = spooled(place);
  const bytes = waiting.reduce((sum, file) => sum + file.bytes, 0);
  const last = readStatus(place) ?? null;
  const url = member?.url ?? null;
  const policy = member
    ? policyHolding(place, member, loadConfig({ cwd: io.cwd, env: io.env, tolerant: true }).config)
    : null;
  if (json) {
    const { machine = null, joinedAt = null, content = false } = member ?? {};
    io.out(jsonLine({ url, machine, joinedAt, content, waiting: waiting.length, waitingBytes: bytes, last, policy }));
  } else if (member) {
    io.out(
      `This machine (${member.machine}) reports to ${neutralise(member.url)}${member.content ? ", with words" : ""}.\n`,
    );
    io.out(`${countOf(waiting.length, "report")} ${waiting.length === 1 ? "waits" : "wait"}. ${lastAttempt(last)}\n`);
    if (policy) io.out(`${policyInWords(policy)}\n`);
  } else io.out("This machine is in no team. cox team join URL TOKEN joins one.\n");
  return member ? EXIT_DONE : EXIT_NOT_DONE;
}

/** What the team asks, since when, and what holds here in place of it. Null where it asks nothing yet. */
export function policyHolding(place: TeamPlace, { content }: Membership, config: Config) {
  const kept = keptPolicy(place);
  const asks = kept !== undefined && (kept.policy[CONTENT] === true || Object.keys(kept.policy).length > 1);
  return asks ? { ...kept, ...otherThanAsked(kept.policy, config, content) } : null;
}

export function policyInWords({
  policy,
  since,
  stricter,
  own,
}: KeptPolicy & ReturnType<typeof otherThanAsked>): string {
  const list = (values: Policy) => Object.entries(values).map(([key, value]) => `${key} ${showValue(value)}`);
  const parts = [list(stricter), list(own)].map((all) => all.join(", "));
  const told = [
    `The team's policy, since ${neutralise(since).slice(0, 16).replace("T", " ")} (UTC): ${list(policy).join(", ")}.`,
    parts[0] ? `Stricter here: ${parts[0]}.` : "",
    parts[1] ? `Your own settings: ${parts[1]}.` : "",
  ];
  return told.filter(Boolean).join(" ");
}

function lastAttempt(last: SenderStatus | null): string {
  if (!last) return "Nothing was sent yet.";
  const lost = last.dropped > 0 ? ` ${last.dropped} had to go for want of room.` : "";
  const refused = last.refused > 0 ? ` ${last.refused} were not understood.` : "";
  const how = last.ok
    ? `Sent so far: ${last.sent}, the last at ${last.at}.`
    : `At ${last.at} that failed: ${neutralise(last.why ?? "no reason")}.`;
  return `${how}${lost}${refused}`;
}

function placeHere({ env }: Io): TeamPlace {
  const place = teamPlaceOf(env);
  if (place) return place;
  throw new CoxError("usage", "This machine has no home directory to keep a membership in.", { hint: "Set HOME." });
}

function addressOption(address: string | undefined): URL {
  const url = address !== undefined && URL.canParse(address) ? new URL(address) : undefined;
  if (url && (url.protocol === "http:" || url.protocol === "https:") && url.username === "") return url;
  throw new CoxError("usage", "the address of a service is needed, such as https://cox.example.com.");
}

/** To another machine, everybody on the way may read it. */
export function isUnencrypted(url: string): boolean {
  return url.startsWith("http:") && !isLoopback(url);
}

import type { Config } from "../../config.ts";
import { readMembership } from "../../team/client/membership.ts";
import type { SpoolPlace, TeamPlace } from "../../team/client/place.ts";
import { readStatus } from "../../team/client/sender.ts";
import { MOST_SPOOL_BYTES, spooled } from "../../team/client/spool.ts";
import { countOf } from "../../text/amounts.ts";
import { policyHolding, policyInWords } from "../team/membership.ts";
import { type Diagnosis, fine, warning } from "./diagnosis.ts";

/** Whether the team hears of this machine. Nothing to say where it is in none. */
export function lookAtTeam(place: TeamPlace | undefined, config: Config): Diagnosis[] {
  const member = place && readMembership(place);
  if (!member) return [];
  const policy = policyHolding(place, member, config);
  const told = policy ? [fine("team", policyInWords(policy))] : [];
  return [...lookAtSender(place, { about: "team", url: member.url, end: "cox team leave ends it" }), ...told];
}

/** Whether a collector hears of decided stops. Nothing to say where none is set. */
export function lookAtTelemetry(place: SpoolPlace | undefined, url: string | null): Diagnosis[] {
  if (!place || url === null) return [];
  return lookAtSender(place, { about: "telemetry", url, end: "cox config telemetry.otlp explains it" });
}

interface Line {
  readonly about: string;
  readonly url: string;
  readonly end: string;
}

function lookAtSender(place: SpoolPlace, { about, url, end }: Line): Diagnosis[] {
  const waiting = spooled(place);
  const last = readStatus(place);
  const rest = `${countOf(waiting.length, "report")} ${waiting.length === 1 ? "waits" : "wait"}`;
  const bytes = waiting.reduce((sum, file) => sum + file.bytes, 0);
  if (last && !last.ok) {
    const told = `Reports do not arrive at ${url} (${last.why ?? "no reason"}, ${last.at}); ${rest}.`;
    return [warning(about, told, `They are sent once ${url} answers; ${end}.`)];
  }
  if (bytes > MOST_SPOOL_BYTES / 2) {
    const mend = "Work with a watched agent: the next stop starts a sender.";
    return [warning(about, `${rest}, and nobody sends them.`, mend)];
  }
  const refused = last && last.refused > 0 ? `, not taken: ${last.refused}` : "";
  const sent = last ? `sent so far: ${last.sent}${refused}` : "none was sent yet";
  return [fine(about, `reports go to ${url}; ${sent}; ${rest}`)];
}

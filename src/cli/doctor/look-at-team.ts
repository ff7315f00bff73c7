import { readMembership } from "../../team/client/membership.ts";
import type { TeamPlace } from "../../team/client/place.ts";
import { readStatus } from "../../team/client/sender.ts";
import { MOST_SPOOL_BYTES, spooled } from "../../team/client/spool.ts";
import { countOf } from "../../text/amounts.ts";
import { type Diagnosis, fine, warning } from "./diagnosis.ts";

/** Whether the team hears of this machine. Nothing to say where it is in none. */
export function lookAtTeam(place: TeamPlace | undefined): Diagnosis[] {
  const member = place && readMembership(place);
  if (!place || !member) return [];
  const waiting = spooled(place);
  const last = readStatus(place);
  const rest = `${countOf(waiting.length, "report")} ${waiting.length === 1 ? "waits" : "wait"}`;
  const bytes = waiting.reduce((sum, file) => sum + file.bytes, 0);
  if (last && !last.ok) {
    const mend = `They are sent once ${member.url} answers; cox team leave ends it.`;
    return [
      warning(
        "team",
        `Reports do not arrive at ${member.url} (${last.why ?? "no reason"}, ${last.at}); ${rest}.`,
        mend,
      ),
    ];
  }
  if (bytes > MOST_SPOOL_BYTES / 2)
    return [
      warning("team", `${rest}, and nobody sends them.`, "Work with a watched agent: the next stop starts a sender."),
    ];
  return [
    fine("team", `reports go to ${member.url}; ${last ? `sent so far: ${last.sent}` : "none was sent yet"}; ${rest}`),
  ];
}

import { type LookParts, witnessedNow } from "../../ci/look.ts";
import { teamPlaceOf } from "../../compose/team-place.ts";
import { loadThread } from "../../session/load-thread.ts";
import { type Membership, readMembership } from "../../team/client/membership.ts";
import { repositoryName } from "../../team/client/repository-name.ts";
import { sendTurn, turnsToSend } from "../../team/client/send-turn.ts";
import { countOf } from "../../text/amounts.ts";
import type { Delta } from "../../thread/delta.ts";
import { fold } from "../../thread/reducer.ts";
import type { Io } from "../command.ts";
import { isUnencrypted } from "./membership.ts";

/** Hands each turn that was judged here to a team's service. What came of it, in words: no job fails because of it. */
export async function reportTurns(address: string, parts: LookParts, io: Io): Promise<readonly string[]> {
  const service = serviceFor(address, io);
  if (typeof service === "string") return [service];
  const { url, machine } = service;
  const notes = isUnencrypted(url)
    ? ["The transcript and the token travel unencrypted: put a proxy with TLS in front, and report to https."]
    : [];
  let sent = 0;
  for (const file of parts.sources.files) {
    for (const turn of turnsIn(file, machine, parts)) {
      if (io.signal.aborted) return notes;
      const outcome = await sendTurn(turn, service);
      if (outcome.type === "sent") sent += 1;
      else notes.push(`${file} was not reported to ${url}: ${outcome.why}.`);
      // Who does not answer the first does not answer the next, and nobody waits for that.
      if (outcome.type === "failed" && outcome.passing) return notes;
    }
  }
  return sent === 0 ? notes : [...notes, `Reported ${countOf(sent, "turn")} to ${url}.`];
}

type Service = Pick<Membership, "url" | "token"> & Partial<Pick<Membership, "machine">>;

/** The one named, else that of the team which this machine has joined; or why there is none. */
function serviceFor(address: string, { env }: Io): Service | string {
  const place = teamPlaceOf(env);
  const member = place && readMembership(place);
  if (address === "")
    return member ?? "Nothing was reported: this machine is in no team, and --report names no service.";
  if (!URL.canParse(address)) return "Nothing was reported: --report takes the address of a service.";
  const url = new URL(address).origin;
  const token = env["COX_TEAM_TOKEN"]?.trim();
  if (token) return { url, token };
  return member?.url === url ? member : "Nothing was reported: COX_TEAM_TOKEN holds no token.";
}

/** What could not be read was told when it was judged. */
function turnsIn(file: string, machine: string | undefined, parts: LookParts): readonly object[] {
  try {
    const deltas: Delta[] = [];
    const loaded = loadThread(file, parts.host, parts.said, (each) => deltas.push(...each));
    if (parts.checks.length > 0) deltas.push(witnessedNow(loaded.thread, parts.checks));
    const thread = parts.checks.length > 0 ? fold(deltas) : loaded.thread;
    const { redact } = parts;
    const repository = repositoryName(parts.root);
    const turns = parts.turn({ ...loaded, thread });
    return turnsToSend({ deltas, thread, turns, redact, repository, machine, now: new Date() });
  } catch {
    return [];
  }
}

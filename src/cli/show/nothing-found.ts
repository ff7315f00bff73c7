import { countOf } from "../../text/amounts.ts";
import { hostNamed } from "../../hosts/hosts.ts";
import { sinceText } from "../options/parse-options.ts";

export interface Search {
  readonly hosts: readonly string[];
  readonly since: string | undefined;
  readonly projects: readonly string[];
  readonly files: number;
  readonly recent: number;
  readonly newestMs: number;
}

/** Why there is no turn to show, and what to try next. `read` is the number of transcripts that were read whole. */
export function nothingFound({ hosts, since, projects, files, newestMs, recent }: Search, read: number): string[] {
  if (files === 0 && hosts.length === 0) return ["No transcripts were found there."];
  if (files === 0) return [`No transcripts were found. Looked for those of ${listed(hosts.map(titleOf))}.`, NEXT];
  const young = since === undefined ? "" : ` since ${sinceText(since)}`;
  if (recent === 0) {
    const none = files === 1 ? "it was not written to" : "none was written to";
    return [`${thereAre(files)}, but ${none}${young}${newestOf(files, newestMs)}.`];
  }
  const about = projects.length === 0 ? "" : ` in ${listed(projects, "or")}`;
  const none = read === 1 ? "it has no turn" : "none of them has a turn";
  if (read > 0 && young + about !== "") return [`${thereAre(read)}, but ${none}${young}${about}.`];
  return ["No turns of an agent were found."];
}

/** A database may tell any time, also one that is none. */
function newestOf(files: number, newestMs: number): string {
  if (!(newestMs > 0)) return "";
  return `; ${files === 1 ? "that was last" : "the newest was last written to"} on ${new Date(newestMs).toISOString().slice(0, 10)}`;
}

const NEXT = "cox audit PATH… reads them from anywhere; cox doctor says which agents are on this machine.";

export function listed(names: readonly string[], word = "and"): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${word} ${names.at(-1)}`;
}

function thereAre(count: number): string {
  return `${countOf(count, "transcript")} ${count === 1 ? "is" : "are"} here`;
}

function titleOf(host: string): string {
  return hostNamed(host)?.title ?? host;
}

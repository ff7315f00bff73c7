import { withRecords } from "../../team/open-team.ts";
import { asideJobs, dropAside, retryAside } from "../../team/queue/aside.ts";
import { noteChange } from "../../team/records/policy.ts";
import { CoxError } from "../../text/errors.ts";
import { jsonLine } from "../../text/json.ts";
import { neutralise } from "../../text/strings.ts";
import { EXIT_DONE, EXIT_FAILED, type Io } from "../command.ts";
import { table } from "../show/table.ts";
import { recordsPlace } from "./tokens.ts";

interface JobsWish {
  readonly retry: string | undefined;
  readonly drop: string | undefined;
  readonly team: string | undefined;
  readonly database: string | undefined;
  readonly json: boolean;
}

/** Jobs that failed three times: lists them, has one tried again, or gives one up with what it was about. */
export async function jobsHere({ retry, drop, team, database: place, json }: JobsWish, io: Io): Promise<number> {
  if (retry !== undefined && drop !== undefined)
    throw new CoxError("usage", "--retry and --drop were both given.", { hint: "See cox team --help." });
  return withRecords(recordsPlace(place, io), async (database) => {
    const id = retry ?? drop;
    if (id !== undefined) {
      const done = await (retry === undefined ? dropAside(database, id) : retryAside(database, id));
      if (!done) io.err(`cox team: no job "${neutralise(id)}" is aside.\n`);
      if (!done) return EXIT_FAILED;
      const action = retry === undefined ? "drop job" : "retry job";
      await database.transaction((query) => noteChange(query, "command line", action, id, new Date()));
      io.out(retry === undefined ? "It is given up.\n" : "It is tried again.\n");
      return EXIT_DONE;
    }
    const jobs = await asideJobs(database.query, team);
    const rows = jobs.map((job) => [
      neutralise(job.id),
      String(job.attempts),
      neutralise(job.why),
      job.since.slice(0, 16).replace("T", " "),
    ]);
    if (json) io.out(jsonLine(jobs));
    else if (jobs.length === 0) io.out("No job is aside.\n");
    else io.out(table([["id", "tried", "why", "since (UTC)"], ...rows], { columns: io.columns, whole: [0, 1] }));
    return EXIT_DONE;
  });
}
